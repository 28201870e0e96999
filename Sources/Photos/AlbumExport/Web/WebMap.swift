import CCairo
import Files
import MapDrawing

/// The map of a web page: pictures for large and small screens, in light and dark.
enum WebMap {
  private typealias Picture = (
    name: String, screens: String, width: Double, height: Double, isDark: Bool
  )

  /// The pictures, with sizes in CSS pixels; a browser shows the first whose media query matches.
  private static let pictures: [Picture] = [
    ("map-small-dark.png", "(max-width:30rem) and (prefers-color-scheme:dark)", 400, 260, true),
    ("map-small.png", "(max-width:30rem)", 400, 260, false),
    ("map-dark.png", "(prefers-color-scheme:dark)", 960, 420, true),
    ("map.png", "all", 960, 420, false),
  ]
  /// Picture pixels per CSS pixel: as on sharp screens.
  private static let scale = 2.0
  private static let labelSize = 13.0

  static func write(
    _ album: ExportedAlbum, _ map: ExportMap, into folder: String
  ) throws(ExportFailure) {
    for picture in pictures {
      let painting = Painting(
        width: Int(picture.width * scale), height: Int(picture.height * scale))
      cairo_scale(painting.cairo, scale, scale)
      PlaceMap(
        of: album, map, width: picture.width, height: picture.height, labelSize: labelSize,
        on: painting.cairo
      ).paint(isDark: picture.isDark, x: 0, y: 0)
      let file = IncomingFile(path: "\(folder)/\(picture.name)", isOrdinary: true)
      try CairoStream.writePNG(painting.surface, into: file)
      try onDisk { () throws(DiskFailure) in _ = try file.sync() }
    }
  }

  static func html(folder: String, name: String) -> String {
    let sources = pictures.map { picture in
      "<source srcset=\"\(folder)/\(picture.name)\" media=\"\(picture.screens)\">\n"
    }
    return """
      <picture>
      \(sources.joined())<img class="map" src="\(folder)/map.png" alt="\(HTML.text(name))">
      </picture>

      """
  }
}
