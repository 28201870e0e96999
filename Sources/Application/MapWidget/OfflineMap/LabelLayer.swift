import CAdwaita
import GLibBridge
import MapDrawing
import TravelModel
import Widgets

/// The names of countries, cities, seas and other features of the offline map.
///
/// They lie under the network's tiles, which have names of their own.
final class LabelLayer: Drawing {
  let layer: OpaquePointer
  private unowned let canvas: MapCanvas
  private var labels: [Label] = []
  private var covered: MapArea?
  /// The names that could be placed in an area, before markers are considered.
  private var found: (area: MapArea, candidates: [Candidate])?
  /// The markers that the names avoid.
  private var avoided: [MarkerSpot] = []
  private lazy var pictures = LabelPictures(for: layer.widget)
  /// The view of the last movement, and whether that goes on.
  private var view: MapView?
  private var isMoving = false
  private lazy var comesToRest = Debounce<Void>(for: LabelLayer.restTime) { [weak self] in
    guard let self else { return }
    isMoving = false
    gtk_widget_queue_draw(layer.widget)
  }
  private lazy var refreshSoon = BeforeLayout { [weak self] in self?.refresh() }
  private lazy var bent = BentNames(pictures)

  /// How far around the window names are placed, in pixels: far enough that a name keeps its
  /// priority when it comes into the window.
  private static let margin = 300.0
  /// The free space beside a name, and above and below it, in pixels: a line of text includes some.
  private static let air = (x: 4.0, y: 2.0)
  /// The distance from the map's edge within which a name fades out while the map moves, in pixels, so
  /// that it is never cut.
  ///
  /// At rest, when it is to be read, it is there as a whole or not at all.
  private static let fade = 12.0
  /// How long the view must stay as it is to be at rest.
  private static let restTime = Duration.milliseconds(250)

  init(on canvas: MapCanvas) {
    self.canvas = canvas
    layer = makeDrawnLayer(over: canvas.camera)
    layer.setDrawing(self)
  }

  func viewChanged() {
    gtk_widget_queue_draw(layer.widget)
    if !coversView { refreshSoon() }
    guard camera.view != view else { return }
    (view, isMoving) = (camera.view, true)
    comesToRest(())
  }

  /// Makes room for the markers that stand there now.
  func markersChanged() {
    guard let covered, canvas.markers(covered.at(zoom: camera.view.zoom)) != avoided else { return }
    self.covered = nil
    refreshSoon()
  }

  /// Suits the names to another look of the map.
  func lookChanged() {
    if canvas.look.font != pictures.look.font {
      (covered, found) = (nil, nil)
      refreshSoon()
    }
    pictures.look = canvas.look
    gtk_widget_queue_draw(layer.widget)
  }

  private var camera: MapCamera { canvas.camera }

  private var coversView: Bool {
    let visible = camera.projection.area
    return covered.map { LabelLayer.covers($0, visible) } ?? false
  }

  private static func covers(_ area: MapArea, _ visible: MapArea) -> Bool {
    level(of: area.zoom) == level(of: visible.zoom) && area.contains(visible)
  }

  /// The level whose names are shown at a zoom.
  private static func level(of zoom: Double) -> Double { (zoom + headStart).rounded(.down) }

  /// Names of a level are shown this much before it is reached: users rarely stop exactly there.
  private static let headStart = 0.25
}

extension LabelLayer {
  /// Places the names of an area, the most important first.
  private func refresh() {
    guard let names = canvas.names, camera.size.width > 0 else { return }
    let known = found.flatMap { LabelLayer.covers($0.area, camera.projection.area) ? $0 : nil }
    // Markers are grouped by the zoom, which may be another one by now.
    let area =
      known?.area.at(zoom: camera.view.zoom) ?? camera.projection.area(margin: LabelLayer.margin)
    covered = area
    // Names are placed for the lowest zoom of the level; above it they only move apart.
    let level = LabelLayer.level(of: area.zoom)
    let worldSize = MapView(center: .origin, zoom: level - LabelLayer.headStart).worldSize
    var placement = LabelPlacement()
    avoided = canvas.markers(area)
    let crowd = MarkerCrowd(avoided, worldSize: worldSize)
    let all =
      known?.candidates
      ?? names.names(in: area, level: Int(level), textScale: canvas.look.font.scale).flatMap {
        self.candidates(for: $0, in: area, worldSize: worldSize)
      }
    found = (area, all)
    let candidates = all.compactMap { $0.clear(of: crowd) }
    for candidate in candidates {
      for _ in 0..<candidate.name.wishes {
        candidate.options[0].boxes.forEach { placement.wish(for: $0) }
        candidate.mark.map { placement.wish(forMark: $0) }
      }
    }
    func place(_ candidate: Candidate, sparing wishes: Int = .max) -> Label? {
      placement.place(
        candidate.options.map(\.boxes), mark: candidate.mark, anchor: candidate.anchor,
        sparing: wishes
      )
      .map { candidate.options[$0].label }
    }
    // After the greatest cities are placed, the names that avoided them are tried again.
    let lastGreatest = candidates.lastIndex { $0.name.wishes >= MapName.wishesOfWorldCity }
    let count = lastGreatest.map { $0 + 1 } ?? 0
    labels = []
    var waiting: [Candidate] = []
    for candidate in candidates.prefix(count) {
      let sparing = candidate.name.givesWay ? MapName.wishesOfWorldCity : .max
      if let label = place(candidate, sparing: sparing) {
        labels.append(label)
      } else if candidate.name.givesWay {
        waiting.append(candidate)
      }
    }
    labels += (waiting + candidates.dropFirst(count)).compactMap { place($0) }
    gtk_widget_queue_draw(layer.widget)
  }

