import Files
import Foundation
import LibraryBackup
import TestFiles
import TestSupport
import Testing
import TravelModel
import TravelStore

/// A folder with libraries and backups, which goes with its test.
final class Scratch {
  private let base = TemporaryFolder()
  /// Where a library is to be, which is not there yet.
  var folder: String { "\(base.path)/library" }
  /// Where a backup is to be.
  var backup: String { "\(base.path)/backup.zip" }
  var path: String { base.path }

  /// What a query to the library answers, as one text.
  func rows(_ sql: String) throws -> String {
    try LibraryBackupTests.rows(sql, "\(folder)/library.sqlite")
  }

  /// The names in the library's folder that say of something under way, or set aside.
  var marks: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasPrefix(".") || $0.hasPrefix("set-aside") }
  }
}

/// What a query to a database answers, as one text; a statement may do something to it.
@discardableResult
func rows(_ sql: String, _ path: String) throws -> String {
  try Database(path).rows(sql)
    .map { $0.map { $0 ?? "NULL" }.joined(separator: "|") + "\n" }.joined()
}

let kyoto = Coordinate(latitude: 35.011_665, longitude: 135.768_326)!
let suva = Coordinate(latitude: -18.124_8, longitude: 178.450_1)!

func details(_ id: String) -> PhotoDetails {
  var photo = PhotoDetails(source: "commons", sourceID: id, title: "Photo \(id)")
  photo.author = "A. \(id)"
  photo.license = "CC BY 4.0"
  return photo
}

func commons(_ ids: [String]) -> NewAlbum {
  var slice = PhotoSlice(photos: ids.map(details))
  slice.bookmark = "from \(ids.count)"
  return NewAlbum(source: "commons", slice: slice)
}

/// What stands in the file of a photo.
func content(_ id: String) -> String { "picture \(id)" }

extension TravelStore {
  /// Drops a pin whose album has photos, and files for those of them that are stored.
  func makePin(
    _ title: String, at place: Coordinate = kyoto, photos: [String], awaited: Set<String> = []
  ) async throws -> [Photo] {
    let pin = try addPin(at: place, titled: title)
    let photos = try replaceAlbum(of: pin.id, with: commons(photos)).photos
    return try await bringFiles(of: photos.filter { !awaited.contains($0.details.sourceID) })
  }

  func bringFiles(of photos: [Photo]) async throws -> [Photo] {
    var arrived: [ArrivedFile] = []
    for photo in photos {
      let file = await newIncoming()
      try file.append(Array(content(photo.details.sourceID).utf8))
      arrived.append(
        ArrivedFile(
          photo: photo.id, file: try file.sync(),
          content: PictureContent(fileExtension: "jpg", size: PixelSize(width: 3, height: 2))))
    }
    return try save(arrived)
  }

  /// All that can be seen of it, with what stands in the files, whatever numbers things have.
  func summary() throws -> String {
    var lines: [String] = []
    for pin in try pins() {
      let history = try history(of: pin.id, in: "commons")
      lines.append(
        "\(pin.title) \(pin.coordinate.readable) \(history.bookmark ?? "") \(history.seen.sorted()) "
          + "\(history.unwanted.sorted())")
      #expect(try album(of: pin.id).count == pin.photoCount)
      for photo in try album(of: pin.id) {
        let path = photo.path.flatMap { file(at: $0) }
        let text = try path.map { try String(contentsOfFile: $0, encoding: .utf8) } ?? "none"
        lines.append(
          " \(photo.details.sourceID) \(photo.details.author ?? "") \(photo.state) \(photo.isFavorite) \(text)"
        )
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension TravelStore {
  /// Pins with their albums, and trips, as text.
  func inventory() throws -> [String] {
    try pins().map { "\($0) \(try album(of: $0.id))" } + trips().map { "\($0)" }
  }
}

extension MergedLibrary {
  /// It without its step, whose number says nothing.
  var brought: MergedLibrary {
    var brought = self
    brought.step = nil
    return brought
  }
}

/// Makes a library that has some of everything.
func fullLibrary(in folder: String) async throws -> TravelStore {
  let store = try await TravelStore(folder: folder)
  let photos = try await store.makePin(
    "Kyoto", photos: ["1", "2", "3", "4"], awaited: ["4"])
  _ = try await store.setFavorites([photos[1].id], to: true)
  try await store.removePhotos([photos[0].id])
  _ = try await store.makePin("Suva", at: suva, photos: ["1", "9"])
  _ = try await store.addPin(at: suva, titled: "Empty “place” 🌊")
  return store
}

let someSettings = "[io/github/virtualtourist/VirtualTourist]\nsearch-radius=2000\n"

/// Writes a library into a file.
@discardableResult
func backUp(
  _ store: TravelStore, to path: String, folder: String = "/nowhere",
  progress: BackupProgress = BackupProgress()
) async throws -> BackupContent {
  try LibraryBackup.write(
    await store.snapshot(), settings: someSettings, program: "1", to: path, notInto: folder,
    progress: progress)
}
