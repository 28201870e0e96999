import CAdwaita
import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// Shows for a few seconds the name of the pin that was dropped last and the state of its album,
/// with a button that opens it.
final class DroppedBubble {
  /// The pin of the bubble; nil while it is hidden.
  private(set) var pin: Pin.ID?

  var onHide: (Pin.ID) -> Void = { _ in }

  private let bubble: MapBubble
  private let session: Session
  private var observer: Observer?
  private var pinObserver: Observer?
  private var albumObserver: Observer?
  private var clock: ScheduledCall?
  private var nextCall: ScheduledCall?

  /// The delay after the drop, in milliseconds: first the pin is drawn and its photos are
  /// requested.
  private static let delay: UInt32 = 200
  /// How long the bubble stays, in milliseconds, and how much longer each time while the user is
  /// about to use it.
  private static let stay: UInt32 = 7000
  private static let longerStay: UInt32 = 1000
  /// How often the number of photos changes: more often would be unreadable, and drawing each
  /// number would slow down the photos.
  private static let countingPace = Duration.milliseconds(500)

  init(on bubble: MapBubble, session: Session) {
    self.bubble = bubble
    self.session = session
    observer = Observer(of: { session.map.lastDropped }) { [weak self] in
      if let dropped = $0 { self?.schedule(dropped) }
    }
  }

  private func schedule(_ dropped: Pin) {
    nextCall?.cancel()
    if pin != nil { bubble.hide() }
    nextCall = MainLoop.after(milliseconds: DroppedBubble.delay) { [weak self] in
      self?.nextCall = nil
      self?.show(dropped)
    }
  }

  private func show(_ dropped: Pin) {
    guard session.map.pins[dropped.id]?.coordinate == dropped.coordinate else { return }
    let layout = Layout("dropped-bubble")
    let (title, detail) = (layout["title"], layout["detail"])
    gtk_label_set_label(title.cast(), dropped.title)
    layout["open"].on("clicked") { [weak self] in
      guard let self else { return }
      let map = bubble.layer.widget
      bubble.hide()
      map.ask(.openAlbum(dropped.id))
    }
    let album = session.albums.loadedAlbum(of: dropped.id)
    bubble.show(
      layout["bubble"], named: tr("Dropped {title}", ["title": dropped.title]),
      at: dropped.coordinate, .besidePin
    ) { [weak self, session] in
      album.map(session.albums.release)
      self?.hidden()
    }
    pin = dropped.id
    pinObserver = Observer(of: { [session] in session.map.pins[dropped.id] }) { [weak self] pin in
      guard let pin, pin.coordinate == dropped.coordinate else { return self?.bubble.hide() ?? () }
      gtk_label_set_text(title.cast(), pin.title)
    }
    albumObserver = Observer(pace: DroppedBubble.countingPace) { [session] in
      guard let pin = session.map.pins[dropped.id] else { return }
      gtk_label_set_text(
        detail.cast(), album.map(DroppedBubble.text) ?? Words.photos(session.map.stock(of: pin)))
    }
    wait(milliseconds: DroppedBubble.stay, for: layout["bubble"])
  }

  /// The progress of an album; when it is complete, its number of photos.
  private static func text(of album: AlbumModel) -> String {
    if album.activity == .none {
      let isWhole = album.tally.all > 0 && album.tally.stored == album.tally.all
      return isWhole ? Words.count(of: album) : Words.photos(album.stock)
    }
    let status = Words.status(of: album)
    return status.isEmpty ? Words.photos(album.stock) : status
  }

  private func hidden() {
    clock?.cancel()
    (pinObserver, albumObserver) = (nil, nil)
    guard let pin else { return }
    self.pin = nil
    onHide(pin)
  }

  private func wait(milliseconds: UInt32, for content: Widget) {
    clock = MainLoop.after(milliseconds: milliseconds) { [weak self] in
      guard let self else { return }
      let flags = gtk_widget_get_state_flags(content).rawValue
      let isInUse = flags & GTK_STATE_FLAG_PRELIGHT.rawValue != 0 || Focus.isIn(content)
      isInUse ? wait(milliseconds: DroppedBubble.longerStay, for: content) : bubble.hide()
    }
  }
}
