import CGLib
import Foundation
import Glibc

/// The document portal, by which a sandboxed program gets the files that its user chooses.
enum Documents {
  private static let name = "org.freedesktop.portal.Documents"
  private static let path = "/org/freedesktop/portal/documents"
  /// The folder in which a sandbox sees them.
  private static let folder = URL(fileURLWithPath: "/run/flatpak/doc")

  /// Linux's O_PATH, which Swift does not import.
  private static let pathOnly: Int32 = 0o10_000_000

  private struct Flags: OptionSet {
    let rawValue: UInt32
    static let persistent = Flags(rawValue: 2)
    static let folder = Flags(rawValue: 8)
  }

  /// Gives a program in a sandbox access to a file or folder, which need not exist, and returns the
  /// path at which it sees it.
  static func export(_ file: URL, to program: String, on bus: OpaquePointer) throws -> URL {
    let isFolder = (try? file.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    let held = open(
      isFolder ? file.path : file.deletingLastPathComponent().path, Documents.pathOnly | O_CLOEXEC)
    defer { close(held) }
    let files = g_unix_fd_list_new_from_array([dup(held)], 1)!
    defer { g_object_unref(UnsafeMutableRawPointer(files)) }
    let handle = g_variant_new_handle(0)
    let flags = g_variant_new_uint32(
      (isFolder ? [.persistent, .folder] : Flags.persistent).rawValue)
    let rights = [g_variant_new_string("read"), g_variant_new_string("write")]
    let owner = [g_variant_new_string(program), g_variant_new_array(nil, rights, 2)]
    let arguments =
      isFolder
      ? [g_variant_new_array(nil, [handle], 1), flags] + owner
      : [handle, g_variant_new_bytestring(file.lastPathComponent), flags] + owner
    var error: UnsafeMutablePointer<GError>?
    let answer = g_dbus_connection_call_with_unix_fd_list_sync(
      bus, name, path, name, isFolder ? "AddFull" : "AddNamedFull",
      g_variant_new_tuple(arguments, gsize(arguments.count)), nil, G_DBUS_CALL_FLAGS_NONE, 5000,
      files, nil, nil, &error)
    guard let answer else {
      defer { g_error_free(error) }
      throw DeskError("the document portal: \(String(cString: error!.pointee.message))")
    }
    let document = Answer(adopting: answer).child(0)
    let id = isFolder ? document.child(0).string : document.string
    return folder.appendingPathComponent(id).appendingPathComponent(file.lastPathComponent)
  }
}
