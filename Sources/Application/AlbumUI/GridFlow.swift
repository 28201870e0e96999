import CAdwaita
import TravelModel
import Widgets

/// Animates the photos that move to other places when the list changes.
final class GridFlow {
  private struct Way {
    let cell: PhotoCell
    let photo: Photo.ID
    let x: Double
    let y: Double
  }

  private let area: Widget
  private var before: [Photo.ID: (x: Double, y: Double)] = [:]
  private var ways: [Way] = []
  private var animation: Animation?
  private var hasBegun = false

  /// The length of the animation, in milliseconds.
  private static let duration: UInt32 = 200

  /// Remembers where the photos are now.
  init(cells: [PhotoCell], in area: Widget) {
    self.area = area
    for cell in cells {
      if let photo = cell.photo, let place = GridFlow.place(of: cell, in: area) {
        before[photo.id] = (place.x + cell.shift.x, place.y + cell.shift.y)
      }
    }
  }

  /// Starts, once the photos have their new places but are not yet drawn there.
  func begin(_ cells: [PhotoCell]) {
    guard !hasBegun else { return }
    hasBegun = true
    guard adw_get_enable_animations(area) != 0 else { return }
    for cell in cells {
      guard let photo = cell.photo, let old = before[photo.id],
        let new = GridFlow.place(of: cell, in: area), old != new
      else { continue }
      ways.append(Way(cell: cell, photo: photo.id, x: old.x - new.x, y: old.y - new.y))
    }
    guard !ways.isEmpty else { return }
    move(by: 0)
    // The frame with the layout may take longer than the whole animation, so it starts after that.
    // It does not wait for other animations, such as that of a toast.
    atNextFrame(of: area) { [weak self] in
      guard let self, !ways.isEmpty else { return }
      animation = Animation(
        on: area, milliseconds: GridFlow.duration, easing: ADW_EASE_OUT_CUBIC
      ) { [weak self] in
        self?.move(by: $0)
      }
    }
  }

  /// Ends the animation with every photo at its place.
  func end() {
    hasBegun = true
    animation?.stop()
    move(by: 1)
    ways = []
  }

  /// Draws the photos after a fraction of their way, from 0 to 1.
  private func move(by part: Double) {
    for way in ways where way.cell.photo?.id == way.photo {
      way.cell.draw(shiftedBy: (way.x * (1 - part), way.y * (1 - part)))
    }
  }

  /// What is seen at a point while photos move.
  enum Sight {
    /// A moving photo, and where on it the point is.
    case photo(PhotoCell, x: Double, y: Double)
    /// The place of a photo that has not arrived yet.
    case gap
  }

  /// What is seen at a point; nil if nothing moves.
  func sight(x: Double, y: Double) -> Sight? {
    var found: (sight: Sight, place: (y: Double, x: Double))?
    var isGap = false
    for way in ways where way.cell.photo?.id == way.photo {
      guard way.cell.shift != (0, 0), let place = GridFlow.place(of: way.cell, in: area) else {
        continue
      }
      let side = Double(gtk_widget_get_width(way.cell.widget))
      let (inX, inY) = (x - place.x, y - place.y)
      isGap = isGap || (0..<side).contains(inX) && (0..<side).contains(inY)
      let (seenX, seenY) = (inX - way.cell.shift.x, inY - way.cell.shift.y)
      guard (0..<side).contains(seenX), (0..<side).contains(seenY) else { continue }
      // Photos with later places are drawn over the others.
      if let found, (place.y, place.x) < found.place { continue }
      found = (.photo(way.cell, x: seenX, y: seenY), (place.y, place.x))
    }
    return found?.sight ?? (isGap ? .gap : nil)
  }

  private static func place(of cell: PhotoCell, in area: Widget) -> (x: Double, y: Double)? {
    var bounds = graphene_rect_t()
    guard gtk_widget_get_mapped(cell.widget) != 0,
      gtk_widget_compute_bounds(cell.widget, area, &bounds) != 0, bounds.size.height > 1
    else { return nil }
    return (Double(bounds.origin.x), Double(bounds.origin.y))
  }
}
