import Glibc

/// A function that only newer versions of the libraries have; nil with older ones.
///
/// The program is built with the older ones and looks newer functions up at run time.
func newerSymbol<Function>(_ name: String) -> Function? {
  dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
}

/// Whether the libraries are new enough to have a function, and everything introduced with it.
func hasNewerSymbol(_ name: String) -> Bool { dlsym(nil, name) != nil }
