import CAdwaita
import CGLib
import GLibBridge
package import TouristSession
import TravelModel
import Widgets

/// The card of a pin under the pointer or the focus: its name, number of photos, and the first of
/// them.
package final class PinCard {
  let photos: PinPhotos
  private let map: MapModel
  /// The pin of the last card, and the pictures loaded so far.
  private var pin: Pin?
  private var pictures: [Ref<OpaquePointer>] = []
  private var task: Task<Void, Never>?

  /// How often, and how many times, the album of a filling pin is checked for new photos: about as
  /// long as a pointer rests.
  private static let pause = Duration.milliseconds(500)
  private static let attempts = 20

  /// How many pictures are shown, and how large they are, in pixels.
  private static let count = 4
  private static let side: Int32 = 72

  package init(_ photos: PinPhotos, of map: MapModel) {
    self.photos = photos
    self.map = map
  }

  /// Makes the card of a pin; `refresh` is called when there is more to show.
  func make(for pin: Pin, refresh: @escaping () -> Void) -> Ref<Widget> {
    if pin != self.pin || (task == nil && isIncomplete(for: pin)) { load(pin, refresh) }
    let layout = Layout("pin-card")
    gtk_label_set_label(layout["title"].cast(), pin.title)
    let facts = [pin.details.mark.map { Words.name(of: $0) }, Words.photos(map.stock(of: pin))]
    gtk_label_set_label(layout["facts"].cast(), facts.compactMap { $0 }.joined(separator: " · "))
    if let note = pin.details.note {
      gtk_label_set_label(layout["note"].cast(), note)
      gtk_widget_set_visible(layout["note"], 1)
    }
    for texture in pictures {
      let square = PhotoSquare(side: PinCard.side)
      square.show(texture)
      gtk_box_append(layout["photos"].cast(), square.widget)
    }
    gtk_widget_set_visible(layout["photos"], (!pictures.isEmpty).gboolean)
    return Ref(retaining: layout["card"])
  }

  /// Loads the pictures anew for the next card, because the album may have changed.
  func forgetPictures() {
    task?.cancel()
    (task, pin, pictures) = (nil, nil, [])
  }

  /// Shows the card beside a focused pin.
  ///
  /// It is no popover, because a key typed while one appears or goes may be lost with it.
  func show(_ pin: Pin, on bubble: MapBubble) {
    let holder = adw_bin_new()!
    // The card ignores the pointer.
    gtk_widget_set_can_focus(holder, 0)
    gtk_widget_set_can_target(holder, 0)
    holder.setAccessibleHidden(true)
    bubble.show(holder, at: pin.coordinate, .besidePin)
    fill(Ref(retaining: holder), with: pin)
  }

  private func fill(_ holder: Ref<Widget>, with pin: Pin) {
    let card = make(for: pin) { [weak self] in self?.fill(holder, with: pin) }
    adw_bin_set_child(holder.pointer.cast(), card.pointer)
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

  /// Whether there are more pictures to show than are loaded.
  private func isIncomplete(for pin: Pin) -> Bool {
    pictures.count < min(PinCard.count, pin.photoCount)
  }
}
