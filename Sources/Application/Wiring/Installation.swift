import CGLib
import GLibBridge
import Glibc
import SoupHTTP

/// The places of the program and its data.
struct Installation {
  /// The folder of the installed data.
  let share: String

  static let applicationID = "io.github.virtualtourist.VirtualTourist"
  static let version = metainfo(after: "<release version=\"", before: "\"")
  static let website = metainfo(after: "<url type=\"homepage\">", before: "<")

  /// Finds the data relative to the program, so that an installation can be moved.
  static func ofRunningProgram() -> Installation {
    let program = g_file_read_link("/proc/self/exe", nil).map { String(adopting: $0) } ?? ""
    let prefix = program.split(separator: "/").dropLast(2).joined(separator: "/")
    return Installation(share: "/\(prefix)/share")
  }

  /// Lets GLib and GTK find the installed icons and schemas; call it first, because GLib reads the
  /// list only once.
  func addToSearchPath() {
    let standard = "/usr/local/share:/usr/share"
    let folders = getenv("XDG_DATA_DIRS").map { String(cString: $0) } ?? ""
    let list = folders.isEmpty ? standard : folders
    guard !list.split(separator: ":").contains(where: { $0 == share || $0 == "\(share)/" }) else {
      return
    }
    setenv("XDG_DATA_DIRS", "\(share):\(list)", 1)
  }

  /// Registers the metainfo, layouts, menus and style; false if they are not installed.
  func registerResources() -> Bool {
    let file = "\(share)/virtual-tourist/virtual-tourist.gresource"
    guard let resources = g_resource_load(file, nil) else { return false }
    g_resources_register(resources)
    g_resource_unref(resources)
    return true
  }

  static func complain(_ sentence: String) {
    write(STDERR_FILENO, "\(sentence)\n", sentence.utf8.count + 1)
  }

  static var libraryFolder: String {
    "\(String(cString: g_get_user_data_dir()))/virtual-tourist"
  }

  /// The cache folder, which may be deleted at any time.
  static var cacheFolder: String {
    "\(String(cString: g_get_user_cache_dir()))/virtual-tourist"
  }

  /// The program's name for services, with contacts: the makers', and the user's if given.
  static func userAgent(contact: String) -> String {
    SoupClient.userAgent(of: "VirtualTourist/\(version)", contacts: [website, contact])
  }

  /// The text between two others in the metainfo.
  private static func metainfo(after start: String, before end: Character) -> String {
    let path = "/io/github/virtualtourist/VirtualTourist/metainfo.xml"
    let lookup = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, nil)
    guard let bytes = lookup.map(Bytes.init(adopting:)) else { return "" }
    let text = bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    guard let found = text.firstRange(of: start) else { return "" }
    return String(text[found.upperBound...].prefix { $0 != end })
  }
}
