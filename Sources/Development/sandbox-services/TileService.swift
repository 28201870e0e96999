import CAdwaita
import CGLib
import GLibBridge
import TestFiles
import TravelModel

/// Map tiles with different colours, at `/tiles/{z}/{x}/{y}.png`; they fail between `/switch/off`
/// and `/switch/on`.
enum TileService {
  static func install(on server: SandboxServer) {
    var isOn = true
    server.serve("/switch") { (request: Request) in
      isOn = request.path.hasSuffix("/on")
      return SandboxServer.Answer()
    }
    server.serve("/tiles") { (request: Request) in
      isOn ? answer(to: request) : SandboxServer.Answer(status: 503)
    }
    // The answer of OpenStreetMap's server to programs that it blocks.
    server.serve("/blocked") { (_: Request) in
      .text("Access blocked. See https://operations.osmfoundation.org/policies/tiles/", status: 403)
    }
    // Tiles in which the colour of each pixel says where on the map it is.
    server.serve("/ruler") { (request: Request) in answer(to: request, drawnBy: drawRuler) }
    // A server that cannot make one of its tiles.
    server.serve("/patchy") { (request: Request) in
      request.path.hasSuffix("/4/8/6.png")
        ? SandboxServer.Answer(status: 500) : answer(to: request)
    }
    // A server that fails to make one of its tiles the first time.
    var hasFailed = false
    server.serve("/flaky") { (request: Request) in
      guard request.path.hasSuffix("/4/8/7.png"), !hasFailed else { return answer(to: request) }
      hasFailed = true
      return SandboxServer.Answer(status: 500)
    }
    // A server whose tiles are short files with very large pictures.
    server.serve("/vast") { (_: Request) in
      SandboxServer.Answer(contentType: "image/png", body: Bytes(copying: OddImages.vastTile))
    }
    // NASA's pictures from satellites, whose rows come before the columns: a layer has its own depth, and
    // one has its days.
    server.serve("/gibs") { (request: Request) in
      let parts = Array(request.parts.dropFirst().dropLast(3))
      if parts == [
        "BlueMarble_ShadedRelief_Bathymetry", "default", "GoogleMapsCompatible_Level8",
      ] {
        return answer(to: request, deepest: 8, isSatellite: true)
      }
      guard parts.count == 4, CalendarDay(parts[2]) != nil,
        parts[0] == "MODIS_Terra_CorrectedReflectance_TrueColor", parts[1] == "default",
        parts[3] == "GoogleMapsCompatible_Level9"
      else { return .text("<ExceptionReport/>", status: 400, type: "text/xml") }
      return answer(to: request, deepest: 9, isSatellite: true)
    }
    server.serve("/eox/s2cloudless-2024_3857/default/g") { (request: Request) in
      answer(to: request, deepest: 14, isSatellite: true)
    }
    // A login page instead of a tile, as in networks of hotels.
    server.serve("/captive") { (_: Request) in
      SandboxServer.Answer(
        contentType: "text/html", body: Bytes(copying: "<html>Please log in</html>".utf8))
    }
  }

  private static func answer(
    to request: Request, deepest: Int = 19, isSatellite: Bool = false,
    drawnBy draw: @MainActor (_ z: Int, _ x: Int, _ y: Int, OpaquePointer) -> Void = drawName
  ) -> SandboxServer.Answer {
    let name = request.path.split(separator: "/").last?.split(separator: ".").first ?? ""
    let parts = request.parts.dropFirst().dropLast()
    var numbers = (parts + [String(name)]).compactMap(Int.init)
    if isSatellite, numbers.count == 3 { numbers.swapAt(1, 2) }
    guard numbers.count == 3, numbers[0] <= deepest, isTile(numbers[0], numbers[1], numbers[2])
    else {
      return SandboxServer.Answer(status: 404)
    }
    let tag = "\"\(numbers.map(String.init).joined(separator: "-"))\""
    if request.header("If-None-Match") == tag { return SandboxServer.Answer(status: 304) }
    let type = isSatellite ? "jpeg" : "png"
    return SandboxServer.Answer(
      contentType: "image/\(type)",
      body: picture(type) { draw(numbers[0], numbers[1], numbers[2], $0) }, headers: ["ETag": tag])
  }

  private static func isTile(_ z: Int, _ x: Int, _ y: Int) -> Bool {
    (0...19).contains(z) && (0..<(1 << z)).contains(x) && (0..<(1 << z)).contains(y)
  }

  private static func drawName(z: Int, x: Int, y: Int, on surface: OpaquePointer) {
    let cairo = cairo_create(surface)!
    defer { cairo_destroy(cairo) }
    // Neighbouring tiles have different colours, so that a picture shows which tile is where.
    let hue = Double((x * 5 + y * 3) % 7) / 7
    cairo_set_source_rgb(cairo, 0.62 + 0.15 * hue, 0.80, 0.92 - 0.2 * hue)
    cairo_paint(cairo)
    cairo_set_source_rgb(cairo, 0.45, 0.55, 0.65)
    cairo_rectangle(cairo, 0.5, 0.5, 256, 256)
    cairo_set_line_width(cairo, 1)
    cairo_stroke(cairo)
    cairo_set_font_size(cairo, 18)
    cairo_move_to(cairo, 12, 28)
    cairo_show_text(cairo, "\(z)/\(x)/\(y)")
  }

  /// Red is the column in the tile, green the row, and blue the level.
  private static func drawRuler(z: Int, x: Int, y: Int, on surface: OpaquePointer) {
    let stride = Int(cairo_image_surface_get_stride(surface))
    let start = UnsafeMutableRawPointer(cairo_image_surface_get_data(surface)!)
    for row in 0..<256 {
      let pixels = (start + row * stride).assumingMemoryBound(to: UInt32.self)
      for column in 0..<256 { pixels[column] = UInt32(column << 16 | row << 8 | 160 + 4 * z) }
    }
    cairo_surface_mark_dirty(surface)
  }

  private static func picture(_ type: String, _ draw: (OpaquePointer) -> Void) -> Bytes {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 256, 256)!
    defer { cairo_surface_destroy(surface) }
    draw(surface)
    let pixbuf = gdk_pixbuf_get_from_surface(surface, 0, 0, 256, 256)!
    defer { g_object_unref(pixbuf.raw) }
    // A better compression would take longer than everything else.
    return Bytes(copying: encoded(pixbuf, as: type, type == "png" ? ["compression": "1"] : [:]))
  }
}
