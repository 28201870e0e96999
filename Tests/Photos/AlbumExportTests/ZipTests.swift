import Files
import Foundation
import TestFiles
import Testing
import TravelModel

@testable import AlbumExport

struct ZipTests {
  private let samples = Samples()
  private var path: String { "\(samples.target)/album.zip" }

  private func export(
    _ album: ExportedAlbum, progress: ExportProgress = ExportProgress()
  ) throws(ExportFailure) -> ExportOutcome {
    try AlbumZip.write(album, to: path, progress: progress)
  }

  @Test func `a zip file holds the same as the folder of pictures`() throws {
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    let album = samples.album(
      [samples.photo("Tower"), samples.photo("Kirche zu Köln", type: "png")], title: "東京",
      missing: 1)
    let outcome = try export(album)
    #expect(outcome == ExportOutcome(path: path, photos: 2, missing: 1))
    #expect(samples.names() == ["album.zip"])
    _ = try PictureFolder.write(album, into: samples.target, progress: ExportProgress())
    let packed = try Zip.unpack(path)
    #expect(
      packed.map(\.name).sorted()
        == ["01 Tower.jpg", "02 Kirche zu Köln.png", "CREDITS.txt"].map {
          "東京/\($0)"
        })
    for file in packed {
      let url = URL(fileURLWithPath: "\(samples.target)/\(file.name)")
      #expect(try Data(contentsOf: url) == Data(file.bytes), "\(file.name)")
    }
  }

  @Test func `a photo that cannot be read is left out, and without any there is no file`() throws {
    var gone = samples.photo("Gone")
    gone.path = "/dev/null"
    let outcome = try export(samples.album([gone, samples.photo("Here")]))
    #expect(outcome.photos == 1 && outcome.missing == 1)
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: ExportFailure.noPhotos) { try export(samples.album([gone])) }
    #expect(samples.names() == [])
  }

  @Test func `what is cancelled or has no place leaves nothing, and what was there`() throws {
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    let album = samples.album((1...3).map { samples.photo("\($0)") })
    // Cancelled after its first photo.
    let box = ProgressBox()
    let progress = ExportProgress { if $0 == 1 { box.progress?.cancel() } }
    box.progress = progress
    #expect(throws: ExportFailure.cancelled) { try export(album, progress: progress) }
    #expect(samples.names() == ["album.zip"])
    #expect(try samples.text("album.zip") == "old")
    #expect(throws: ExportFailure.disk(.unwritable)) {
      try AlbumZip.write(album, to: "/proc/album.zip", progress: ExportProgress())
    }
  }
}
