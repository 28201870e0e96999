import Atlas
import CAdwaita
import CGLib
import CShumate
import Dispatch
import Files
import GLibBridge
import MapDrawing
import Places
import TouristSession
import TravelModel
import Widgets

/// The layer that shows the world as a globe, over the flat map's tiles and names.
final class GlobeLayer: Drawing {
  let layer: OpaquePointer
  /// Called when the flat map under it has come into sight or is out of sight, and when the
  /// globe's names have changed.
  var onCoverChange: () -> Void = {}
  /// What stands on the globe.
  var markers: () -> [MarkerSpot] = { [] }
  private let camera: MapCamera
  private let data: MapData
  private let findNames: () -> MapNames?
  /// What is named on it: made, which takes a while, when it is first seen.
  private var names: GlobeNames?
  private let thread = WorkThread("globe", .userInitiated)
  private var painters: Painters?
  private var preparing: Task<Void, Never>?
  private var dropCall: ScheduledCall?
  private var stillCall: ScheduledCall?
  private var stillTask: Task<Void, Never>?
  /// What shows, also while it fades away.
  private var shown: GlobeView?
  private var opacity = 0.0
  private var fadeTarget = 0.0
  private var fade: Animation?
  private var picture: Picture?
  var tinted: Set<Int> = [] {
    didSet { if tinted != oldValue { lookChanged() } }
  }

  /// What globes are painted for.
  private struct Look: Equatable {
    /// In pixels.
    var radius: Double
    var scale: Int
    var isDark: Bool
    /// The numbers of the countries that are tinted.
    var tinted: Set<Int>
  }

  /// While it moves, a pixel of a fine screen is painted once for several; at rest each by itself.
  private struct Painters: Sendable {
    let look: Look
    let moving: GlobePainter
    let still: GlobePainter
  }

  /// The globe as it was painted last.
  private struct Picture {
    var texture: Ref<OpaquePointer>
    var center: Coordinate
    var look: Look
    /// The width of the texture in radii of the globe.
    var width: Double

    init(_ painter: GlobePainter, _ bytes: Bytes, center: Coordinate, look: Look) {
      let side = Int32(painter.backdrop.side)
      texture = Ref(
        adopting: gdk_memory_texture_new(
          side, side, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes.pointer, gsize(painter.stride))!)
      (self.center, self.look) = (center, look)
      width = Double(side) / painter.backdrop.radius
    }
  }

  /// How long the flat map takes to become a globe, in milliseconds.
  private static let fadeDuration: UInt32 = 220
  /// How long what a globe is painted from is kept after it has gone, in milliseconds: it is some
  /// ten megabytes, and takes some tenths of a second to make.
  private static let keptFor: UInt32 = 60_000
  /// A globe that has not moved for so long, in milliseconds, is at rest.
  private static let restAfter: UInt32 = 120

  init(_ data: MapData, camera: MapCamera, findNames: @escaping () -> MapNames?) {
    self.data = data
    self.findNames = findNames
    self.camera = camera
    layer = makeLayer(globeLayerType, viewport: camera.viewport)
    gtk_widget_set_can_target(layer.widget, 0)
    layer.setAccessibleHidden(true)
    layer.setDrawing(self)
    camera.onBeyondWorld = { [weak self] in self?.prepare { self?.camera.becomeGlobe() } }
    adw_style_manager_get_default().on("notify::dark") { [weak self] in self?.lookChanged() }
    camera.map.on("notify::scale-factor") { [weak self] in self?.lookChanged() }
  }

  /// Tells whether nothing of the flat map can be seen.
  var coversMap: Bool { camera.globe != nil && opacity == 1 }

  /// Follows the camera.
  func viewChanged() {
    let globe = camera.globe
    if let globe {
      let wasShown = shown != nil && fadesIn
      shown = globe
      if !wasShown { startFade(in: true) }
      if painters?.look != look(of: globe) { prepare {} }
    } else if shown != nil, fadesIn {
      startFade(in: false)
    }
    gtk_widget_queue_draw(layer.widget)
  }

  /// What is called by a name around the middle.
  var namesInMiddle: [String] {
    shown.flatMap { names?.nearest(to: $0, count: GlobeLayer.saidNames) } ?? []
  }

  /// More names would be too many to listen to.
  private static let saidNames = 3

  func draw(on snapshot: OpaquePointer) {
    guard let shown, opacity > 0, let painters else { return }
    let isFading = opacity < 1
    if isFading { gtk_snapshot_push_opacity(snapshot, opacity) }
    var space = GdkRGBA(GlobeBackdrop.space(isDark: painters.look.isDark))
    var all = graphene_rect_t(x: 0, y: 0, width: shown.width, height: shown.height)
    gtk_snapshot_append_color(snapshot, &space, &all)
    if let picture = picture(of: shown, by: painters) {
      let side = picture.width * shown.radius
      var frame = graphene_rect_t(
        x: shown.width / 2 - side / 2, y: shown.height / 2 - side / 2, width: side, height: side)
      gtk_snapshot_append_texture(snapshot, picture.texture.pointer, &frame)
    }
    names = names ?? findNames().map { GlobeNames($0, for: layer.widget) }
    names?.draw(
      on: snapshot, shown, besides: markers(), isDark: painters.look.isDark,
      scale: painters.look.scale)
    if isFading { gtk_snapshot_pop(snapshot) }
  }
}

