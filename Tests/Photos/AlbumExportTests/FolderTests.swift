import Files
import Foundation
import Imaging
import TestSupport
import Testing
import TravelModel

@testable import AlbumExport

struct FolderTests {
  private let samples = Samples()

  private func export(
    _ album: ExportedAlbum, progress: ExportProgress = ExportProgress()
  ) throws(ExportFailure) -> ExportOutcome {
    try PictureFolder.write(album, into: samples.target, progress: progress)
  }

  @Test func `pictures are in the album's order under their titles`() throws {
    let album = samples.album([
      samples.photo("Tower"), samples.photo("A/B: \"C\".", type: "png"), samples.photo("..."),
    ])
    let outcome = try export(album)
    #expect(outcome.path == "\(samples.target)/Paris")
    #expect(samples.names() == ["Paris"])
    #expect(samples.names("Paris") == ["01 Tower.jpg", "02 A B C.png", "03.jpg", "CREDITS.txt"])
  }

  @Test func `titles that no file system takes become names`() throws {
    let long = String(repeating: "é", count: 300)
    let outcome = try export(
      samples.album(
        [samples.photo(long), samples.photo("Same"), samples.photo("Same")], title: "/"))
    let names = samples.names(String(outcome.path.dropFirst(samples.target.count + 1)))
    #expect(outcome.path.hasSuffix("/48.85840, 2.29450"))
    #expect(names[0].hasPrefix("01 éé") && names[0].utf8.count < 255)
    #expect(names.dropFirst() == ["02 Same.jpg", "03 Same.jpg", "CREDITS.txt"])
  }

  @Test(arguments: ["jpeg", "png"])
  func `each picture says whose it is and where it was taken`(type: String) throws {
    var photo = samples.photo("Tower", type: type)
    _ = try export(samples.album([photo]))
    let name = "Paris/" + samples.names("Paris")[0]
    #expect(samples.tag("Xmp.dc.creator", of: name) == "Ada")
    #expect(samples.tag("Xmp.cc.license", of: name) == Samples.licence)
    #expect(samples.tag("Exif.GPSInfo.GPSLatitude", of: name) != nil)
    #expect(samples.tag("Exif.GPSInfo.GPSAltitude", of: name) == nil)
    photo.details.coordinate = nil
    _ = try export(samples.album([photo], title: "Elsewhere"))
    let other = "Elsewhere/" + samples.names("Elsewhere")[0]
    #expect(samples.tag("Exif.GPSInfo.GPSLatitude", of: other) == nil)
  }

  @Test func `the credits name each picture with its author, licence and page`() throws {
    _ = try export(samples.album([samples.photo("Tower")], missing: 2))
    let credits = try samples.text("Paris/CREDITS.txt")
    for text in [
      "01 Tower.jpg", "Author: Ada", "Licence: CC BY 4.0", Samples.licence,
      "https://example.org/wiki/1", "2 photos of the album are left out",
    ] {
      #expect(credits.contains(text), "\(credits)")
    }
  }

  @Test func `an existing folder stays, and another name is taken`() throws {
    for name in ["Paris", "Paris 2"] {
      try FileManager.default.createDirectory(
        atPath: "\(samples.target)/\(name)", withIntermediateDirectories: true)
    }
    try Data().write(to: URL(fileURLWithPath: "\(samples.target)/Paris/mine"))
    let outcome = try export(samples.album([samples.photo("Tower")]))
    #expect(outcome.path == "\(samples.target)/Paris 3")
    #expect(samples.names() == ["Paris", "Paris 2", "Paris 3"])
    #expect(samples.names("Paris") == ["mine"] && samples.names("Paris 2") == [])
  }

  @Test func `what is no picture any more is left out and counted`() throws {
    var gone = samples.photo("Gone")
    gone.path += ".missing"
    let text = samples.photo("Text")
    try Data("words".utf8).write(to: URL(fileURLWithPath: text.path))
    let outcome = try export(samples.album([gone, text, samples.photo("Tower")], missing: 1))
    #expect(outcome.photos == 1 && outcome.missing == 3)
    #expect(samples.names("Paris") == ["01 Tower.jpg", "CREDITS.txt"])
    #expect(throws: ExportFailure.noPhotos) { try export(samples.album([gone])) }
    #expect(samples.names() == ["Paris"])
  }