  /// A name at one of its positions, and the ways to place it there.
  private struct Candidate {
    var name: MapName
    var options: [BentNames.Option]
    var mark: LabelBox?
    /// The position, if the name stands beside it or on it.
    var anchor: (x: Double, y: Double)?

    /// The options that avoid markers; nil if there are none.
    func clear(of crowd: MarkerCrowd) -> Candidate? {
      let clear = options.filter { !crowd.meets($0.label) }
      return clear.isEmpty ? nil : Candidate(name: name, options: clear, mark: mark, anchor: anchor)
    }
  }

  /// The candidates along a name's courses or, where it does not fit there, upright.
  ///
  /// A river's name is never upright, because it would cross the river.
  private func candidates(for name: MapName, in area: MapArea, worldSize: Double) -> [Candidate] {
    let upright =
      name.style == .river
      ? [] : area.copies(of: name.point).map { self.upright(name, at: $0, worldSize: worldSize) }
    guard let names = canvas.names, let landmark = name.landmark else { return upright }
    let places = bent.places(
      of: name, along: names.courses(ofLandmark: landmark), in: area, worldSize: worldSize
    ).filter { !$0.isEmpty }
    guard places.count == 1, upright.count == 1 else {
      return places.isEmpty ? upright : places.map { Candidate(name: name, options: $0) }
    }
    return [Candidate(name: name, options: places[0] + upright[0].options)]
  }

  private func upright(_ name: MapName, at point: WorldPoint, worldSize: Double) -> Candidate {
    let layout = pictures.layout(name.text, name.style, size: name.fontSize)
    let (width, height) = pixelSize(of: layout)
    let spot = (x: point.x * worldSize, y: point.y * worldSize)
    return Candidate(
      name: name,
      options: name.offsets(width: width, height: height, worldSize: worldSize).map { offset in
        let place = LabelBox(x: offset.x, y: offset.y, width: width, height: height)
        let label = Label(
          name: name, parts: [Label.Part(point: point, box: place, art: .text(layout))])
        let (x, y) = LabelLayer.air
        return (label, [place.moved(to: spot).with(margin: x, y: y)])
      },
      mark: name.isMarked ? Label.mark.moved(to: spot) : nil, anchor: spot)
  }

  func draw(on snapshot: OpaquePointer) {
    if !coversView { refreshSoon() }
    guard !canvas.coversOfflineMap else { return }
    var world = camera.flat.world
    world.x += (covered?.turns(to: Mercator.project(camera.view.center)) ?? 0) * world.size
    // Names move together by whole pixels, because fractions would blur the letters.
    (world.x, world.y) = (world.x.rounded(), world.y.rounded())
    let window = LabelBox(x: 0, y: 0, width: camera.size.width, height: camera.size.height)
    let obstacles = canvas.obstacles()
    var whole: [Label] = []
    var fading: [(label: Label, depth: Double)] = []
    for label in labels {
      let boxes = label.boxes(in: world)
      let depth = LabelBox(around: boxes).depth(in: window)
      guard depth > 0, !obstacles.contains(where: { boxes.contains(where: $0.meets) }) else {
        continue
      }
      if isMoving, depth < LabelLayer.fade {
        fading.append((label, depth))
      } else if depth >= LabelLayer.fade / 2 {
        whole.append(label)
      }
    }
    draw(whole, in: world, on: snapshot)
    for (label, depth) in fading {
      gtk_snapshot_push_opacity(snapshot, depth / LabelLayer.fade)
      draw([label], in: world, on: snapshot)
      gtk_snapshot_pop(snapshot)
    }
  }

  /// Draws names over the marks of places.
  private func draw(_ labels: [Label], in world: WorldOnScreen, on snapshot: OpaquePointer) {
    for label in labels where label.name.isMarked {
      let place = world.position(of: label.parts[0].point)
      pictures.mark(of: label.name)
        .append(to: snapshot, x: place.x.rounded(), y: place.y.rounded())
    }
    for label in labels {
      let texts = pictures.texts(of: label.name, label.parts.map(\.art))
      for (picture, part) in zip(texts, label.parts) {
        var place = world.position(of: part.point)
        if case .text = part.art { place = (place.x + part.box.x, place.y + part.box.y) }
        picture.append(to: snapshot, x: place.x.rounded(), y: place.y.rounded())
      }
    }
  }
}
