import CAdwaita
import Glibc

/// Keeps GTK from drawing with OpenGL if there is no graphics card: the processor would emulate
/// one, which takes several times as long and twice the memory.
///
/// GTK does so by itself from 4.14 on.
package enum GraphicsCard {
  /// The kernel's names of graphics devices: those of most drivers, then those of some makers.
  private static let devices = [
    "/dev/dri/renderD*", "/dev/nvidiactl", "/dev/dxg", "/dev/kgsl-3d0", "/dev/mali0",
  ]
  private static var isOpenGLOff = false

  /// Call it before GTK starts and before there are other threads, because it changes the
  /// environment.
  package static func avoidOpenGLWithoutOne() {
    guard gtk_get_major_version() == 4, gtk_get_minor_version() < 14, getenv("GSK_RENDERER") == nil,
      // Broadway draws in a browser.
      getenv("GDK_BACKEND").map({ String(cString: $0) }) != "broadway", !isThere
    else { return }
    setenv("GSK_RENDERER", "cairo", 1)
    // Otherwise GTK still loads the OpenGL driver.
    guard getenv("GDK_DEBUG") == nil else { return }
    setenv("GDK_DEBUG", "gl-disable", 1)
    isOpenGLOff = true
  }

  /// Lets programs started from this one use OpenGL, after GTK has read the variable.
  static func letOthersUseOpenGL() {
    if isOpenGLOff { unsetenv("GDK_DEBUG") }
  }

  private static var isThere: Bool {
    devices.contains { device in
      var found = glob_t()
      defer { globfree(&found) }
      return glob(device, 0, nil, &found) == 0
    }
  }
}
