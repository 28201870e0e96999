import AlbumExport
import CAdwaita
import CGLib
import Files
import GLibBridge
import Glibc
import Imaging
import TravelModel

/// The outcome of saving a photo.
enum SavingOutcome: Hashable, Sendable {
  /// The author and licence are in the file.
  case credited
  /// The author and licence are in a text file beside it.
  case creditBeside(note: String)
  /// The author and licence could not be saved.
  case uncredited
  /// The target is the library's own file.
  case isTheOriginal
  /// The photo was not saved, for a reason in the user's language.
  case failed(reason: String?)
}

/// Saves copies of photos with their author and licence.
enum PhotoSaving {
  /// Copies a photo's picture to a target, which may be remote.
  ///
  /// The credit is written into a temporary copy, so that neither the library's file nor an
  /// incomplete target is changed.
  static func save(
    _ photo: ExportedPhoto, to target: Ref<OpaquePointer>
  ) async -> SavingOutcome {
    if isFile(at: photo.path, target) { return .isTheOriginal }
    let folder = "\(String(cString: g_get_user_cache_dir()))/virtual-tourist"
    let copy = "\(folder)/saving-\(RandomName.new())"
    await WorkQueue.shared.run { try? makeFolder(folder) }
    let outcome = await save(photo, by: copy, to: target)
    await WorkQueue.shared.run { _ = unlink(copy) }
    return outcome
  }

  private static func save(
    _ photo: ExportedPhoto, by copyPath: String, to target: Ref<OpaquePointer>
  ) async -> SavingOutcome {
    let source = Ref(adopting: SystemPath.use(photo.path) { g_file_new_for_path($0)! })
    let copy = Ref(adopting: g_file_new_for_path(copyPath)!)
    do {
      try await PhotoSaving.copy(source, to: copy)
      let isCredited = await WorkQueue.shared.run {
        writeCredit(of: photo.details, place: photo.details.coordinate, into: copyPath)
      }
      try await PhotoSaving.copy(copy, to: target)
      if isCredited { return .credited }
    } catch let error as GLibError {
      return .failed(reason: error.message)
    } catch {
      return .failed(reason: nil)
    }
    return await writeNote(of: photo, beside: target).map { .creditBeside(note: $0) } ?? .uncredited
  }

  /// Whether a target is the same file, even through a link.
  private static func isFile(at path: String, _ target: Ref<OpaquePointer>) -> Bool {
    guard let other = g_file_get_path(target.pointer).map({ String(adopting: $0) }) else {
      return false
    }
    var (one, another) = (stat(), stat())
    return SystemPath.use(path) { stat($0, &one) } == 0 && stat(other, &another) == 0
      && one.st_dev == another.st_dev
      && one.st_ino == another.st_ino
  }

  private static func copy(
    _ source: Ref<OpaquePointer>, to target: Ref<OpaquePointer>
  ) async throws {
    _ = try await awaitingGIO { cancellable, ready, data in
      g_file_copy_async(
        source.pointer, target.pointer, overwrite, G_PRIORITY_DEFAULT, cancellable, nil,
        nil, ready, data)
    } finish: { result, error in
      g_file_copy_finish(source.pointer, result, error)
    }
  }

  /// Writes a text file beside a picture and returns its name; nil if that fails.
  private static func writeNote(
    of photo: ExportedPhoto, beside target: Ref<OpaquePointer>
  ) async -> String? {
    let address = String(adopting: g_file_get_uri(target.pointer))
    let note = Ref(adopting: g_file_new_for_uri("\(address).txt")!)
    let text = Credits.text(of: photo)
    nonisolated(unsafe) let file = note.pointer
    let isWritten = await WorkQueue.shared.run {
      // An existing file is not overwritten.
      g_file_query_exists(file, nil) == 0
        && g_file_replace_contents(
          file, text, gsize(text.utf8.count), nil, 0, GFileCreateFlags(rawValue: 0), nil, nil, nil)
          != 0
    }
    return isWritten ? g_file_get_basename(note.pointer).map { String(adopting: $0) } : nil
  }

  static var picturesFolder: Ref<OpaquePointer>? {
    g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map {
      Ref(adopting: g_file_new_for_path($0)!)
    }
  }

  /// `G_FILE_COPY_OVERWRITE`, because the user has agreed, and `G_FILE_COPY_TARGET_DEFAULT_PERMS`,
  /// because files in the cache are private.
  private static let overwrite = GFileCopyFlags(rawValue: 1 | 1 << 5)
}
