import TravelModel

/// A sheet of paper, in points.
package struct Paper: Hashable, Sendable {
  package let width: Double
  package let height: Double
  package let margin: Double

  package init(width: Double, height: Double, margin: Double) {
    (self.width, self.height, self.margin) = (width, height, margin)
  }

  package static let a4 = Paper(width: 595.28, height: 841.89, margin: 48)
  package static let letter = Paper(width: 612, height: 792, margin: 48)

  var innerWidth: Double { width - 2 * margin }
  var innerHeight: Double { height - 2 * margin }
}

/// The places of an album's pictures on its pages, in order: rows that fill the width, and pages
/// that are full.
struct PageLayout {
  /// The place of a picture and its caption, in points from the paper's corner.
  struct Cell: Hashable {
    /// The picture's place in the album.
    let index: Int
    let x: Double
    /// The lower edge of the picture, which is the upper one of the caption.
    let baseline: Double
    /// The width of the caption, and of the picture unless that would be too high or too coarse.
    let width: Double
    let pictureWidth: Double
    let pictureHeight: Double
  }

  private(set) var pages: [[Cell]] = []

  static let footerHeight = 26.0
  /// The distances between pictures of a row, and between rows.
  static let (columnGap, rowGap) = (12.0, 14.0)
  /// The most that the distance between rows grows, where a page is not quite full.
  static let mostSpread = 16.0

  /// Lays out pictures of these sizes, which are upright.
  ///
  /// `captionHeight` measures the caption of a picture in a width; `check` may end the work.
  init<Failure: Error>(
    _ sizes: [PixelSize], on paper: Paper, check: () throws(Failure) -> Void,
    captionHeight: (_ index: Int, _ width: Double) -> Double
  ) throws(Failure) {
    let height = paper.innerHeight - PageLayout.footerHeight
    let rows = try PageRows(
      sizes, width: paper.innerWidth, height: height, check: check, captionHeight)
    var next = 0
    while next < sizes.count {
      let page = rows.page(from: next)
      next += page.reduce(0) { $0 + $1.widths.count }
      let used = page.reduce(PageLayout.rowGap * Double(page.count - 1)) { $0 + $1.height }
      let spread =
        next < sizes.count && page.count > 1
        ? max(0, min(PageLayout.mostSpread, (height - used) / Double(page.count - 1))) : 0
      var top = paper.margin
      pages.append([])
      for row in page {
        var x = paper.margin
        for (column, width) in row.widths.enumerated() {
          let picture = row.pictures[column]
          pages[pages.count - 1].append(
            Cell(
              index: row.first + column, x: x, baseline: top + row.pictureHeight, width: width,
              pictureWidth: picture.width, pictureHeight: picture.height))
          x += width + PageLayout.columnGap
        }
        top += row.height + PageLayout.rowGap + spread
      }
    }
  }
}

/// Pictures side by side, as wide as a page.
private struct PageRow {
  let first: Int
  let widths: [Double]
  let pictures: [(width: Double, height: Double)]
  let height: Double
  /// How far the row is from the best one.
  let cost: Double

  var pictureHeight: Double { pictures.reduce(0) { max($0, $1.height) } }
}

/// All rows that an album can have, and the choice of those that make the best pages.
private struct PageRows {
  private let height: Double
  /// The rows that begin with each picture.
  private var rows: [[PageRow]] = []
  /// The best page that begins with each picture, and the cost of it and all after it.
  private var best: [(page: [PageRow], cost: Double)] = []

  /// Three rows of this height fit on a page, with captions.
  private static let bestHeight = 165.0
  /// The least height of a row of several pictures, in points; a lower row is not made.
  private static let leastHeight = 90.0
  /// Narrower captions would have too many lines.
  private static let leastWidth = 80.0
  private static let (mostPictures, mostRows) = (4, 6)
  /// The largest size of a picture's pixel, in points: larger ones would be visible.
  private static let largestPixel = 1.2
  /// What it costs that a row is not filled, that a page is empty, and that it is more than half
  /// empty; a row of twice the best height costs 1.
  private static let (openRowCost, emptyCost, halfEmptyCost) = (40.0, 6.0, 100.0)