  @Test func `a cancelled export leaves nothing`() throws {
    let progress = ExportProgress()
    // The first is cancelled before it begins, the second while it goes on.
    progress.cancel()
    let album = samples.album((1...4).map { samples.photo("Photo \($0)") })
    #expect(throws: ExportFailure.cancelled) { try export(album, progress: progress) }
    let box = ProgressBox()
    let later = ExportProgress { if $0 == 2 { box.progress?.cancel() } }
    box.progress = later
    #expect(throws: ExportFailure.cancelled) { try export(album, progress: later) }
    #expect(throws: ExportFailure.cancelled) {
      try WebAlbum.write(album, map: nil, into: samples.target, progress: progress)
    }
    #expect(throws: ExportFailure.cancelled) {
      try AlbumPDF.write(
        album, map: nil, to: "\(samples.target)/album.pdf", paper: .a4, progress: progress)
    }
    let measured = try MeasuredAlbum(album)
    #expect(throws: ExportFailure.cancelled) {
      try AlbumPages(of: measured, map: nil, paper: .a4, progress: progress)
    }
    #expect(samples.names() == [])
  }

  @Test func `where nothing can be written the reason is told`() {
    let album = samples.album([samples.photo("Tower")])
    // Nobody can make a folder there, whatever rights the tests have.
    #expect(throws: ExportFailure.disk(.unwritable)) {
      try PictureFolder.write(album, into: "/proc", progress: ExportProgress())
    }
    #expect(throws: ExportFailure.disk(.unwritable)) {
      try AlbumPDF.write(
        album, map: nil, to: "/proc/album.pdf", paper: .a4, progress: ExportProgress())
    }
  }

  @Test func `a folder whose name does not get to the disk is told and does not stay`() throws {
    let album = samples.album([samples.photo("Tower")])
    Syncs.watch(samples.target, failing: [EIO])
    #expect(throws: ExportFailure.disk(.unwritable)) { try export(album) }
    #expect(samples.names() == [])
    _ = try export(album)
    #expect(samples.names() == ["Paris"])
  }

  @Test func `a picture keeps its pixels`() throws {
    let photo = samples.photo("Tower", orientation: 6)
    _ = try export(samples.album([photo]))
    let copy = try PictureFile(checking: "\(samples.target)/Paris/01 Tower.jpg")
    #expect(copy.size == PixelSize(width: 40, height: 60))
    let scan = Data([0xFF, 0xDA])
    let original = try Data(contentsOf: URL(fileURLWithPath: photo.path))
    let copied = try Data(contentsOf: URL(fileURLWithPath: copy.path))
    #expect(
      original[original.range(of: scan)!.lowerBound...]
        == copied[copied.range(of: scan)!.lowerBound...])
  }

  @Test func `a credit as HTML links what it names, and holds no markup of theirs`() {
    var photo = samples.photo("A <b>\"tower\"</b>")
    photo.details.author = "Ada & Co"
    let html = Credits.html(of: [(photo, "file:///tmp/a%20b.jpg")])
    #expect(html.contains("<img src=\"file:///tmp/a%20b.jpg\" alt=\"A &lt;b&gt;"))
    #expect(html.contains("Ada &amp; Co") && html.contains("href=\"\(Samples.licence)\""))
    photo.details.pageAddress = "javascript:alert(1)"
    (photo.details.author, photo.details.license) = (nil, nil)
    #expect(!Credits.html(of: [(photo, "")]).contains("javascript"))
  }

  @Test func `a quoted text keeps its lines and its credit`() {
    let html = Credits.html(
      ofText: "A <b>\nand B", credit: HTML.link("Article", to: "https://a.example/"))
    #expect(html.hasPrefix("<blockquote>A &lt;b&gt;<br>and B</blockquote>"))
    #expect(html.contains("<p><a href=\"https://a.example/\""))
  }
}
