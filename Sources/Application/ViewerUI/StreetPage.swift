import CAdwaita
import GLibBridge
package import Imaging
package import TouristSession
package import TravelModel
package import Widgets

/// The page on which one stands in a street, and walks from picture to picture.
package final class StreetPage {
  package let widget: Widget

  private let session: Session
  private let walk: StreetWalk
  private let decoder: PictureDecoder
  private let layout = Layout("street")
  private let canvas = PictureCanvas()
  private let gestures: CanvasGestures
  private let compass: Compass
  private let arrows: GroundArrows
  private let showOnMap: (_ place: Coordinate, _ heading: Double?) -> Void
  private let spinner: Spinner
  private let stage: Widget
  private var place: Coordinate?
  /// The pin whose album can keep the pictures.
  private var pin: Pin.ID?
  private var shown: StreetPicture?
  /// The way to a picture, and the work on a larger one.
  private var work: Task<Void, Never>?
  private var refinement: Task<Void, Never>?
  private var canvasName = "" {
    didSet { if canvasName != oldValue { canvas.widget.setAccessibleName(canvasName) } }
  }

  /// How long one must stand still before the larger picture of a sphere is downloaded.
  private static let refineDelay = Duration.seconds(1)
  /// The largest width of a sphere, in pixels: that of most cameras, and 50 MB of memory.
  private static let largestWidth = 5760
  /// The zoom factor of a key on a flat picture.
  private static let zoomStep = 1.5

  /// Makes the page with a map, which `showOnMap` has show where one stands and which way one looks.
  package init(
    session: Session, walk: StreetWalk, decoder: PictureDecoder, map: Widget,
    showOnMap: @escaping (_ place: Coordinate, _ heading: Double?) -> Void
  ) {
    (self.session, self.walk, self.decoder) = (session, walk, decoder)
    self.showOnMap = showOnMap
    (widget, stage) = (layout["page"], layout["stage"])
    gestures = CanvasGestures(canvas)
    gtk_box_append(layout["map"].cast(), map)
    compass = Compass(in: layout["compass"])
    arrows = GroundArrows(over: layout["overlay"])
    spinner = Spinner(layout["spinner"])
    PageStack.hideExtraBackButton(in: layout["header"])
    gtk_stack_add_child(stage.cast(), canvas.widget)
    connect()
  }

  /// Stands at the picture nearest to a place; the album of a pin can keep it.
  package func stand(at place: Coordinate, of pin: Pin.ID?) {
    hide()
    (self.place, self.pin) = (place, pin)
    showPage(canvas.widget, of: stage)
    grabFocus()
    go { try await $0.stand(at: place) }
  }

  package func grabFocus() {
    let isSeen = gtk_stack_get_visible_child(stage.cast()) == canvas.widget
    let hasRemedy = gtk_widget_get_visible(layout["remedy"]) != 0
    gtk_widget_grab_focus(isSeen ? canvas.widget : layout[hasRemedy ? "remedy" : "back"])
  }

  /// Releases the picture, and stops all work.
  package func hide() {
    work?.cancel()
    setWaiting(false)
    canvas.stop()
    show(nil, of: nil)
  }
}

extension StreetPage {
  private func connect() {
    layout["back"].on("clicked") { [weak self] in self?.widget.ask(.goBack) }
    layout["keep"].on("clicked") { [weak self] in self?.keep() }
    layout["remedy"].on("clicked") { [weak self] in
      if let self, let place { stand(at: place, of: pin) }
    }
    layout["credit"].on("clicked") { [weak self] in
      guard let self, let page = shown?.details.pageAddress else { return }
      widget.ask(.openPage(address: page))
    }
    arrows.onWalk = { [weak self] in self?.step($0) }
    canvas.onLook = { [weak self] in self?.showHeading() }
    widget.addKeys { [weak self] (key: ViewerKey) in self?.press(key) ?? false }
  }

  /// Performs the command of a key; returns false if it has none here.
  private func press(_ key: ViewerKey) -> Bool {
    if canvas.panorama?.press(key) == true { return true }
    switch key {
    case .next: step(.on)
    case .previous: step(.back)
    case .zoomIn: canvas.animateZoom(by: StreetPage.zoomStep)
    case .zoomOut: canvas.animateZoom(by: 1 / StreetPage.zoomStep)
    case .fit: canvas.animateZoom(to: canvas.geometry.fitScale)
    case .leave, .goBack: widget.ask(.goBack)
    default: return false
    }
    return true
  }

  private func step(_ way: StreetPicture.Way) {
    guard walk.picture?.neighbor(way) != nil else { return }
    go { try await $0.walk(way) }
  }

  /// Goes to a picture, one step at a time.
  private func go(_ step: @escaping @MainActor (StreetWalk) async throws -> String?) {
    guard work == nil else { return }
    setWaiting(true)
    work = Task { [weak self] in await self?.arrive(by: step) }
  }

