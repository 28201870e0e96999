import CCairo
import Foundation
import Imaging
import TestSupport
import Testing
import TravelModel

@testable import AlbumExport

struct PageTests {
  private let samples = Samples()
  private let wide = PixelSize(width: 1500, height: 1000)
  private let upright = PixelSize(width: 1000, height: 1500)

  private func indices(_ sizes: [PixelSize], on paper: Paper = .a4) -> [[Int]] {
    PageLayout(sizes, on: paper).pages.map { $0.map(\.index) }
  }

  @Test func `two wide pictures are on a page, and up to four upright ones`() {
    #expect(indices([wide, wide, wide]) == [[0, 1], [2]])
    #expect(indices([upright, upright, upright, upright, upright]) == [[0, 1, 2, 3], [4]])
    #expect(indices([wide, upright, wide, upright, upright]) == [[0, 1], [2, 3, 4]])
    #expect(indices([]) == [])
  }

  @Test(arguments: [Paper.a4, Paper.letter, Paper(width: 300, height: 200, margin: 0)])
  func `pictures and captions keep within the margins and off each other`(paper: Paper) {
    let sizes = [
      wide, upright, upright, PixelSize(width: 5000, height: 300),
      PixelSize(width: 300, height: 5000), PixelSize(width: 40, height: 30), wide, upright,
    ]
    let pages = PageLayout(sizes, on: paper).pages
    #expect(pages.flatMap { $0.map(\.index) } == Array(sizes.indices))
    for page in pages {
      var end = paper.margin
      for cell in page {
        #expect(cell.x >= paper.margin - 0.1)
        #expect(cell.x + cell.width <= paper.width - paper.margin + 0.1)
        #expect(cell.pictureWidth <= cell.width + 0.1)
        let bottom = cell.baseline + PageLayout.captionHeight
        #expect(bottom <= paper.height - paper.margin - PageLayout.footerHeight + 0.6)
        let isBeside = page.contains { $0.baseline == cell.baseline && $0.index < cell.index }
        if !isBeside { #expect(cell.baseline - cell.pictureHeight >= end - 0.1) }
        end = bottom
      }
    }
  }

  @Test(arguments: 1...8)
  func `a picture is turned upright`(orientation: Int) throws {
    let size = PixelSize(width: 30, height: 20)
    let matrix = PagePicture.matrix(try #require(Orientation(rawValue: orientation)), of: size)
    let swaps = orientation > 4
    let corners = [(0.0, 0.0), (30, 0), (0, 20), (30, 20)].map { x, y in
      [matrix.xx * x + matrix.xy * y + matrix.x0, matrix.yx * x + matrix.yy * y + matrix.y0]
    }
    let (width, height) = swaps ? (20.0, 30.0) : (30.0, 20.0)
    #expect(Set(corners) == [[0, 0], [width, 0], [0, height], [width, height]])
    // Where the upper left corner of what is stored has to be, by EXIF.
    let expected: [[Double]] = [
      [0, 0], [30, 0], [30, 20], [0, 20], [0, 0], [20, 0], [20, 30], [0, 30],
    ]
    #expect(corners[0] == expected[orientation - 1])
  }

  @Test func `addresses cannot end the string that they are written in`() {
    #expect(
      PageText.linkAttributes("https://a.org/x_(y)'\\") == "uri='https://a.org/x_%28y%29%27%5C'")
    #expect(PageText.linkAttributes("javascript:alert(1)") == nil)
  }

  @Test func `a PDF has a cover, pictures as they are, captions and links`() throws {
    var photo = samples.photo("Tower (east)")
    photo.details.pageAddress = "https://example.org/wiki/A_(b)"
    let path = "\(samples.target)/album.pdf"
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    let outcome = try AlbumPDF.write(
      samples.album([photo, samples.photo("Side", orientation: 6), samples.photo("P", type: "png")]
      ),
      map: Samples.map, to: path, paper: .a4, progress: ExportProgress())
    #expect(outcome == ExportOutcome(path: path, photos: 3, missing: 0))
    #expect(samples.names() == ["album.pdf"])
    let pdf = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(pdf.starts(with: Data("%PDF-".utf8)))
    let jpeg = try Data(contentsOf: URL(fileURLWithPath: photo.path))
    #expect(pdf.range(of: jpeg) != nil)

    let text = try output(of: "pdftotext", "-layout", path, "-")
    for words in ["Paris", "48.85840° N", "3 photos", "Tower (east)", "Ada", "CC BY 4.0", "2 of 2"]
    {
      #expect(text.contains(words), "\(text)")
    }
    let facts = try output(of: "pdfinfo", path)
    #expect(facts.contains(/Title: +Paris/) && facts.contains(/Pages: +2/), "\(facts)")
    #expect(facts.contains("595.28 x 841.89"))
    let links = try output(of: "pdfinfo", "-url", path)
    #expect(links.contains("https://example.org/wiki/A_%28b%29"), "\(links)")
    #expect(links.contains(Samples.licence))
  }
}
