import CAdwaita
import CGLib
import Files
import GLibBridge
import Glibc
import Imaging
import Travels
import Widgets

/// What came of saving a picture.
enum SavingOutcome: Hashable, Sendable {
  /// The file says whose it is.
  case credited
  /// Another file beside it says so.
  case creditBeside(note: String)
  /// Nothing says so.
  case uncredited
  /// The place is the one that the picture was to be copied from.
  case isTheOriginal
  /// It was not saved, for a reason in the user's language.
  case failed(reason: String)
}

/// Saves copies of photos that say whose they are.
enum PhotoSaving {
  /// Copies the picture at `path` to a place of the user's choice, which may be anywhere.
  ///
  /// The credit is written into a copy of the program's own, so that neither the library's file nor
  /// a half written one of the user's is ever touched by it.
  static func save(
    _ path: String, of photo: PhotoDetails, to target: Ref<OpaquePointer>
  ) async -> SavingOutcome {
    let source = Ref(adopting: g_file_new_for_path(path)!)
    if g_file_equal(source.pointer.cast(), target.pointer.cast()) != 0 { return .isTheOriginal }
    let folder = "\(String(cString: g_get_user_cache_dir()))/virtual-tourist"
    try? makeFolder(folder)
    let copyPath = "\(folder)/saving-\(randomName())"
    defer { unlink(copyPath) }
    let copy = Ref(adopting: g_file_new_for_path(copyPath)!)
    do {
      try await PhotoSaving.copy(source, to: copy)
      let isCredited = await WorkQueue.shared.run { writeCredit(of: photo, into: copyPath) }
      try await PhotoSaving.copy(copy, to: target)
      if isCredited { return .credited }
    } catch let error as GLibError {
      return .failed(reason: error.message)
    } catch {
      return .failed(reason: "")
    }
    return writeNote(of: photo, beside: target).map { .creditBeside(note: $0) } ?? .uncredited
  }

  /// Makes a copy for another program and returns its path; nil where that cannot be.
  ///
  /// What others write into it, and what they find beside it, is then none of the library's.
  static func copyForOthers(_ path: String, of photo: Photo) async -> String? {
    let copies = "\(String(cString: g_get_user_cache_dir()))/virtual-tourist/lent"
    discardOld(in: copies)
    // Each copy has a folder of its own: photos share titles, and older copies may be in use.
    let folder = "\(copies)/\(randomName())"
    guard (try? makeFolder(folder)) != nil else { return nil }
    let copyPath = "\(folder)/\(proposedName(for: photo, path: path))"
    let source = Ref(adopting: g_file_new_for_path(path)!)
    let copy = Ref(adopting: g_file_new_for_path(copyPath)!)
    guard (try? await PhotoSaving.copy(source, to: copy)) != nil else { return nil }
    _ = await WorkQueue.shared.run { writeCredit(of: photo.details, into: copyPath) }
    // Whoever changes it is to keep the change elsewhere: this is a cache.
    chmod(copyPath, 0o400)
    return copyPath
  }

  /// After this long, in seconds, a copy is no longer in use.
  private static let longestUse = 24 * 3600

  private static func discardOld(in copies: String) {
    for folder in names(in: copies).map({ "\(copies)/\($0)" }) {
      var status = stat()
      guard lstat(folder, &status) == 0, status.st_mtim.tv_sec < time(nil) - longestUse else {
        continue
      }
      for name in names(in: folder) { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
  }

  private static func names(in folder: String) -> [String] {
    OpenFolder(folder, followingLink: true)?.names ?? []
  }

  private static func randomName() -> String {
    String(UInt64.random(in: .min ... .max), radix: 16)
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

  /// Writes a text file beside a picture and returns its name; nil where that cannot be.
  private static func writeNote(
    of photo: PhotoDetails, beside target: Ref<OpaquePointer>
  ) -> String? {
    guard let name = g_file_get_basename(target.pointer),
      let parent = g_file_get_parent(target.pointer)
    else { return nil }
    defer { g_free(name) }
    defer { g_object_unref(parent.raw) }
    let noteName = "\(String(cString: name)).txt"
    guard let note = g_file_get_child(parent, noteName) else { return nil }
    defer { g_object_unref(note.raw) }
    let text = Words.creditNote(of: photo)
    // What is there already is somebody's.
    guard g_file_query_exists(note, nil) == 0,
      g_file_replace_contents(
        note, text, gsize(text.utf8.count), nil, 0, GFileCreateFlags(rawValue: 0), nil, nil, nil)
        != 0
    else { return nil }
    return noteName
  }

  /// Where the user keeps pictures.
  static var picturesFolder: Ref<OpaquePointer>? {
    g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map {
      Ref(adopting: g_file_new_for_path($0)!)
    }
  }

  /// The name that is proposed for a photo: its title, as far as names of files allow.
  static func proposedName(for photo: Photo, path: String) -> String {
    let forbidden: Set<Character> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|", "\0"]
    var name = ""
    for character in Words.title(of: photo) {
      let isPlain = !forbidden.contains(character) && !character.isNewline
      // Names have at most 255 bytes, the ends of this one and of its note among them.
      if name.utf8.count + character.utf8.count > longestName { break }
      name.append(isPlain ? character : " ")
    }
    // A full stop at the beginning hides a file, and at the end it is one too many.
    var words = name.split(separator: " ").joined(separator: " ").drop { ". ".contains($0) }
    while let last = words.last, ". ".contains(last) { words.removeLast() }
    let end = path.split(separator: "/").last?.split(separator: ".").last ?? "jpg"
    return "\(words.isEmpty ? tr("Photo")[...] : words).\(end)"
  }

  private static let longestName = 200
  /// C's `G_FILE_COPY_OVERWRITE`, for the user was asked, and `_TARGET_DEFAULT_PERMS`, for what is
  /// in the cache is for nobody else to read.
  private static let overwrite = GFileCopyFlags(rawValue: 1 | 1 << 5)
}
