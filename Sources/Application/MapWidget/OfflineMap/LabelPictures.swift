/// The pictures of names and of the marks beside them, each drawn once for a look of the map.
final class LabelPictures {
  var look = MapLook() {
    didSet { if look != oldValue { (written, marks) = ([:], [:]) } }
  }
  private var written: [MapName: [HaloPicture]] = [:]
  private var marks: [MapName.Style: HaloPicture] = [:]

  /// How many names are kept: more than the largest window shows, at some 10 kB each.
  private static let keptTexts = 1500

  /// The pictures of a name's parts: along a line it stands at another point at each level.
  func texts(of name: MapName, _ parts: [Label.Art]) -> [HaloPicture] {
    if let known = written[name] { return known }
    if written.count >= LabelPictures.keptTexts { written = [:] }
    let style = LabelStyle(name.style, isDark: look.isDark)
    let new = parts.map { part in
      switch part {
      case .text(let layout):
        HaloPicture(layout, ink: style.ink, halo: style.halo, scale: look.scale)
      case .letters(let letters):
        HaloPicture(letters, ink: style.ink, halo: style.halo, scale: look.scale)
      }
    }
    written[name] = new
    return new
  }

  /// The picture of what marks the place of a name.
  func mark(of name: MapName) -> HaloPicture {
    if let mark = marks[name.style] { return mark }
    let style = LabelStyle(name.style, isDark: look.isDark)
    let mark = HaloPicture(
      markOf: name.style, ink: style.ink, halo: style.halo, scale: look.scale)
    marks[name.style] = mark
    return mark
  }
}
