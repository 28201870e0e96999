import Glibc

/// A function that only newer versions of the libraries have; nil where they are older.
///
/// The program is built with the older ones and looks for what is newer when it runs.
func newerSymbol<Function>(_ name: String) -> Function? {
  dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
}

/// Whether the libraries are new enough to have a function, and those that came with it.
func hasNewerSymbol(_ name: String) -> Bool { dlsym(nil, name) != nil }
