import Foundation
import TestSupport
import Testing
import TravelModel

@testable import AlbumExport

struct PageTests {
  private let samples = Samples()
  private let wide = PixelSize(width: 1500, height: 1000)
  private let wider = PixelSize(width: 1920, height: 1080)
  private let upright = PixelSize(width: 1000, height: 1500)
  private let square = PixelSize(width: 1000, height: 1000)

  /// The height of a title and a credit, which have more lines in a narrow cell.
  private static func captionHeight(_ width: Double) -> Double {
    6 + 13 * (200 / width).rounded(.up) + 12 * (120 / width).rounded(.up)
  }

  private func layOut(_ sizes: [PixelSize], on paper: Paper = .a4) -> PageLayout {
    PageLayout(sizes, on: paper, check: {}) { _, width in PageTests.captionHeight(width) }
  }

  /// The rows of pages, one after the other.
  private func rows(_ pages: [[PageLayout.Cell]]) -> [[PageLayout.Cell]] {
    pages.flatMap { page in
      Dictionary(grouping: page, by: \.baseline).sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Where the captions of a page end, as a part of the height that it has for them.
  private func fullness(_ page: [PageLayout.Cell], of paper: Paper) -> Double {
    let bottom = page.map { $0.baseline + PageTests.captionHeight($0.width) }.max() ?? 0
    return (bottom - paper.margin) / (paper.innerHeight - PageLayout.footerHeight)
  }

  @Test(arguments: [Paper.a4, .letter])
  func `rows are as wide as the page, and as high as three fit on one`(paper: Paper) {
    let sizes = (0..<24).map { [wide, upright, wide, square, wider, upright, wide][$0 % 7] }
    let pages = layOut(sizes, on: paper).pages
    #expect(pages.flatMap { $0.map(\.index) } == Array(sizes.indices))
    for row in rows(pages).dropLast() {
      let heights = row.map(\.pictureHeight)
      #expect(heights.max()! - heights.min()! < 1)
      let gaps = PageLayout.columnGap * Double(row.count - 1)
      let width = row.reduce(gaps) { $0 + $1.pictureWidth }
      #expect(abs(width - paper.innerWidth) < 1, "\(row)")
    }
    #expect(pages.dropLast().allSatisfy { fullness($0, of: paper) > 0.7 })
  }

  @Test func `a layout that is given up ends at the next picture`() {
    struct GivenUp: Error {}
    var (checks, measured) = (0, 0)
    #expect(throws: GivenUp.self) {
      try PageLayout(
        Array(repeating: wide, count: 100), on: .a4,
        check: { () throws(GivenUp) in
          checks += 1
          if checks == 3 { throw GivenUp() }
        }
      ) { _, _ in
        measured += 1
        return 20
      }
    }
    // Each of two pictures begins a row of one, of two, of three and of four.
    #expect(measured <= 20)
  }

  @Test(arguments: [Paper.a4, .letter])
  func `an album of two dozen photos has ten pages at most, and none half empty`(paper: Paper) {
    let panorama = PixelSize(width: 6000, height: 1000)
    let shapes = [wide, wider, upright, square, panorama]
    let albums = [shapes] + shapes.map { [$0] } + shapes.map { [$0, upright, wide] }
    for album in albums {
      let pages = layOut((0..<24).map { album[$0 % album.count] }, on: paper).pages
      // One is the cover.
      #expect(pages.count <= 9)
      #expect(pages.dropLast().allSatisfy { fullness($0, of: paper) > 0.5 }, "\(album)")
    }
    #expect(layOut([], on: paper).pages == [])
  }

  @Test(arguments: [Paper.a4, Paper.letter, Paper(width: 300, height: 240, margin: 0)])
  func `pictures and captions keep within the margins and off each other`(paper: Paper) {
    let sizes = [
      wide, upright, upright, PixelSize(width: 5000, height: 300),
      PixelSize(width: 300, height: 5000), PixelSize(width: 40, height: 30), wide, upright,
    ]
    let pages = layOut(sizes, on: paper).pages
    #expect(pages.flatMap { $0.map(\.index) } == Array(sizes.indices))
    for page in pages {
      var end = paper.margin
      for row in rows([page]) {
        var left = paper.margin
        for cell in row {
          #expect(cell.x >= left - 0.1)
          #expect(cell.pictureWidth <= cell.width + 0.1)
          #expect(cell.baseline - cell.pictureHeight >= end - 0.1)
          left = cell.x + cell.width
        }
        #expect(left <= paper.width - paper.margin + 0.1)
        end = row.map { $0.baseline + PageTests.captionHeight($0.width) }.max()!
      }
      #expect(end <= paper.height - paper.margin - PageLayout.footerHeight + 0.1)
    }
  }

  @Test func `a credit is told in full, however narrow its picture`() throws {
    let author = (1...12).map { "Photographer \($0)" }.joined(separator: ", ")
    let license = "Creative Commons Attribution and Share Alike 4.0 International"
    let photos = (1...8).map { number in
      var photo = samples.photo("Tower \(number)", width: 40, height: 60)
      (photo.details.author, photo.details.license) = (author, license)
      return photo
    }
    let path = "\(samples.target)/album.pdf"
    _ = try AlbumPDF.write(
      samples.album(photos), map: nil, to: path, paper: .a4, progress: ExportProgress())
    let text = try output(of: "pdftotext", "-raw", path, "-")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for words in [author, license] {
      #expect(text.components(separatedBy: words).count == 1 + photos.count, "\(text)")
    }
  }

  @Test(arguments: 1...8)
  func `a picture is turned upright`(orientation: Int) throws {
    let photo = samples.photo("Side", width: 30, height: 20, orientation: orientation)
    let picture = try #require(PagePicture(of: photo.path))
    #expect(picture.isUpright == (orientation > 4))
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

  @Test func `a photo that is lost while a PDF is written counts as missing`() throws {
    let photos = (1...24).map { samples.photo("\($0)") }
    let path = "\(samples.target)/album.pdf"
    let outcome = try AlbumPDF.write(
      samples.album(photos), map: nil, to: path, paper: .a4,
      progress: ExportProgress { done in
        // The first page is painted, and the last one was not read yet.
        if done == 1 { unlink(photos[23].path) }
      })
    #expect(outcome == ExportOutcome(path: path, photos: 23, missing: 1))
  }
}
