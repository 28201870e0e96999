import CGLib
import Glibc

/// Where the program and what belongs to it are, on this machine.
struct Installation {
  /// The folder of the installed data, beside that of the program.
  let share: String

  static let applicationID = "io.github.virtualtourist.VirtualTourist"
  static let version = "0.1.0"

  /// Finds the data relative to the program, so that it can be installed anywhere and moved.
  static func ofRunningProgram() -> Installation {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = buffer.withUnsafeMutableBytes {
      readlink("/proc/self/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
    }
    let program = String(decoding: buffer.prefix(max(0, length)), as: UTF8.self)
    let prefix = program.split(separator: "/").dropLast(2).joined(separator: "/")
    return Installation(share: "/\(prefix)/share")
  }

  /// Lets the libraries find the installed data, wherever it is: icons, and schemas.
  ///
  /// GLib reads the list once; so this has to come first.
  func addToSearchPath() {
    let standard = "/usr/local/share:/usr/share"
    let folders = getenv("XDG_DATA_DIRS").map { String(cString: $0) } ?? ""
    let list = folders.isEmpty ? standard : folders
    guard !list.split(separator: ":").contains(where: { $0 == share || $0 == "\(share)/" }) else {
      return
    }
    setenv("XDG_DATA_DIRS", "\(share):\(list)", 1)
  }

  /// Registers the program's layouts, menus and style, which GTK then finds by their names.
  ///
  /// Returns false where they are not installed.
  func registerResources() -> Bool {
    let file = "\(share)/virtual-tourist/virtual-tourist.gresource"
    guard let resources = g_resource_load(file, nil) else { return false }
    g_resources_register(resources)
    g_resource_unref(resources)
    return true
  }

  /// Says what of the program is missing.
  static func complain(_ sentence: String) {
    write(STDERR_FILENO, "\(sentence)\n", sentence.utf8.count + 1)
  }

  /// The folder of the user's library.
  static var libraryFolder: String {
    "\(String(cString: g_get_user_data_dir()))/virtual-tourist"
  }

  /// The folder of what may be deleted at any time.
  static var cacheFolder: String {
    "\(String(cString: g_get_user_cache_dir()))/virtual-tourist"
  }

  /// How the program names itself to servers, with an address where its makers can be reached.
  static var userAgent: String {
    "VirtualTourist/\(version) (https://github.com/virtualtourist/virtual-tourist) libsoup/3"
  }
}
