import CGLib
import GLibBridge
import Glibc
import Widgets

/// The program that may be running already, as seen from another process.
package final class RunningProgram {
  private let bus: Ref<OpaquePointer>
  private let name: String

  /// How long to wait for a program that has just begun, in milliseconds.
  private static let patience = 10_000
  private static let pause = 50

  /// Makes the program with a name on the session bus; nil if there is no bus.
  package init?(named name: String) {
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return nil }
    (self.bus, self.name) = (Ref(adopting: bus), name)
    // A lost bus connection must not end the process silently.
    g_dbus_connection_set_exit_on_close(bus, 0)
  }

  /// Runs a command there that writes to this process's output; nil if no program is running.
  package func run(_ request: CommandRequest) -> ExitStatus? {
    for _ in 0..<(RunningProgram.patience / RunningProgram.pause) {
      do {
        return try ask(request)
      } catch {
        switch error {
        case _
        where error.isDBus(G_DBUS_ERROR_SERVICE_UNKNOWN)
          || error.isDBus(G_DBUS_ERROR_NAME_HAS_NO_OWNER)
          || error.isDBus(G_DBUS_ERROR_ACCESS_DENIED):
          return nil
        case _ where error.isDBus(G_DBUS_ERROR_NO_REPLY):
          return fail(tr("Virtual Tourist ended before this was done."))
        case _
        where error.isDBus(G_DBUS_ERROR_UNKNOWN_METHOD)
          || error.isDBus(G_DBUS_ERROR_UNKNOWN_OBJECT) || error.message.contains("NotReady"):
          // The program has just started.
          usleep(UInt32(RunningProgram.pause) * 1000)
        default: return fail(RunningProgram.silence)
        }
      }
    }
    return fail(RunningProgram.silence)
  }

  private static var silence: String {
    tr("Virtual Tourist is running, but does not answer. Close it and try again.")
  }

  package func readAgain() {
    _ = g_dbus_connection_call_sync(
      bus.pointer, name, CommandInterface.path, CommandInterface.name, CommandInterface.readAgain,
      nil, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, nil, nil)
  }

  private func fail(_ sentence: String) -> ExitStatus {
    let line = Array("virtual-tourist: \(sentence)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    return .failed
  }

  private func ask(_ request: CommandRequest) throws(GLibError) -> ExitStatus {
    let files = g_unix_fd_list_new()!
    defer { g_object_unref(files) }
    let output = g_unix_fd_list_append(files, STDOUT_FILENO, nil)
    let messages = g_unix_fd_list_append(files, STDERR_FILENO, nil)
    var texts: OpaquePointer?
    withCStrings(request.arguments) { texts = g_variant_new_strv($0, -1) }
    var values = [texts, g_variant_new_handle(output), g_variant_new_handle(messages)]
    let arguments = g_variant_new_tuple(&values, 3)
    let answer = try throwingGLibError { error in
      g_dbus_connection_call_with_unix_fd_list_sync(
        bus.pointer, name, CommandInterface.path, CommandInterface.name, CommandInterface.run,
        arguments, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, .max, files, nil, nil, error)
    }!
    defer { g_variant_unref(answer) }
    let value = g_variant_get_child_value(answer, 0)!
    defer { g_variant_unref(value) }
    return ExitStatus(rawValue: g_variant_get_int32(value)) ?? .failed
  }
}
