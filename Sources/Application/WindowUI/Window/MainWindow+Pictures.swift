import CGLib
import GLibBridge
import PinsUI
import TouristSession
import TravelModel
import TravelStore
import Widgets

/// The user's own pictures on the map.
extension MainWindow {
  func connectPictures() {
    context.settings.addActions(of: .pictures, to: window)
    window.addAction("make-pins") { [weak self] in self?.makePins() }
    context.settings.onChange(of: .pictures) { [weak self] in
      guard let self else { return }
      showPictures()
      saysWhenPicturesAreShown = context.settings.isOn(.pictures)
    }
    context.settings.onChange(of: .picturesFolder) { [weak self] in self?.showPictures() }
    showPictures()
  }

  private func showPictures() {
    guard context.settings.isOn(.pictures) else {
      mapPage.hidePictures()
      return context.pictures.hide()
    }
    context.pictures.show()
    mapPage.showPictures(of: context.pictures, thumbnails) { [weak self] in self?.view($0) }
  }

  /// Says what came of the look through the pictures.
  func followPictures() {
    let state = context.pictures.state
    notices.remove(.pictures)
    switch state {
    case .hidden, .reading: break
    case .shown(let count):
      if saysWhenPicturesAreShown { toast(Words.picturesShown(count)) }
      saysWhenPicturesAreShown = false
    case .failed(let failure):
      notices.add(
        Notice(
          id: .pictures, text: Words.sentence(for: failure),
          remedy: (tr("Try Again"), { [weak self] in self?.context.pictures.show() })))
    }
  }

  /// Shows pictures large, the first one first.
  private func view(_ pictures: [Pin]) {
    Task { [weak self, context] in
      let album = try? await context.pictures.album(of: pictures)
      guard let self, isMapShown, !isGone else { return }
      guard let album, let photo = album.photos.first, showOverMap(photo.id, of: album) else {
        return toast(Words.sentence(for: SourceFailure.gone))
      }
    }
  }

  /// Makes pins where the pictures were taken, if the user wants that many.
  private func makePins() {
    guard isMapShown else { return }
    takeInTurn { [weak self, context] in
      if !context.settings.isOn(.pictures) { context.pictures.show() }
      await context.pictures.waitUntilRead()
      let places = await context.pictures.placesWithoutPin(among: context.session.map.pins)
      let state = context.pictures.state
      // The user may have switched them on meanwhile.
      if !context.settings.isOn(.pictures) { context.pictures.hide() }
      guard let self, !isGone else { return }
      switch state {
      case .failed(let failure): toast(Words.sentence(for: failure))
      case .shown where places.isEmpty: toast(Words.noPlaceWithoutPin)
      case .shown:
        await offerPins(
          places.map { NewPin(at: $0) }, filledFrom: .pictures, Words.makePinsMeaning(places.count))
      case .hidden, .reading: break
      }
    }
  }

  /// Asks whether pins are to be made, and trips through them, and makes them.
  func offerPins(
    _ pins: [NewPin], along routes: [NewRoute] = [], filledFrom source: SourceChoice? = nil,
    _ meaning: String
  ) async {
    let layout = Layout("make-pins")
    layout["dialog"].set(
      "heading", to: pins.isEmpty ? Words.makeTrips(routes.count) : Words.makePins(pins.count))
    layout["dialog"].set("body", to: meaning)
    Dialog.setLabel(
      pins.isEmpty ? Words.makeTripsLabel(routes.count) : Words.makePinsLabel(pins.count),
      answer: "make", of: layout["dialog"])
    guard await Dialog.answer(to: layout, over: window) == "make", !isGone else { return }
    await window.changeLibrary { [session, mapPage] in
      let made = try await session.makePins(pins, along: routes, filledFrom: source)
      mapPage.bringIntoSight(all: made.map(\.coordinate))
    }.value
  }
}
