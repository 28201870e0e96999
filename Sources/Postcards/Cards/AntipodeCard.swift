import CCairo
import Cartography
import GLibBridge
import Travels

/// The place, and what is on the other side of the world.
struct AntipodeCard: Card {
  let name = "antipode"
  let size = PixelSize.landscape

  func title(of scene: Scene) -> String {
    tr("On the other side of the world from {place}", ["place": scene.name])
  }

  func suits(_ scene: Scene) -> Bool { scene.outlines != nil }

  func draw(_ scene: Scene, on page: Page) {
    let radius = 345.0
    let (here, there) = ((x: 425.0, y: 440.0), (x: 1175.0, y: 440.0))
    page.globe(scene, around: scene.coordinate, at: here, radius: radius)
    page.globe(scene, around: scene.antipode, at: there, radius: radius)
    page.line((here.x + radius + 12, here.y), (there.x - radius - 12, there.y))
    page.stroke(page.theme.accent, width: 4, dashes: [2, 12])
    page.mark(here, size: 1.2)
    page.mark(there, size: 1.2)
    var head = page.label
    head.size = 52
    head.weight = PANGO_WEIGHT_BOLD
    let width = 640.0
    for (title, coordinate, x) in [
      (scene.name, scene.coordinate, here.x), (scene.antipodeTitle, scene.antipode, there.x),
    ] {
      let block = page.fitted(title, head, width: width, lines: 2, side: .middle)
      page.draw(block, x: x - width / 2, y: 890, page.theme.ink)
      page.write(
        Amount.coordinate(coordinate), page.note, at: (x, 890 + block.height + 26), .middle)
    }
    page.write(
      tr("On the other side of the world").uppercased(), page.overline,
      at: (page.width / 2, 1130), .middle)
  }
}