extension GlobeLayer {
  private func look(of globe: GlobeView) -> Look {
    Look(
      radius: globe.radius, scale: camera.scale,
      isDark: adw_style_manager_get_dark(adw_style_manager_get_default()) != 0, tinted: tinted)
  }

  private func lookChanged() {
    painters = shown == nil ? nil : painters
    if let globe = camera.globe, painters?.look != look(of: globe) { prepare {} }
  }

  private var fadesIn: Bool { fadeTarget == 1 }

  private func startFade(in isIn: Bool) {
    fade?.stop()
    fadeTarget = isIn ? 1 : 0
    let from = opacity
    dropCall?.cancel()
    fade = Animation(
      on: layer.widget, milliseconds: GlobeLayer.fadeDuration, easing: ADW_EASE_IN_OUT_CUBIC,
      step: { [weak self] progress in
        guard let self else { return }
        opacity = from + (fadeTarget - from) * progress
        gtk_widget_queue_draw(layer.widget)
      },
      done: { [weak self] in self?.faded() })
    onCoverChange()
  }

  private func faded() {
    fade = nil
    opacity = fadeTarget
    if opacity == 0 {
      (shown, picture) = (nil, nil)
      dropCall = MainLoop.after(milliseconds: GlobeLayer.keptFor) { [weak self] in
        guard let self, shown == nil else { return }
        painters = nil
      }
    }
    gtk_widget_queue_draw(layer.widget)
    onCoverChange()
  }

  /// Makes what the globe of the window's size is painted from, if it is not there.
  private func prepare(_ done: @escaping () -> Void) {
    let (width, height) = camera.size
    let wanted = look(of: GlobeView(center: .origin, width: width, height: height))
    if painters?.look == wanted { return done() }
    // What is on its way may be for an earlier size, and is asked for anew when it is there.
    guard preparing == nil else { return }
    let data = data
    let known = painters
    preparing = Task { [weak self, thread] in
      let made = await thread.run { GlobeLayer.painters(wanted, of: data, known) }
      guard let self else { return }
      preparing = nil
      guard let made else { return }
      painters = made
      done()
      viewChanged()
    }
  }

  private nonisolated static func painters(
    _ look: Look, of data: MapData, _ known: Painters?
  ) -> Painters? {
    let palette = look.isDark ? MapPalette.dark : .light
    let radius = look.radius * Double(look.scale)
    let surface: GlobeSurface? =
      if let known, known.look.isDark == look.isDark, known.look.tinted == look.tinted,
        known.still.suits(radius: radius)
      {
        known.still.surface
      } else {
        GlobeSurface(
          outlines: data.outlines, landscape: data.landscape, palette: palette, radius: radius,
          tinted: look.tinted)
      }
    guard let surface,
      let fine = GlobeBackdrop(radius: radius, palette: palette, isDark: look.isDark),
      let coarse = look.scale == 1
        ? fine : GlobeBackdrop(radius: look.radius, palette: palette, isDark: look.isDark)
    else { return nil }
    return Painters(
      look: look, moving: GlobePainter(surface, on: coarse), still: GlobePainter(surface, on: fine))
  }

  private func picture(of globe: GlobeView, by painters: Painters) -> Picture? {
    if let picture, picture.center == globe.center, picture.look == painters.look {
      return picture
    }
    stillTask?.cancel()
    guard let bytes = painters.moving.paint(around: globe.center) else { return picture }
    picture = Picture(painters.moving, bytes, center: globe.center, look: painters.look)
    if painters.look.scale > 1 { paintStillSoon() }
    return picture
  }

  /// Paints each pixel of a fine screen when the globe has come to rest.
  private func paintStillSoon() {
    stillCall?.cancel()
    stillCall = MainLoop.after(milliseconds: GlobeLayer.restAfter) { [weak self] in
      guard let self, let center = shown?.center, let painters else { return }
      stillTask = Task { [weak self, thread] in
        let bytes = await thread.run { painters.still.paint(around: center) }
        guard let self, let bytes, !Task.isCancelled, shown?.center == center,
          self.painters?.look == painters.look
        else { return }
        picture = Picture(painters.still, bytes, center: center, look: painters.look)
        gtk_widget_queue_draw(layer.widget)
      }
    }
  }
}

private let globeLayerType = registerDrawnWidget(
  of: shumate_layer_get_type(), named: "VirtualTouristGlobe")
