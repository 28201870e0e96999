import CCairo
import Files
import Foundation
import GLibBridge
import Imaging
import TestSupport
import Testing
import TravelModel

@testable import AlbumExport

struct PostcardTests {
  private let samples = Samples()

  private func card(
    width: Int = 600, height: Int = 400, message: String = "Wish you were here"
  ) throws -> PhotoPostcard {
    let photo = samples.photo("Tower", width: width, height: height)
    var card = try PhotoPostcard(
      of: samples.album([photo]), map: Samples.map, languages: ["en"])
    card.message = message
    return card
  }

  @Test func `a card has ten by fifteen centimetres, and an upright photo an upright front`() throws
  {
    let wide = try card()
    let upright = try card(width: 400, height: 600)
    #expect(wide.size(of: .front) == (425.2, 283.46))
    #expect(upright.size(of: .front) == (283.46, 425.2))
    #expect(upright.size(of: .back) == (425.2, 283.46))
    let image = try #require(upright.image(of: .front, length: 300))
    #expect(image.size == PixelSize(width: 200, height: 300))
  }

  @Test func `a PDF has two pages, with the place, the words and the credit`() throws {
    let path = "\(samples.target)/card.pdf"
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    try card(width: 400, height: 600).write(to: path, as: .pdf, progress: ExportProgress())
    #expect(samples.names() == ["card.pdf"])
    let facts = try output(of: "pdfinfo", "-f", "1", "-l", "2", path)
    #expect(facts.contains(/Pages: +2/) && facts.contains(/Title: +Paris/), "\(facts)")
    #expect(facts.contains(/1 size: +283.46 x 425.2 pts/), "\(facts)")
    #expect(facts.contains(/2 size: +425.2 x 283.46 pts/), "\(facts)")
    let front = try output(of: "pdftotext", "-l", "1", path, "-")
    #expect(front.contains("Paris"))
    let back = try output(of: "pdftotext", "-f", "2", path, "-")
    for words in ["Wish you were here", "Tower", "Ada · CC BY 4.0", "48.85840° N", "France"] {
      #expect(back.contains(words), "\(words) in \(back)")
    }
    let links = try output(of: "pdfinfo", "-url", path)
    #expect(links.contains(Samples.licence), "\(links)")
  }

  @Test func `a picture has both sides, and says itself whose it is and where`() throws {
    let path = "\(samples.target)/card.png"
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    try card().write(to: path, as: .png, progress: ExportProgress())
    #expect(samples.names() == ["card.png"])
    let picture = try PictureFile(checking: path)
    // 15 centimetres, and twice 10 and a gap, with 300 pixels to an inch.
    #expect(picture.size == PixelSize(width: 1772, height: 2404))
    #expect(samples.tag("Xmp.dc.creator", of: "card.png") == "Ada")
    #expect(samples.tag("Xmp.cc.license", of: "card.png") == Samples.licence)
    #expect(samples.tag("Exif.GPSInfo.GPSLatitude", of: "card.png") != nil)
  }

  @Test(arguments: PostcardFormat.allCases)
  func `a card that is cancelled or has no room leaves nothing, and what was there`(
    format: PostcardFormat
  ) throws {
    let path = "\(samples.target)/card"
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    let progress = ExportProgress()
    progress.cancel()
    let card = try card()
    #expect(throws: ExportFailure.cancelled) {
      try card.write(to: path, as: format, progress: progress)
    }
    #expect(samples.names() == ["card"])
    #expect(try samples.text("card") == "old")
    #expect(throws: ExportFailure.disk(.unwritable)) {
      try card.write(to: "/proc/card", as: format, progress: ExportProgress())
    }
  }

  @Test func `a code has three corners, and a light margin around it`() throws {
    let code = try #require(PlaceCode(of: Samples.paris))
    let size = try pixels(of: code.image(scale: 2)).count
    #expect(size == 2 * code.width && (code.width - 8 - 17) % 4 == 0)
    let squares = try pixels(of: code.image(scale: 1))
    let edges = [0..<4, (size / 2 - 4)..<(size / 2)].joined()
    for line in edges {
      #expect(squares[line].allSatisfy { !$0 } && squares.allSatisfy { !$0[line] })
    }
    for (x, y) in [(4, 4), (code.width - 11, 4), (4, code.width - 11)] {
      let corner = (y..<y + 7).map { Array(squares[$0][x..<x + 7]) }
      for row in 0..<7 {
        for column in 0..<7 {
          let ring = max(abs(row - 3), abs(column - 3))
          #expect(corner[row][column] == (ring != 2), "\(row), \(column)")
        }
      }
    }
  }

  @Test func `a card has a code if it is wanted`() throws {
    var card = try card(message: "")
    let bare = try pixels(of: card.image(of: .back, length: 850))
    card.hasCode = true
    let coded = try pixels(of: card.image(of: .back, length: 850))
    let dark = { (rows: [[Bool]]) in rows[32..<152].flatMap { $0[458..<578] }.count { $0 } }
    #expect(dark(bare) == 0)
    #expect((3_000...8_000).contains(dark(coded)), "about half of what is inside its margin")
  }

  /// Which pixels of a picture are dark, row by row.
  private func pixels(of picture: DecodedPicture?) throws -> [[Bool]] {
    let picture = try #require(picture)
    let size = picture.size
    return picture.pixels.withUnsafeBytes { bytes in
      (0..<size.height).map { y in
        (0..<size.width).map { bytes[(y * size.width + $0) * 3] < 128 }
      }
    }
  }

  @Test func `a file that is no picture makes no card`() throws {
    var photo = samples.photo("Gone")
    photo.path = "/dev/null"
    #expect(throws: ExportFailure.noPhotos) {
      try PhotoPostcard(of: samples.album([photo]), map: nil, languages: ["en"])
    }
  }

  @Test func `words of any length stay above the map, and no words are no trouble`() throws {
    for words in ["", String(repeating: "We have walked far. ", count: 20)] {
      let card = try card(message: words)
      #expect(card.image(of: .back, length: 600) != nil)
    }
  }

  @Test(arguments: [Paper.a4, Paper(width: 283.46, height: 425.2, margin: 0)])
  func `a card is printed as large as it is, whichever way the paper lies`(paper: Paper) throws {
    for (width, height) in [(600, 400), (400, 600)] {
      let card = try card(width: width, height: height)
      let surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, nil)!
      let cairo = cairo_create(surface)!
      defer {
        cairo_destroy(cairo)
        cairo_surface_destroy(surface)
      }
      for side in PhotoPostcard.Side.allCases { card.paint(side, on: paper, cairo) }
      var (x, y, inkWidth, inkHeight) = (0.0, 0.0, 0.0, 0.0)
      cairo_recording_surface_ink_extents(surface, &x, &y, &inkWidth, &inkHeight)
      #expect(abs(inkWidth - 283.46) < 2 && abs(inkHeight - 425.2) < 2)
      #expect(abs(x + inkWidth / 2 - paper.width / 2) < 2)
    }
  }
}
