import Files
import Foundation
import Synchronization
import TravelModel
import TravelStore

extension Scratch {
  var photoFolder: String { "\(folder)/photos" }

  /// All files below the photo folder, by their paths there.
  var photoFiles: Set<String> { Set(files(in: photoFolder)) }

  /// The same without those that wait for a week, as a snapshot of the library may need them.
  var shownPhotoFiles: Set<String> { photoFiles.filter { !$0.hasPrefix(".set-aside/") } }

  /// Everything below the library's folder: what is in each file, and where each link leads.
  var everything: [String: Data] {
    Dictionary(
      uniqueKeysWithValues: files(in: folder).map {
        let path = "\(folder)/\($0)"
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        let content =
          target.map { Data("-> \($0)".utf8) } ?? FileManager.default.contents(atPath: path)
        return ($0, content ?? Data())
      })
  }

  /// Writes a file, and makes the folders above it.
  func write(_ text: String, to path: String) throws {
    let file = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Links are not followed.
  private func files(in folder: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return all.filter {
      let path = "\(folder)/\($0)"
      let kind =
        try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      return kind != .typeDirectory
    }
  }
}

/// Brings a file for each photo.
func fill(_ album: [Photo], in store: TravelStore) async throws -> [Photo] {
  var arrived: [ArrivedFile] = []
  for photo in album {
    let file = await store.newIncoming()
    try file.append(Array(content(of: photo).utf8))
    arrived.append(ArrivedFile(photo: photo.id, file: try file.sync(), content: aPicture))
  }
  return try await store.save(arrived)
}

/// What is said to be in each photo's file.
let aPicture = PictureContent(fileExtension: "jpg", size: PixelSize(width: 320, height: 240))

/// What `fill` writes into a photo's file.
func content(of photo: Photo) -> String { "picture \(photo.id.number)" }

/// Replaces an album when nobody asks for the old one any more.
func replace(
  _ pin: Pin.ID, with album: NewAlbum, in store: TravelStore
) async throws -> [Photo] {
  let replacement = try await store.replaceAlbum(of: pin, with: album)
  if let old = replacement.old { try await store.forget(old.step) }
  return replacement.photos
}

extension TravelStore {
  /// Undoes what was done last.
  @discardableResult
  func undo() throws -> StepChanges { try apply(.undo) }

  /// Does again what was undone last.
  @discardableResult
  func redo() throws -> StepChanges { try apply(.redo) }

  private func apply(_ direction: StepDirection) throws -> StepChanges {
    guard let step = try nextStep(direction) else { throw StoreError.gone }
    return try apply(step, direction)
  }

  /// The photos that come back when the last step is undone.
  func undoRemoval() throws -> [Photo] {
    let photos = try undo().photosBack
    if photos.isEmpty { throw StoreError.gone }
    return photos
  }

  /// Brings back an album that was replaced.
  func restore(_ old: ReplacedAlbum) throws -> (photos: [Photo], info: AlbumInfo) {
    guard let step = try step(old.step), let album = try apply(step, .undo).album
    else { throw StoreError.gone }
    return (album.photos, album.info)
  }
}

/// Drops a pin whose album is filled.
func filledPin(_ count: Int, in store: TravelStore) async throws -> [Photo] {
  let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
  let album = commons((1...count).map { photo("\($0)") })
  return try await fill(try await store.replaceAlbum(of: pin.id, with: album).photos, in: store)
}

/// A clock that a test sets.
final class Clock: Sendable {
  private let seconds = Mutex<Int64>(1_800_000_000)
  var now: Int64 { seconds.withLock { $0 } }
  func advance(days: Int64) { seconds.withLock { $0 += days * 24 * 3600 } }
  func set(_ time: Int64) { seconds.withLock { $0 = time } }
}
