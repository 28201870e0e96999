import MapDrawing

/// The pictures of names and their marks, each drawn once for a look of the map.
final class LabelPictures {
  var look = MapLook() {
    didSet { if look != oldValue { (written, marks) = ([:], [:]) } }
  }
  private var written: [MapName: [HaloPicture]] = [:]
  private var marks: [NameStyle: HaloPicture] = [:]

  /// The number of cached names: more than the largest window shows, at some 10 kB each.
  private static let keptTexts = 1500

  /// The pictures of a name's parts; those along a line differ at each level.
  func texts(of name: MapName, _ parts: [Label.Art]) -> [HaloPicture] {
    if let known = written[name] { return known }
    if written.count >= LabelPictures.keptTexts { written = [:] }
    let style = LabelStyle(name.style, in: look)
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

  /// The picture of a name's mark.
  func mark(of name: MapName) -> HaloPicture {
    if let mark = marks[name.style] { return mark }
    let style = LabelStyle(name.style, in: look)
    let mark = HaloPicture(
      markOf: name.style, ink: style.ink, halo: style.halo, scale: look.scale)
    marks[name.style] = mark
    return mark
  }
}
