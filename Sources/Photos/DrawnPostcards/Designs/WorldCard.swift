import Atlas
import GLibBridge
import MapDrawing

/// All of the world in true distances and directions from the place.
struct WorldCard: Card {
  let name = "world"

  func title(of scene: Scene) -> String { tr("The world from {place}", ["place": scene.name]) }

  func draw(_ scene: Scene, on page: Page) {
    guard let outlines = scene.outlines else { return }
    let (middle, radius) = ((x: 600.0, y: 480.0), 440.0)
    let projection = Azimuthal(
      .equidistant, around: scene.coordinate, at: middle, radius: radius / .pi)
    page.circle(middle, radius)
    page.clipped { page.map(scene, outlines.shapes(.coarse), in: projection, lineWidth: 1.5) }
    for ring in 1...3 { page.circle(middle, radius * Double(ring) / 4) }
    page.stroke(page.theme.ink, width: 3, opacity: 0.35, dashes: [3, 12])
    page.circle(middle, radius)
    page.stroke(page.theme.ink, width: 10)
    page.mark(middle)
    page.caption(scene.name, tr("in the middle of the world"), under: 940)
  }
}
