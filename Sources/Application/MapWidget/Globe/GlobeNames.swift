import GLibBridge
import Glibc
import MapDrawing
import TravelModel
import Widgets

/// The names on the globe: the major ones of the flat map.
final class GlobeNames {
  private let names: [Name]
  private var placed: (view: GlobeView, names: [(name: Name, offset: (x: Double, y: Double))])?
  private let pictures: LabelPictures

  private struct Name {
    let name: MapName
    let place: Coordinate
    let layout: Ref<OpaquePointer>
    let size: (width: Double, height: Double)
  }

  /// Names closer to the rim than this, as the cosine of the angle to the eye, would be unreadable.
  private static let rim = 0.35
  /// Names are placed anew after the globe has turned this far, in pixels.
  private static let patience = 24.0
  /// The free room around a name, in pixels.
  private static let air = 5.0

  init(_ all: MapNames, in look: MapLook, for widget: Widget) {
    let pictures = LabelPictures(for: widget)
    pictures.look = look
    self.pictures = pictures
    let (far, near) = (
      all.names(in: .wholeWorld(zoom: 1), level: 1, textScale: look.font.scale),
      all.names(in: .wholeWorld(zoom: 2), level: 2, textScale: look.font.scale)
    )
    // Oceans come first; on the flat map they make room for smaller waters at close zooms.
    let seas = far.filter { $0.style == .sea }
    let known = Set(seas.map(\.text))
    names = (seas + near.filter { $0.style != .river && !known.contains($0.text) })
      .map { name in
        let layout = pictures.layout(name.text, name.style, size: name.fontSize)
        return Name(
          name: name, place: Mercator.coordinate(at: name.point), layout: layout,
          size: pixelSize(of: layout))
      }
  }

  /// Draws the names, except those below a marker.
  func draw(
    on snapshot: OpaquePointer, _ globe: GlobeView, besides markers: [MarkerSpot], in look: MapLook
  ) {
    pictures.look = look
    if !isPlaced(on: globe) { place(on: globe) }
    var taken = LabelBoxes()
    for marker in markers {
      let place = globe.position(of: Mercator.coordinate(at: marker.point))
      guard place.height > 0 else { continue }
      for box in marker.boxes { taken.insert(box.moved(to: (place.x, place.y))) }
    }
    for (name, offset) in placed?.names ?? [] {
      let position = globe.position(of: name.place)
      guard position.height > GlobeNames.rim else { continue }
      let (x, y) = (position.x.rounded(), position.y.rounded())
      let box = LabelBox(
        x: x + offset.x, y: y + offset.y, width: name.size.width, height: name.size.height)
      if taken.meets(box) { continue }
      if name.name.isMarked { pictures.mark(of: name.name).append(to: snapshot, x: x, y: y) }
      pictures.texts(of: name.name, [.text(name.layout)])[0]
        .append(to: snapshot, x: (x + offset.x).rounded(), y: (y + offset.y).rounded())
    }
  }

  /// The names nearest to the middle of a globe; a screen reader could not present many more.
  func nearest(to globe: GlobeView) -> [String] {
    let near = (placed?.names ?? []).map { name, _ in
      (text: name.name.text, height: globe.position(of: name.place).height)
    }
    return near.sorted { $0.height > $1.height }.prefix(3).map(\.text)
  }

  private func isPlaced(on globe: GlobeView) -> Bool {
    guard let placed, placed.view.radius == globe.radius else { return false }
    let middle = globe.position(of: placed.view.center)
    let moved = hypot(middle.x - globe.width / 2, middle.y - globe.height / 2)
    return middle.height > 0 && moved < GlobeNames.patience
  }

  /// Finds room for the names, the most important first.
  private func place(on globe: GlobeView) {
    var placement = LabelPlacement()
    let found = names.compactMap { name -> (Name, (x: Double, y: Double))? in
      let position = globe.position(of: name.place)
      guard position.height > GlobeNames.rim else { return nil }
      let offsets = name.name.offsets(
        width: name.size.width, height: name.size.height, worldSize: 2 * .pi * globe.radius)
      let boxes = offsets.map { offset in
        LabelBox(
          x: position.x + offset.x, y: position.y + offset.y, width: name.size.width,
          height: name.size.height
        ).with(margin: GlobeNames.air)
      }
      // Names must not extend into space.
      let onGlobe = boxes.indices.filter { globe.contains(boxes[$0]) }
      return placement.place(onGlobe.map { boxes[$0] }).map { (name, offsets[onGlobe[$0]]) }
    }
    placed = (globe, found)
  }
}