  private func arrive(by step: @MainActor (StreetWalk) async throws -> String?) async {
    do {
      guard let path = try await step(walk), let picture = walk.picture else {
        try Task.checkCancellation()
        setWaiting(false)
        return showMissing(
          tr("No Street Pictures Here"),
          tr("Nobody has shared pictures of the streets around this place with Panoramax yet."))
      }
      let seen = try await read(path, of: picture)
      setWaiting(false)
      show(seen, of: picture)
    } catch {
      guard !Task.isCancelled else { return }
      setWaiting(false)
      let sentence = Words.sentence(for: PhotoFailure(error) ?? .source(.unreachable))
      if shown != nil { return widget.ask(.showMessage(sentence)) }
      showMissing(tr("No Picture"), sentence, canRetry: true)
    }
  }

  private func read(_ path: String, of picture: StreetPicture) async throws -> CanvasPicture {
    var decoded = try await decoder.picture(at: path) { [width = StreetPage.largestWidth] size in
      size.width <= width
        ? size : PixelSize(width: width, height: max(1, size.height * width / size.width))
    }
    try Task.checkCancellation()
    let sphere = PictureSphere(
      whole: decoded.fileSize, heading: picture.details.heading, pitch: picture.pitch,
      roll: picture.roll)
    decoded.sphere = picture.isSphere ? sphere : nil
    return CanvasPicture(decoded, at: path, countsAs: decoded.fileSize)
  }

  /// Shows a picture in the direction in which one has looked, or none.
  private func show(_ seen: CanvasPicture?, of picture: StreetPicture?) {
    refinement?.cancel()
    let heading = canvas.panorama?.heading
    canvas.show(seen)
    shown = picture
    if let heading, let now = canvas.panorama?.heading {
      canvas.panorama?.turn(right: heading - now)
    }
    showDetails()
    guard let picture, canvas.panorama != nil else { return }
    refinement = Task { [weak self] in
      // The picture stays less sharp if one goes on, or there is no larger one.
      try? await Task.sleep(for: StreetPage.refineDelay)
      guard !Task.isCancelled, let path = try? await self?.walk.largeFile(),
        let large = try? await self?.read(path, of: picture), large.pixels.sphere != nil
      else { return }
      self?.canvas.refine(large)
    }
  }

  /// Shows what is known of the picture at which one stands, if there is one.
  private func showDetails() {
    let details = shown?.details
    for (id, isShown) in [
      ("map", shown != nil), ("credit", shown != nil), ("keep", shown != nil && pin != nil),
    ] {
      gtk_widget_set_visible(layout[id], isShown.gboolean)
      layout[id].setAccessibleHidden(!isShown)
    }
    let isFree = shown?.isFree ?? false
    gtk_widget_set_sensitive(layout["keep"], isFree.gboolean)
    gtk_widget_set_tooltip_text(
      layout["keep"], isFree ? nil : tr("Its licence does not allow keeping a copy."))
    layout["title"].set("subtitle", to: details?.taken.map(Words.taken) ?? "")
    let credit = [details?.author, details?.license, Words.name(of: .panoramax)]
      .compactMap { $0 }.joined(separator: " · ")
    gtk_label_set_text(layout["credit-text"].cast(), credit)
    layout["credit"].setAccessibleName(credit)
    showHeading()
  }

  /// Shows which way one looks.
  private func showHeading() {
    let heading = canvas.panorama.map { $0.heading } ?? shown?.details.heading
    let hadFocus = arrows.hasFocus
    arrows.show(shown, looking: heading)
    // The focus must stay in the page, or no key would work.
    if hadFocus, !arrows.hasFocus { gtk_widget_grab_focus(canvas.widget) }
    compass.heading = heading
    if let shown { showOnMap(shown.place, heading) }
    canvasName =
      canvas.panorama == nil ? tr("Picture of a street") : Words.panorama(looking: heading)
  }

  /// Shows that a picture is awaited; with false, the next step is possible.
  private func setWaiting(_ isWaiting: Bool) {
    if !isWaiting { work = nil }
    spinner.isSpinning = isWaiting
    gtk_widget_set_visible(layout["waiting"], isWaiting.gboolean)
  }

  private func showMissing(_ title: String, _ text: String, canRetry: Bool = false) {
    show(nil, of: nil)
    let missing = layout["missing"]
    adw_status_page_set_title(missing.cast(), title)
    adw_status_page_set_description(missing.cast(), markup(text))
    gtk_widget_set_visible(layout["remedy"], canRetry.gboolean)
    layout["remedy"].setAccessibleHidden(!canRetry)
    showPage(missing, of: stage)
    grabFocus()
  }

  /// Puts the picture into the album of the pin.
  private func keep() {
    guard let pin, let details = shown?.details else { return }
    widget.changeLibrary { [weak self, session] in
      let isNew = try await session.keep(details, of: pin)
      self?.widget.ask(
        .showMessage(
          isNew
            ? tr("The picture is in the album now. New Collection keeps it.")
            : tr("The picture is in the album already.")))
    }
  }
}
