import TravelModel

/// A sheet of paper, in points.
package struct Paper: Hashable, Sendable {
  package let width: Double
  package let height: Double
  /// The margin on each side.
  package let margin: Double

  package init(width: Double, height: Double, margin: Double) {
    (self.width, self.height, self.margin) = (width, height, margin)
  }

  package static let a4 = Paper(width: 595.28, height: 841.89, margin: 48)
  package static let letter = Paper(width: 612, height: 792, margin: 48)

  var innerWidth: Double { width - 2 * margin }
  var innerHeight: Double { height - 2 * margin }
}

/// The places of an album's pictures on its pages.
struct PageLayout {
  /// The place of a picture and its caption, in points from the paper's corner.
  struct Cell: Hashable {
    /// The picture's place in the album.
    let index: Int
    let x: Double
    /// The lower edge of the picture, which is the upper one of the caption.
    let baseline: Double
    let width: Double
    let pictureWidth: Double
    let pictureHeight: Double
  }

  private(set) var pages: [[Cell]] = []

  /// The height for a caption: two lines of title, one of credit, and the gap below.
  static let captionHeight = 46.0
  /// The height for the page number.
  static let footerHeight = 26.0
  private static let gap = 18.0
  /// Pictures narrower than this ratio share a row.
  private static let uprightRatio = 0.95
  /// The largest size of a picture's pixel, in points: larger ones would be visible.
  private static let largestPixel = 1.2

  /// Lays out pictures of these sizes, which are upright, in order: two rows fit on a page, and two
  /// narrow pictures in a row.
  init(_ sizes: [PixelSize], on paper: Paper) {
    let (width, height) = (paper.innerWidth, paper.innerHeight - PageLayout.footerHeight)
    let rowLimit = max(1, (height - PageLayout.gap) / 2 - PageLayout.captionHeight)
    let ratios = sizes.map { Double($0.width) / Double(max(1, $0.height)) }
    var page: [Cell] = []
    var top = 0.0
    var index = 0
    while index < sizes.count {
      let isPair =
        index + 1 < sizes.count && ratios[index] < PageLayout.uprightRatio
        && ratios[index + 1] < PageLayout.uprightRatio
      let indices = isPair ? [index, index + 1] : [index]
      let cellWidth = isPair ? (width - PageLayout.gap) / 2 : width
      let heights = indices.map {
        min(cellWidth / ratios[$0], rowLimit, Double(sizes[$0].height) * PageLayout.largestPixel)
      }
      let rowHeight = heights.max() ?? 0
      if top > 0, top + rowHeight + PageLayout.captionHeight > height + 0.5 {
        pages.append(page)
        (page, top) = ([], 0)
      }
      for (column, picture) in indices.enumerated() {
        page.append(
          Cell(
            index: picture, x: paper.margin + Double(column) * (cellWidth + PageLayout.gap),
            baseline: paper.margin + top + rowHeight, width: cellWidth,
            pictureWidth: heights[column] * ratios[picture], pictureHeight: heights[column]))
      }
      top += rowHeight + PageLayout.captionHeight + PageLayout.gap
      index += indices.count
    }
    if !page.isEmpty { pages.append(page) }
  }
}
