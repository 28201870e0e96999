import CAdwaita
import CGLib
import GLibBridge
import Glibc
import MapWidget
import PinsUI
import Places
import TouristSession
import TravelModel
import Widgets

/// Showing the results of a search.
extension MainWindow {
  func connectSearch() {
    search.onClose = { [weak self] in self?.mapPage.takeFocus() }
    search.onShow = { [weak self] in self?.showFound($0) }
    search.onDropPin = { [weak self] in self?.dropPin(atFound: $0) }
  }

  private func showFound(_ result: SearchResult) {
    search.close()
    mark(result)
  }

  /// Shows what was found; a pin has its own mark.
  private func mark(_ result: SearchResult) {
    if case .pin = result.kind {
      mapPage.unmark()
      return mapPage.show(result.place)
    }
    mapPage.mark(
      result.title, Words.detail(of: result), at: result.place, named: result.name)
  }

  /// Flies from an album to a place and marks it.
  func markPlace(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == 3, let place = PlaceRequest(lines[2]) else { return }
    if isAlbumOpen { showMap() }
    mapPage.mark(lines[0], lines[1], at: place, named: lines[0])
  }

  private func dropPin(atFound result: SearchResult) {
    mapPage.unmark()
    search.close()
    mapPage.show(result.place)
    session.dropPin(at: result.place.coordinate, titled: result.name)
  }
}

/// Going where the user has not been.
extension MainWindow {
  /// Flies to a place worth seeing; nothing is dropped there until asked.
  func takeSomewhere() {
    guard isMapShown else { return }
    Task { [weak self, session, settings = context.settings] in
      let seen = settings.wanderings
      guard
        let place = await session.world.somewhere(
          besides: Set(seen), pins: session.map.pins, languages: preferredLanguages(),
          at: Double(time(nil)))
      else { return }
      guard let self, !isGone else { return }
      settings.wanderings = seen + [place.name]
      mark(place.result)
    }
  }
}

/// The offline map.
extension MainWindow {
  /// Reads the offline map, which is there before the first tile.
  func loadOfflineMap() {
    // It is read on other threads while this one makes the window.
    let reading = Task.detached { [world = session.world] in await world.mapData() }
    Task { [weak self, world = session.world] in
      let data = await reading.value
      guard let self, !isGone else { return }
      if let data { material.showOfflineMap(data) }
      // After what is seen first.
      let names = await world.mapNames()
      guard !isGone else { return }
      if data != nil { material.showNames(names) }
      if data?.isWhole != true || !names.isWhole {
        notices.add(Notice(id: .offlineMap, text: Words.offlineMapBroken))
      }
    }
  }
}
