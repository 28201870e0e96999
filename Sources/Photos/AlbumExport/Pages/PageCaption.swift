import MapDrawing
import TravelModel

/// The caption of a picture on a page: its title, author and licence.
struct PageCaption {
  /// The height, with the gap above.
  private(set) var height = PageCaption.gap
  private var lines: [Line] = []

  /// A text of the caption, at a distance from its corner.
  private struct Line {
    let text: PageText
    let x: Double
    let y: Double
    let color: MapColor
    let link: String?
  }

  private static let gap = 5.0
  private static let (titleSize, creditSize) = (10.0, 9.0)
  /// A longer title ends with an ellipsis.
  private static let mostTitleLines = 3
  /// More than any credit takes: a credit is told in full, however narrow its picture.
  private static let mostCreditLines = 24

  init(of photo: ExportedPhoto, width: Double, on cairo: OpaquePointer) {
    let details = photo.details
    let title = PageText(
      photo.title, size: PageCaption.titleSize, isBold: true, width: width,
      lines: PageCaption.mostTitleLines, on: cairo)
    add(title, AlbumPages.ink, link: details.pageAddress)
    height += 1
    let isLinked = details.licenseAddress.flatMap(WebAddress.page) != nil
    let color = isLinked ? AlbumPages.linkColor : AlbumPages.faint
    // Both on one line, if there is room.
    if let author = details.author, let license = details.license {
      let (first, second) = (credit("\(author) · ", on: cairo), credit(license, on: cairo))
      if first.width + second.width <= width {
        let top = height
        add(first, AlbumPages.faint)
        lines.append(
          Line(
            text: second, x: first.width, y: top, color: color, link: details.licenseAddress))
        return
      }
    }
    if let author = details.author {
      add(credit(author, width: width, on: cairo), AlbumPages.faint)
    }
    if let license = details.license {
      add(credit(license, width: width, on: cairo), color, link: details.licenseAddress)
    }
  }

  /// Draws the caption with its upper left corner at a point.
  func draw(x: Double, y: Double) {
    for line in lines { line.text.draw(x: x + line.x, y: y + line.y, line.color, link: line.link) }
  }

  private func credit(_ text: String, width: Double? = nil, on cairo: OpaquePointer) -> PageText {
    PageText(
      text, size: PageCaption.creditSize, width: width, lines: PageCaption.mostCreditLines,
      on: cairo)
  }

  /// Adds a text below the others.
  private mutating func add(_ text: PageText, _ color: MapColor, link: String? = nil) {
    lines.append(Line(text: text, x: 0, y: height, color: color, link: link))
    height += text.height
  }
}
