import GLibBridge

/// The Earth with the place in its middle, among stars.
struct GlobeCard: Card {
  let name = "globe"

  func title(of scene: Scene) -> String { tr("{place} on the globe", ["place": scene.name]) }

  func draw(_ scene: Scene, on page: Page) {
    let middle = (x: 600.0, y: 500.0)
    page.stars()
    page.globe(scene, around: scene.coordinate, at: middle, radius: 440)
    page.mark(middle)
    page.caption(scene.name, under: 960)
  }
}
