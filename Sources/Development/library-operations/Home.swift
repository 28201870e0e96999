import AlbumExport
import ExportUI
import Files
import Foundation
import Imaging
import LibraryBackup
import PhotoSources
import PlaceFiles
import Places
import TestFiles
import TestSupport
import TouristSession
import TravelModel
import TravelStore
import Widgets

/// A home with a library and a session, as in the program with a window.
@MainActor
final class Home {
  let path: String
  let session: Session

  private static let world = World(folder: "/nowhere")

  init(at path: String) {
    self.path = path
    let albums = AlbumRegistry(
      sources: [SampleSource()],
      check: { (path, _) async throws(PictureFailure) in
        try await WorkQueue.shared.run { () throws(PictureFailure) in
          let file = try PictureFile(checking: path)
          return PictureContent(fileExtension: file.kind.fileExtension, size: file.size)
        }
      }, options: { AlbumOptions(choice: .commons, count: SampleSource.count, radius: 1000) })
    session = Session(
      library: Library(folder: "\(path)/data"), world: Home.world, languages: ["en"],
      albums: albums, prefetches: { false })
  }

  var exports: String { "\(path)/exports" }

  /// Why the library cannot be used as usual; nil if it can.
  var trouble: (any Error)? {
    get async {
      switch session.library.state {
      case .failed(let error): return error
      case .opening: return StoreError.gone
      case .open(let store):
        do throws(StoreError) { try await store.requireWritable() } catch { return error }
        let map = session.map
        return map.savingFailure ?? map.readingFailure ?? session.trips.readingFailure
      }
    }
  }

  func pin(_ title: String) throws -> Pin {
    guard let pin = session.map.pins.all.first(where: { $0.title == title }) else {
      throw StoreError.gone
    }
    return pin
  }

  func drop(_ title: String, at latitude: Double) async {
    session.dropPin(at: Coordinate(latitude: latitude, longitude: 10)!, titled: title)
    await session.map.waitUntilSaved()
  }

  /// The album of a pin, as soon as it is filled.
  func album(of title: String) async throws -> AlbumModel {
    let album = session.albums.album(of: try pin(title))
    try await wait(for: "an album") { !album.isBusy }
    return album
  }

  func exportedAlbum(of title: String) async throws -> ExportedAlbum {
    let album = try await album(of: title)
    let photos = album.photos.compactMap { photo in
      session.albums.file(of: photo).map {
        ExportedPhoto(title: "Photo", details: photo.details, path: $0)
      }
    }
    return ExportedAlbum(
      title: title, place: album.pin.coordinate, photos: photos, missing: 0, day: nil,
      language: "en")
  }

  func end() async {
    try? await session.close()
    await session.end()
  }
}

extension Home {
  /// A home before the first start, with files that are not the program's.
  static let empty: FolderImage = {
    var image = FolderImage()
    image.folders = ["data", "data/photos", "exports", "pictures", "cache"]
    for folder in ["data", "data/photos", "exports"] {
      image.files["\(folder)/\(othersName)"] = Array(folder.utf8)
    }
    for number in 1...2 {
      let path = "\(Scratch.parent)/\(number).jpg"
      try! IncomingFile(path: path).append(plainPicture())
      Metadata.write(place: Coordinate(latitude: 1, longitude: Double(number))!, into: path)
      image.files["pictures/\(number).jpg"] = try! OpenFile(path).content()
    }
    image.files["exports/new.gpx"] = Array(
      """
      <gpx><wpt lat="1" lon="1"><name>New</name></wpt>
      <rte><name>Way</name><rtept lat="1" lon="1"/><rtept lat="2" lon="2"/></rte></gpx>
      """.utf8)
    return image
  }()

  nonisolated static let othersName = "others.txt"
}

/// A source with two more photos in each collection, each with bytes of its own.
///
/// They have no titles and authors: credits would be written into exported copies in other
/// processes, whose calls are not counted.
struct SampleSource: PhotoSource {
  let name = "commons"

  static let count = 2

  private static let picture = plainPicture()

  func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    let known = request.seen.union(request.unwanted)
    let new = (1...100).map { "\(Int(request.coordinate.latitude))-\($0)" }
      .filter { !known.contains($0) }.prefix(SampleSource.count)
    return PhotoSlice(
      photos: new.map { PhotoDetails(source: name, sourceID: $0, title: "") }, total: 100)
  }

  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    let bytes = SampleSource.bytes(of: photo.sourceID)
    try await WorkQueue.shared.run { () throws(DiskFailure) in try file.append(bytes) }
  }

  /// The bytes of a photo's file: a picture with the photo's id as a comment.
  static func bytes(of id: String) -> [UInt8] {
    let comment = [0xFF, 0xFE, 0, UInt8(id.utf8.count + 2)] + Array(id.utf8)
    return Array(picture.prefix(2)) + comment + Array(picture.dropFirst(2))
  }
}

/// The sentence that the window shows for a failure; nil if it shows none.
@MainActor
func sentence(for error: any Error) -> String? {
  switch error {
  case let error as StoreError: Words.sentence(for: error)
  case let failure as BackupFailure: Words.sentence(for: failure)
  case let failure as ExportFailure: Words.sentence(for: failure)
  case let failure as DiskFailure: Words.placesNotExported(because: failure)
  case let failure as PlaceFileError: Words.sentence(for: failure)
  case let failure as SourceFailure: Words.sentence(for: failure)
  case let failure as PictureFailure: Words.sentence(for: PhotoFailure.picture(failure))
  case AlbumModel.Trouble.library(let error): Words.sentence(for: error)
  case AlbumModel.Trouble.search(let failure): Words.sentence(for: failure)
  default: nil
  }
}
