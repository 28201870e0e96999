import CAdwaita
import Glibc

/// Keeps GTK from drawing with OpenGL where there is no graphics card: the processor would stand in for
/// one, which takes several times as long and twice the memory.
///
/// GTK does so by itself from 4.14 on.
enum GraphicsCard {
  /// The kernel's names of what draws: those of most drivers, then those of some makers.
  private static let devices = ["dri/renderD", "nvidiactl", "dxg", "kgsl-3d0", "mali0"]

  /// Call it before GTK starts, and before there are other threads: it changes the environment.
  static func avoidOpenGLWithoutOne() {
    guard gtk_get_major_version() == 4, gtk_get_minor_version() < 14, getenv("GSK_RENDERER") == nil,
      // It draws in a browser.
      getenv("GDK_BACKEND").map({ String(cString: $0) }) != "broadway", !isThere(in: "/dev")
    else { return }
    setenv("GSK_RENDERER", "cairo", 1)
    // Else its driver is loaded all the same.
    let debug = getenv("GDK_DEBUG").map { "\(String(cString: $0))," } ?? ""
    setenv("GDK_DEBUG", "\(debug)gl-disable", 1)
  }

  private static func isThere(in folder: String) -> Bool {
    devices.contains { device in
      var found = glob_t()
      defer { globfree(&found) }
      return glob("\(folder)/\(device)*", 0, nil, &found) == 0
    }
  }
}
