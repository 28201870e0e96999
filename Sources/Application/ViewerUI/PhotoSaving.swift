import AlbumExport
import CAdwaita
import CGLib
import ExportUI
import Files
import GLibBridge
import Glibc

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
  /// What is copied is lent, so that neither the library's file nor an incomplete target is changed.
  static func save(_ lent: LentPhoto, to target: Ref<OpaquePointer>) async -> SavingOutcome {
    if isFile(at: lent.photo.path, target) { return .isTheOriginal }
    guard let copy = await lent.copy() else { return .failed(reason: nil) }
    let source = Ref(adopting: g_file_new_for_path(copy.path)!)
    let outcome = await save(source, to: target)
    await LentPhoto.discard(copy.path)
    if let outcome { return outcome }
    if copy.isCredited { return .credited }
    let note = await writeNote(of: lent.photo, beside: target)
    return note.map { .creditBeside(note: $0) } ?? .uncredited
  }

  /// Copies a file; returns the outcome if that fails.
  private static func save(
    _ source: Ref<OpaquePointer>, to target: Ref<OpaquePointer>
  ) async -> SavingOutcome? {
    do {
      _ = try await awaitingGIO { cancellable, ready, data in
        g_file_copy_async(
          source.pointer, target.pointer, overwrite, G_PRIORITY_DEFAULT, cancellable, nil,
          nil, ready, data)
      } finish: { result, error in
        g_file_copy_finish(source.pointer, result, error)
      }
      return nil
    } catch {
      return .failed(reason: (error as? GLibError)?.message)
    }
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

  /// `G_FILE_COPY_OVERWRITE`, because the user has agreed, and `G_FILE_COPY_TARGET_DEFAULT_PERMS`,
  /// because files in the cache are private.
  private static let overwrite = GFileCopyFlags(rawValue: 1 | 1 << 5)
}
