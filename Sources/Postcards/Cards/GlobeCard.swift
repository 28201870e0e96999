import GLibBridge
import Travels

/// The Earth with the place in its middle.
struct GlobeCard: Card {
  let name = "globe"
  let size = PixelSize.portrait

  func title(of scene: Scene) -> String {
    tr("{place} on the globe", ["place": scene.name])
  }

  func suits(_ scene: Scene) -> Bool { scene.outlines != nil }

  func draw(_ scene: Scene, on page: Page) {
    let middle = (x: 600.0, y: 640.0)
    page.globe(scene, around: scene.coordinate, at: middle, radius: 500)
    page.mark(middle, size: 1.3)
    page.legend(scene.name, Amount.coordinate(scene.coordinate), around: 1390)
  }
}
