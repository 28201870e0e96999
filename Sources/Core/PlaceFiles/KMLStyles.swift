import TravelModel

/// The colours of a style of KML; those that are nil come from the style that it links to.
struct KMLStyle: Equatable {
  var icon: ColorText.Paint?
  var line: ColorText.Paint?
  var area: ColorText.Paint?
  /// The name of a shared style.
  var link: String?

  /// This style, with what it lacks from another.
  func over(_ other: KMLStyle) -> KMLStyle {
    KMLStyle(
      icon: icon ?? other.icon, line: line ?? other.line, area: area ?? other.area,
      link: link ?? other.link)
  }

  /// The colour of a place: of a point, or of the middle of an area.
  func placeColor(isArea: Bool) -> PinColor? { (isArea ? area ?? line ?? icon : icon)?.color }
}

extension KMLStyle {
  /// Reads the colour in the name of a style: Google My Maps has names such as `icon-1899-0288D1-nodesc`
  /// and `line-0288D1-5000`, and sometimes no such style.
  init(named name: String) {
    self.init()
    let words = name.split(separator: "-")
    let digits = words.dropFirst().first { $0.utf8.count == 6 }
    let paint = digits.flatMap { ColorText.paint(web: String($0)) }
    switch words.first {
    case "icon": icon = paint
    case "line": line = paint
    case "poly": area = paint
    default: break
    }
  }
}

struct KMLStyles {
  private var styles: [String: KMLStyle] = [:]
  /// The name of the style that is being read.
  private var name: String?
  private var draft = KMLStyle()
  /// Of the `StyleMap` that is being read, the style for placemarks without a pointer over them.
  private var pair = KMLStyle()
  /// Whether the `Pair` that is being read is of the style for placemarks without a pointer over
  /// them.
  private var isNormal = true

  /// The most shared styles of a file; later ones give no colour.
  private static let mostStyles = 20_000
  /// The longest name of a style, in bytes.
  private static let longestName = 200
  /// How many links are followed from one style to the next; files have one, from a pair to its
  /// style.
  private static let longestChain = 8

  /// Meets an element; returns the style that ends with it, if it belongs to a placemark.
  mutating func meet(_ event: XMLWalk.Event, _ walk: XMLWalk) -> KMLStyle? {
    let path = walk.path
    let parent = path.dropLast().last
    switch (event, path.last) {
    case (.start, "Style") where parent == "CascadingStyle": draft = KMLStyle()
    // Google Earth's web version names the element around a style, and not the style.
    case (.start, "Style") where parent != "Pair", (.start, "CascadingStyle"), (.start, "StyleMap"):
      (name, draft, pair) = (walk.attribute("id"), KMLStyle(), KMLStyle())
    case (.start, "Pair"): (draft, isNormal) = (KMLStyle(), true)
    case (.end, "color"):
      guard let paint = ColorText.paint(kml: walk.text) else { break }
      switch parent {
      // A white icon keeps the colours of its picture.
      case "IconStyle" where !ColorText.isWhite(kml: walk.text): draft.icon = paint
      case "LineStyle": draft.line = paint
      case "PolyStyle": draft.area = paint
      default: break
      }
    case (.end, "href") where path.suffix(3).first == "IconStyle":
      draft.icon = draft.icon ?? ColorText.paint(icon: walk.text)
    case (.end, "key") where parent == "Pair": isNormal = walk.text.trimmed == "normal"
    case (.end, "styleUrl") where parent == "Pair": draft.link = KMLStyles.name(in: walk.text)
    case (.end, "Pair"): if isNormal { pair = draft.over(pair) }
    case (.end, "Style") where parent == "Placemark": return draft
    case (.end, "Style") where parent != "Pair": define(draft)
    case (.end, "StyleMap") where parent == "Placemark": return pair
    case (.end, "StyleMap"): define(pair)
    default: break
    }
    return nil
  }

  /// The name of the shared style that a link leads to; nil for none, and for one of another file.
  static func name(in link: String) -> String? {
    let link = link.trimmed
    let name = link.hasPrefix("#") ? String(link.dropFirst()) : link
    let isGood =
      !name.isEmpty && name.utf8.count <= longestName && !name.utf8.contains(UInt8(ascii: "#"))
    return isGood ? name : nil
  }

  /// A style with the colours that it has from the shared styles it links to.
  func resolved(_ style: KMLStyle) -> KMLStyle {
    var style = style
    for _ in 0..<KMLStyles.longestChain {
      guard let link = style.link else { break }
      style.link = nil
      style = style.over(styles[link] ?? KMLStyle(named: link))
    }
    return style
  }

  private mutating func define(_ style: KMLStyle) {
    guard let name = name.flatMap(KMLStyles.name), styles.count < KMLStyles.mostStyles else {
      return
    }
    styles[name] = style.over(styles[name] ?? KMLStyle(named: name))
  }
}