  init<Failure: Error>(
    _ sizes: [PixelSize], width: Double, height: Double, check: () throws(Failure) -> Void,
    _ captionHeight: (_ index: Int, _ width: Double) -> Double
  ) throws(Failure) {
    self.height = height
    for first in sizes.indices {
      try check()
      rows.append(
        (1...PageRows.mostPictures).compactMap { count in
          first + count <= sizes.count
            ? PageRows.row(
              sizes[first..<first + count], width: width,
              // Of two neighbours, each is at most as high as half a page: so both fit on one.
              mostHeight: (height - PageLayout.rowGap) / 2, captionHeight) : nil
        })
    }
    best = Array(repeating: ([], 0), count: sizes.count + 1)
    for first in sizes.indices.reversed() {
      try check()
      best[first].cost = .infinity
      choosePage(from: first, [], next: first, used: -PageLayout.rowGap, cost: 0)
    }
  }

  func page(from first: Int) -> [PageRow] { best[first].page }

  /// Adds rows to a page of some rows, which begins with a picture, and keeps the best page.
  private mutating func choosePage(
    from first: Int, _ page: [PageRow], next: Int, used: Double, cost: Double
  ) {
    guard page.count < PageRows.mostRows else { return }
    for row in rows[next] {
      let bottom = used + PageLayout.rowGap + row.height
      let rowsCost = cost + row.cost
      guard page.isEmpty || bottom <= height, rowsCost < best[first].cost else { continue }
      let end = next + row.widths.count
      let whole = rowsCost + emptyCost(used: bottom, isLast: end == rows.count) + best[end].cost
      if whole < best[first].cost { best[first] = (page + [row], whole) }
      if end < rows.count {
        choosePage(from: first, page + [row], next: end, used: bottom, cost: rowsCost)
      }
    }
  }

  private func emptyCost(used: Double, isLast: Bool) -> Double {
    let empty = max(0, 1 - used / height)
    return PageRows.emptyCost * empty * empty
      + (empty > 0.5 && !isLast ? PageRows.halfEmptyCost : 0)
  }

  /// Lays out pictures side by side; nil if they would be too small.
  private static func row(
    _ sizes: ArraySlice<PixelSize>, width: Double, mostHeight: Double,
    _ captionHeight: (_ index: Int, _ width: Double) -> Double
  ) -> PageRow? {
    let ratios = sizes.map { Double(max(1, $0.width)) / Double(max(1, $0.height)) }
    let room = width - PageLayout.columnGap * Double(sizes.count - 1)
    let least = min(leastWidth, room / Double(sizes.count))
    // The captions of narrow pictures take some width from the other ones.
    var narrow: Set<Int> = []
    var fullHeight = Double.infinity
    while narrow.count < sizes.count {
      let wide = ratios.indices.filter { !narrow.contains($0) }
      fullHeight = (room - least * Double(narrow.count)) / wide.reduce(0) { $0 + ratios[$1] }
      let more = wide.filter { ratios[$0] * fullHeight < least - 0.01 }
      if more.isEmpty { break }
      narrow.formUnion(more)
    }
    guard sizes.count == 1 || fullHeight >= leastHeight else { return nil }
    let widths = ratios.indices.map { narrow.contains($0) ? least : ratios[$0] * fullHeight }
    let captions = zip(sizes.indices, widths).map { captionHeight($0, $1) }.reduce(0, max)
    let rowHeight = min(fullHeight, max(1, mostHeight - captions))
    let pictures = zip(sizes, ratios).map { size, ratio in
      let height = min(rowHeight, Double(size.height) * largestPixel)
      return (width: height * ratio, height: height)
    }
    let excess = max(rowHeight / bestHeight, bestHeight / rowHeight) - 1
    return PageRow(
      first: sizes.startIndex, widths: widths, pictures: pictures,
      height: pictures.reduce(0) { max($0, $1.height) } + captions,
      cost: excess * excess + openRowCost * (1 - ratios.reduce(0, +) * rowHeight / room))
  }
}
