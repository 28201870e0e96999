import CAdwaita
import CGLib
import Foundation
import GLibBridge
import Glibc
import TestDesk
import Widgets
import Wiring

/// Runs this program as a window, which prints its figures and ends the program.
///
/// Without a graphics card, it is drawn as the windows of the program are.
@MainActor
func runWindow(width: Int = 1000, _ fill: (Widget) -> Void) -> Never {
  GraphicsCard.avoidOpenGLWithoutOne()
  MainLoop.adoptMainQueue()
  adw_init()
  let window = gtk_window_new()!
  gtk_window_set_default_size(window.cast(), Int32(width), 680)
  fill(window)
  g_main_loop_run(g_main_loop_new(nil, 0))
  exit(0)
}

extension Desk {
  /// Runs this program as a window by some arguments, and returns the figures of its last line.
  func figures(
    of arguments: [String], count: Int, environment: [String: String] = [:]
  ) throws -> [Double] {
    let program = try start(
      TouristAtDesk.builtProgram("benchmarks").path, arguments, environment: environment)
    try watch(for: "the end of \(arguments[0])", seconds: 300) { program.isRunning ? nil : true }
    let line = program.output.split(separator: "\n").last ?? ""
    let figures = line.split(separator: " ").compactMap { Double($0) }
    guard figures.count == count else { throw DeskError(program.output) }
    return figures
  }
}
