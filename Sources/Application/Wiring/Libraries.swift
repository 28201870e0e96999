import CAdwaita
import CSQLite
import CShumate
import CSoup

enum Libraries {
  static var versions: String {
    let libraries: [(String, [guint])] = [
      ("GTK", [gtk_get_major_version(), gtk_get_minor_version(), gtk_get_micro_version()]),
      ("libadwaita", [adw_get_major_version(), adw_get_minor_version(), adw_get_micro_version()]),
      // libshumate only tells the version with which the program was built.
      (
        "libshumate",
        [SHUMATE_MAJOR_VERSION, SHUMATE_MINOR_VERSION, SHUMATE_MICRO_VERSION].map { guint($0) }
      ),
      ("libsoup", [soup_get_major_version(), soup_get_minor_version(), soup_get_micro_version()]),
    ]
    let versions = libraries.map { name, parts in
      "\(name) \(parts.map(String.init).joined(separator: "."))"
    }
    return (versions + ["SQLite \(String(cString: sqlite3_libversion()))"]).joined(separator: ", ")
  }
}
