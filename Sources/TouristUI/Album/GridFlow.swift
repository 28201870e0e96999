import CAdwaita
import CGLib
import GLibBridge
import Travels

/// Lets the photos that stay flow to their new places when others go or come.
final class GridFlow {
  private let area: Widget
  private var before: [Photo.ID: (x: Double, y: Double)] = [:]
  private var animation: Animation?

  /// How long the photos take, in milliseconds.
  private static let duration: UInt32 = 200

  /// Remembers where the photos are now.
  init(cells: [PhotoCell], in area: Widget) {
    self.area = area
    for cell in cells {
      if let photo = cell.photo, let place = GridFlow.place(of: cell, in: area) {
        before[photo.id] = place
      }
    }
  }

  /// Begins when the photos have their new places.
  func begin(cells: @escaping () -> [PhotoCell]) {
    guard adw_get_enable_animations(area) != 0 else { return }
    // Laid out once more before the first frame, and not seen at their ends before.
    MainLoop.whenIdle(priority: 115) { [weak self] in self?.flow(cells()) }
  }

  private func flow(_ cells: [PhotoCell]) {
    var ways: [(cell: PhotoCell, photo: Photo.ID, x: Double, y: Double)] = []
    for cell in cells {
      guard let photo = cell.photo, let old = before[photo.id],
        let new = GridFlow.place(of: cell, in: area), old != new
      else { continue }
      ways.append((cell, photo.id, old.x - new.x, old.y - new.y))
    }
    let step = { @MainActor (value: Double) in
      for way in ways where way.cell.photo?.id == way.photo {
        way.cell.draw(shiftedBy: (way.x * (1 - value), way.y * (1 - value)))
      }
    }
    step(0)
    animation = Animation(
      on: area, milliseconds: GridFlow.duration, easing: ADW_EASE_OUT_CUBIC, step: step)
  }

  private static func place(of cell: PhotoCell, in area: Widget) -> (x: Double, y: Double)? {
    var bounds = graphene_rect_t()
    guard gtk_widget_get_mapped(cell.widget) != 0,
      gtk_widget_compute_bounds(cell.widget, area, &bounds) != 0, bounds.size.height > 1
    else { return nil }
    return (Double(bounds.origin.x), Double(bounds.origin.y))
  }
}
