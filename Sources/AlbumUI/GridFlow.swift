import CAdwaita
import CGLib
import GLibBridge
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

  /// Remembers the present places of the photos.
  init(cells: [PhotoCell], in area: Widget) {
    self.area = area
    for cell in cells {
      if let photo = cell.photo, let place = GridFlow.place(of: cell, in: area) {
        before[photo.id] = (place.x + cell.shift.x, place.y + cell.shift.y)
      }
    }
  }

  /// Begins once, when the photos have their new places but are not yet drawn there.
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
    MainLoop.whenIdle { [weak self] in self?.play() }
  }

  private func play() {
    guard !ways.isEmpty else { return }
    animation = Animation(
      on: area, milliseconds: GridFlow.duration, easing: ADW_EASE_OUT_CUBIC
    ) { [weak self] in
      self?.move(by: $0)
    }
  }

  /// Ends the animation with every photo at its place.
  func end() {
    hasBegun = true
    animation?.stop()
    move(by: 1)
    ways = []
  }

  /// Draws the photos at a part of their way, from 0 to 1.
  private func move(by part: Double) {
    for way in ways where way.cell.photo?.id == way.photo {
      way.cell.draw(shiftedBy: (way.x * (1 - part), way.y * (1 - part)))
    }
  }

  private static func place(of cell: PhotoCell, in area: Widget) -> (x: Double, y: Double)? {
    var bounds = graphene_rect_t()
    guard gtk_widget_get_mapped(cell.widget) != 0,
      gtk_widget_compute_bounds(cell.widget, area, &bounds) != 0, bounds.size.height > 1
    else { return nil }
    return (Double(bounds.origin.x), Double(bounds.origin.y))
  }
}
