import TravelModel

/// The colours of a style of KML; one that says nothing of a colour has it from the style it links to.
struct KMLStyle: Equatable {
  var icon: ColorText.Paint?
  var line: ColorText.Paint?
  var area: ColorText.Paint?
  /// The number of a shared style.
  var link: Int?

  /// This style, and what another one says besides.
  func over(_ other: KMLStyle) -> KMLStyle {
    KMLStyle(
      icon: icon ?? other.icon, line: line ?? other.line, area: area ?? other.area,
      link: link ?? other.link)
  }

  /// The colour of a place: of a point, or of the middle of an area.
  func placeColor(isArea: Bool) -> PinColor? { (isArea ? area ?? line ?? icon : icon)?.color }
}

/// The shared styles of a KML file, and what has its colours from them.
///
/// A style may stand behind the placemarks that use it, so those wait for the end of the file.
struct KMLStyles {
  private var numbers: [String: Int] = [:]
  /// What is known of the styles, in the order in which they are first named.
  private var styles: [KMLStyle] = []
  /// The places and paths that get the colours of a style at the end.
  private var waiting: [(style: KMLStyle, places: Range<Int>, paths: Range<Int>, isArea: Bool)] = []
  /// The name of the style that is being read.
  private var name: String?
  private var draft = KMLStyle()
  /// The pair of styles that is being read: of it, what counts while no pointer is over a placemark.
  private var pair = KMLStyle()
  private var isNormal = true

  /// More than anybody makes; those that come after them have no colour.
  private static let mostStyles = 20_000
  /// In bytes.
  private static let longestName = 200
  /// How many styles may link to the next one; a pair links to one.
  private static let longestChain = 8

  /// Meets an element; returns the style that ends with it, if it belongs to a placemark.
  mutating func meet(_ event: XMLWalk.Event, _ walk: XMLWalk) -> KMLStyle? {
    let path = walk.path
    let parent = path.dropLast().last
    switch (event, path.last) {
    case (.start, "Style") where parent == "CascadingStyle": draft = KMLStyle()
    // Google Earth on the web names styles by what is around them.
    case (.start, "Style") where parent != "Pair", (.start, "CascadingStyle"), (.start, "StyleMap"):
      (name, draft, pair) = (walk.attribute("id"), KMLStyle(), KMLStyle())
    case (.start, "Pair"): (draft, isNormal) = (KMLStyle(), true)
    case (.end, "color"):
      guard let paint = ColorText.paint(kml: walk.text) else { break }
      switch parent {
      // White lets an icon be as it is.
      case "IconStyle" where !ColorText.isWhite(kml: walk.text): draft.icon = paint
      case "LineStyle": draft.line = paint
      case "PolyStyle": draft.area = paint
      default: break
      }
    case (.end, "href") where path.suffix(3).first == "IconStyle":
      draft.icon = draft.icon ?? ColorText.paint(icon: walk.text)
    case (.end, "key") where parent == "Pair": isNormal = walk.text.trimmed == "normal"
    case (.end, "styleUrl") where parent == "Pair": draft.link = number(of: walk.text)
    case (.end, "Pair"): if isNormal { pair = draft.over(pair) }
    case (.end, "Style") where parent == "Placemark": return draft
    case (.end, "Style") where parent != "Pair": define(draft)
    case (.end, "StyleMap") where parent == "Placemark": return pair
    case (.end, "StyleMap"): define(pair)
    default: break
    }
    return nil
  }

  /// The number of the style that a link names; nil for none, and for one of another file.
  mutating func number(of link: String) -> Int? {
    let link = link.trimmed
    let name = link.hasPrefix("#") ? String(link.dropFirst()) : link
    guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "#")) else { return nil }
    if let number = numbers[name] { return number }
    guard styles.count < KMLStyles.mostStyles, name.utf8.count <= KMLStyles.longestName else {
      return nil
    }
    numbers[name] = styles.count
    styles.append(KMLStyles.style(named: name))
    return styles.count - 1
  }

  /// Gives the colours of a style to some places and paths, at the latest when the file has ended.
  mutating func lend(
    _ style: KMLStyle, to places: Range<Int>, _ paths: Range<Int>, isArea: Bool
  ) {
    guard style.link != nil, !(places.isEmpty && paths.isEmpty) else { return }
    waiting.append((style, places, paths, isArea))
  }

  /// Gives what waits its colours.
  mutating func paint(_ harvest: Harvest) {
    for (style, places, paths, isArea) in waiting {
      let style = resolved(style)
      harvest.paint(places, style.placeColor(isArea: isArea), paths, style.line?.color)
    }
    waiting = []
  }

  private mutating func define(_ style: KMLStyle) {
    guard let name, let number = number(of: name) else { return }
    styles[number] = style.over(styles[number])
  }

  private func resolved(_ style: KMLStyle) -> KMLStyle {
    var style = style
    for _ in 0..<KMLStyles.longestChain {
      guard let link = style.link else { break }
      style.link = nil
      style = style.over(styles[link])
    }
    return style
  }

  /// What the name of a style says of it: Google My Maps has names such as `icon-1899-0288D1-nodesc`
  /// and `line-0288D1-5000`, and sometimes no such style.
  private static func style(named name: String) -> KMLStyle {
    let words = name.split(separator: "-")
    guard ["icon", "line", "poly"].contains(words.first),
      let digits = words.dropFirst().first(where: { $0.utf8.count == 6 }),
      let paint = ColorText.paint(web: String(digits))
    else { return KMLStyle() }
    return words[0] == "icon"
      ? KMLStyle(icon: paint)
      : words[0] == "line" ? KMLStyle(line: paint) : KMLStyle(area: paint)
  }
}
