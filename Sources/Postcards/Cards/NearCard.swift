import Atlas
import CCairo
import Cartography
import GLibBridge
import Glibc
import Travels

/// What lies near, how far and in which direction.
struct NearCard: Card {
  let name = "near"
  let size = PixelSize.portrait

  /// A city on the chart.
  private struct Neighbour {
    var name: String
    var kilometres: Double
    var bearing: Double
  }

  private static let most = 12
  /// Neighbours in about the same direction hide each other, in degrees.
  private static let apart = 13.0

  func title(of scene: Scene) -> String { tr("What lies near {place}", ["place": scene.name]) }

  func suits(_ scene: Scene) -> Bool { scene.gazetteer != nil }

  func draw(_ scene: Scene, on page: Page) {
    let near = neighbours(scene)
    guard let farthest = near.map(\.kilometres).max(), let nearest = near.map(\.kilometres).min()
    else { return }
    let middle = (x: 600.0, y: 640.0)
    let (inner, outer) = (110.0, 400.0)
    func radius(_ kilometres: Double) -> Double {
      guard farthest > nearest else { return outer }
      let part = (kilometres - nearest * 0.6) / (farthest - nearest * 0.6)
      return inner + (outer - inner) * max(0, part).squareRoot()
    }
    rose(page, middle, outer)
    var placement = LabelPlacement()
    _ = placement.place([LabelBox(x: middle.x - 40, y: middle.y - 40, width: 80, height: 80)])
    for (x, y) in [(0.0, -1.0), (1, 0), (0, 1), (-1, 0)] {
      let letter = (x: middle.x + x * (outer + 146), y: middle.y + y * (outer + 146))
      _ = placement.place([LabelBox(x: letter.x - 30, y: letter.y - 30, width: 60, height: 60)])
    }
    let spots = near.map { one -> Spot in
      let (angle, reach) = (one.bearing * .pi / 180, radius(one.kilometres))
      return (middle.x + sin(angle) * reach, middle.y - cos(angle) * reach)
    }
    for spot in spots { page.line(middle, spot) }
    page.stroke(page.theme.accent, width: 3.5, opacity: 0.8)
    for spot in spots {
      page.circle(spot, 11)
      page.fillPath(page.theme.ink)
      _ = placement.place([LabelBox(x: spot.x - 12, y: spot.y - 12, width: 24, height: 24)])
    }
    for (one, spot) in zip(near, spots) { label(one, at: spot, middle, &placement, page) }
    page.mark(middle, size: 1.5)
    page.legend(
      scene.name, tr("What lies near, and how far"), around: 1400)
  }

  private func rose(_ page: Page, _ middle: Spot, _ radius: Double) {
    page.circle(middle, radius + 110)
    page.fillPath(page.theme.water, opacity: 0.7)
    for part in 1...4 { page.circle(middle, radius * Double(part) / 4) }
    page.stroke(page.theme.coast, width: 2, opacity: 0.5)
    for degree in stride(from: 0.0, to: 360, by: 5) {
      let angle = degree * .pi / 180
      let length = degree.truncatingRemainder(dividingBy: 45) == 0 ? 22.0 : 10
      page.line(
        (middle.x + sin(angle) * (radius + 110), middle.y - cos(angle) * (radius + 110)),
        (
          middle.x + sin(angle) * (radius + 110 - length),
          middle.y - cos(angle) * (radius + 110 - length)
        ))
    }
    page.stroke(page.theme.ink, width: 2.5, opacity: 0.7)
    var lettering = page.label
    lettering.weight = PANGO_WEIGHT_BOLD
    lettering.size = 34
    for (letter, degree) in [(tr("N"), 0.0), (tr("E"), 90), (tr("S"), 180), (tr("W"), 270)] {
      let angle = degree * .pi / 180
      page.write(
        letter, lettering,
        at: (middle.x + sin(angle) * (radius + 146), middle.y - cos(angle) * (radius + 146)),
        .middle)
    }
  }

  private func label(
    _ one: Neighbour, at spot: Spot, _ middle: Spot, _ placement: inout LabelPlacement, _ page: Page
  ) {
    var bold = page.label
    bold.weight = PANGO_WEIGHT_BOLD
    let head = page.block(one.name, bold, width: 330)
    let line = page.block(Amount.roughly(one.kilometres), page.note)
    let (width, height) = (max(head.width, line.width), head.height + line.height - 4)
    let isEast = spot.x >= middle.x
    let offsets = [
      isEast ? (18.0, -height / 2) : (-width - 18, -height / 2), (-width / 2, 16),
      (-width / 2, -height - 16), isEast ? (-width - 18, -height / 2) : (18, -height / 2),
      (14, 8), (-width - 14, 8), (14, -height - 8), (-width - 14, -height - 8),
    ]
    let boxes = offsets.map {
      LabelBox(x: spot.x + $0.0, y: spot.y + $0.1, width: width, height: height)
    }.filter { $0.x > 24 && $0.x + $0.width < page.width - 24 }
    guard let number = placement.place(boxes) else { return }
    let (x, y) = (boxes[number].x, boxes[number].y)
    let isBefore = x + width / 2 < spot.x - 10
    let headX = isBefore ? x + width - head.width : x
    let lineX = isBefore ? x + width - line.width : x
    let halo = page.theme.paper.mixed(with: page.theme.water, 0.7)
    page.drawHalo(head, x: headX, y: y, halo)
    page.drawHalo(line, x: lineX, y: y + head.height - 4, halo)
    page.draw(head, x: headX, y: y, page.theme.ink)
    page.draw(line, x: lineX, y: y + head.height - 4, page.theme.faint)
  }

  /// The cities that one would name, as near as there are enough.
  private func neighbours(_ scene: Scene) -> [Neighbour] {
    guard let gazetteer = scene.gazetteer else { return [] }
    let distances = (0..<gazetteer.count).map {
      (index: $0, kilometres: gazetteer.kilometres(from: $0, to: scene.coordinate))
    }
    var chosen: [Neighbour] = []
    for reach in [150.0, 400, 1000, 2500, 6000, 20_100] {
      let near = distances.filter { $0.kilometres <= reach && $0.kilometres > reach * 0.12 }
      chosen = []
      // The greatest have the lowest numbers.
      for one in near where chosen.count < NearCard.most {
        let city = gazetteer.city(one.index)
        let bearing = GreatCircle.bearing(from: scene.coordinate, to: city.coordinate)
        let isFree = chosen.allSatisfy {
          let turn = abs($0.bearing - bearing)
          return min(turn, 360 - turn) >= NearCard.apart
        }
        guard isFree, city.name != scene.name else { continue }
        chosen.append(
          Neighbour(name: city.name, kilometres: one.kilometres, bearing: bearing))
      }
      if chosen.count >= NearCard.most - 3 { break }
    }
    return chosen
  }
}
