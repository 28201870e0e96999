import CAdwaita
import CGLib
import GLibBridge
import TravelModel
import Widgets

/// What is shown of a pin while the pointer rests on it, or the keyboard has come to it: its name,
/// how many photos it has, and the first of them.
package final class PinCard {
  let photos: PinPhotos
  /// The pin that was asked about last, and its pictures as far as they are there.
  private var pin: Pin?
  private var pictures: [Ref<OpaquePointer>] = []
  private var task: Task<Void, Never>?
  private var popover: Ref<Widget>?
  /// The card that comes next.
  private var waiting: ScheduledCall?
  /// How long the keyboard is on a marker before its card comes, in milliseconds: when the map comes
  /// back, it is there before the marker has a place, and the pin may be going.
  private static let patience: UInt32 = 300

  /// How often, and how many times, an album being filled is checked for new photos: about as long
  /// as a pointer rests.
  private static let pause = Duration.milliseconds(500)
  private static let attempts = 20

  /// How many pictures are shown, and how large they are, in pixels.
  private static let count = 4
  private static let side: Int32 = 72
  /// The longest line of text, in characters: about as wide as the pictures.
  private static let lineLength: Int32 = 36
  /// How many lines of a note are shown.
  private static let noteLines: Int32 = 6

  package init(_ photos: PinPhotos) { self.photos = photos }

  /// Makes what is shown of a pin; `refresh` is called when there is more to show.
  func make(for pin: Pin, refresh: @escaping () -> Void) -> Widget {
    if pin != self.pin || (task == nil && isIncomplete(for: pin)) { load(pin, refresh) }
    let title = gtk_label_new(pin.title)!
    title.addClass("heading")
    let count = gtk_label_new(
      [pin.words.mark.map { Words.name(of: $0) }, Words.photoCount(pin.photoCount)]
        .compactMap { $0 }.joined(separator: " · "))!
    count.addClass("caption")
    for label in [title, count] {
      gtk_label_set_xalign(label.cast(), 0)
      gtk_label_set_ellipsize(label.cast(), PANGO_ELLIPSIZE_END)
      gtk_label_set_max_width_chars(label.cast(), PinCard.lineLength)
    }
    // Places far from everything have long names.
    gtk_label_set_wrap(title.cast(), 1)
    gtk_label_set_wrap_mode(title.cast(), PANGO_WRAP_WORD_CHAR)
    gtk_label_set_lines(title.cast(), 2)
    let card = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 3, title, count)
    if let note = pin.words.note { gtk_box_append(card.cast(), PinCard.makeNote(note)) }
    guard !pictures.isEmpty else { return card }
    let row = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 3)
    gtk_widget_set_margin_top(row, 3)
    for texture in pictures {
      let square = PhotoSquare.make(side: PinCard.side)
      PhotoSquare.fill(square, with: texture, side: PinCard.side)
      gtk_box_append(row.cast(), square)
    }
    gtk_box_append(card.cast(), row)
    return card
  }

  private static func makeNote(_ note: String) -> Widget {
    let label = gtk_label_new(note)!
    gtk_label_set_xalign(label.cast(), 0)
    gtk_label_set_wrap(label.cast(), 1)
    gtk_label_set_wrap_mode(label.cast(), PANGO_WRAP_WORD_CHAR)
    gtk_label_set_ellipsize(label.cast(), PANGO_ELLIPSIZE_END)
    gtk_label_set_lines(label.cast(), noteLines)
    gtk_label_set_max_width_chars(label.cast(), lineLength)
    return label
  }

  /// Looks for the pictures anew when the pin is shown next: its album may be another by then.
  func forgetPictures() {
    task?.cancel()
    (task, pin, pictures) = (nil, nil, [])
  }

  /// Shows the card beside a marker that the keyboard has come to.
  func show(_ pin: Pin, at marker: Widget) {
    hide()
    let marker = Ref(retaining: marker)
    waiting = MainLoop.after(milliseconds: PinCard.patience) { [weak self] in
      guard let self else { return }
      waiting = nil
      if gtk_widget_get_mapped(marker.pointer) != 0 { present(pin, at: marker.pointer) }
    }
  }

  private func present(_ pin: Pin, at marker: Widget) {
    let popover = gtk_popover_new()!
    // It is looked at and not used: the keyboard stays where it is.
    gtk_popover_set_autohide(popover.cast(), 0)
    gtk_widget_set_can_focus(popover, 0)
    gtk_widget_set_can_target(popover, 0)
    popover.setAccessibleHidden(true)
    gtk_widget_set_parent(popover, marker)
    self.popover = Ref(retaining: popover)
    fill(popover, with: pin)
    gtk_popover_popup(popover.cast())
  }

  /// Takes the card of the keyboard away.
  func hide() {
    waiting?.cancel()
    waiting = nil
    guard let popover else { return }
    self.popover = nil
    gtk_popover_popdown(popover.pointer.cast())
    // Not before what brought this about has been handled: the marker may be going just now.
    MainLoop.whenIdle {
      if gtk_widget_get_parent(popover.pointer) != nil { gtk_widget_unparent(popover.pointer) }
    }
  }

  private func fill(_ popover: Widget, with pin: Pin) {
    let card = make(for: pin) { [weak self] in
      if let self, self.popover?.pointer == popover { fill(popover, with: pin) }
    }
    gtk_popover_set_child(popover.cast(), card)
  }

  private func load(_ pin: Pin, _ refresh: @escaping () -> Void) {
    self.pin = pin
    pictures = []
    task?.cancel()
    task = Task { [weak self, photos] in
      for attempt in 0..<PinCard.attempts {
        if attempt > 0 { try? await Task.sleep(for: PinCard.pause) }
        let found = await photos.pictures(
          of: pin.id, count: PinCard.count, pixels: Int(PinCard.side) * 2)
        guard let self, !Task.isCancelled, self.pin == pin else { return }
        let isNew = found.count != pictures.count
        pictures = found
        if isNew { refresh() }
        if !isIncomplete(for: pin) { break }
      }
      if !Task.isCancelled { self?.task = nil }
    }
  }

  /// Tells whether there are more pictures to show than are here.
  private func isIncomplete(for pin: Pin) -> Bool {
    pictures.count < min(PinCard.count, pin.photoCount)
  }
}
