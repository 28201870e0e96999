import CGLib
import GLibBridge
import Glibc

/// The D-Bus interface through which a running program performs another process's commands, so that
/// its window shows the result at once.
///
/// The other process passes its standard output and error, and waits for the exit status.
/// (GApplication's own mechanism writes while its window waits.)
nonisolated enum CommandInterface {
  static let name = "io.github.virtualtourist.VirtualTourist.Commands"
  static let path = "/io/github/virtualtourist/VirtualTourist/Commands"
  static let run = "Run"
  static let readAgain = "ReadAgain"

  static let description = """
    <node><interface name="\(name)">
      <method name="\(run)">
        <arg type="as" direction="in"/><arg type="h" direction="in"/><arg type="h" direction="in"/>
        <arg type="i" direction="out"/>
      </method>
      <method name="\(readAgain)"/>
    </interface></node>
    """
}

package final class CommandService {
  /// Runs the commands; until it is set, other processes are told to try again.
  package var runner: CommandRunner?
  /// Whether there is a window, or will be one at once; without one, other processes run their
  /// commands themselves.
  package var hasWindow = true

  package init() {}

  /// Serves requests on a connection for the life of the process.
  package func listen(on bus: OpaquePointer) {
    BusCall.serve(CommandInterface.description, at: CommandInterface.path, on: bus) { [self] in
      handle($0)
    }
  }

  private func handle(_ call: BusCall) {
    guard let runner else {
      return hasWindow
        ? call.refuse("\(CommandInterface.name).NotReady", "The window is not there yet")
        : call.refuse("org.freedesktop.DBus.Error.ServiceUnknown", "There is no window")
    }
    guard call.method == CommandInterface.run else {
      Task { await runner.readAgain() }
      return call.answer()
    }
    let invocation = call.invocation
    let files = g_dbus_message_get_unix_fd_list(g_dbus_method_invocation_get_message(invocation))
    let (output, messages) = (
      CommandService.file(1, of: call.arguments, in: files),
      CommandService.file(2, of: call.arguments, in: files)
    )
    guard output >= 0, messages >= 0, let request = try? CommandRequest(call.texts(0), in: "/")
    else {
      for file in [output, messages] where file >= 0 { close(file) }
      return call.refuse("\(CommandInterface.name).Invalid", "The arguments are not valid")
    }
    let target = CommandOutput(output: output, messages: messages, isJSON: request.isJSON)
    let watch = CommandService.watch(invocation, target)
    Task {
      let status = await runner.run(request, to: target)
      g_bus_unwatch_name(watch)
      call.answer(g_variant_new_int32(status.rawValue))
    }
  }

  /// Ends a command when the process that asked for it has ended.
  private static func watch(_ invocation: OpaquePointer, _ output: CommandOutput) -> guint {
    g_bus_watch_name_on_connection(
      g_dbus_method_invocation_get_connection(invocation),
      g_dbus_method_invocation_get_sender(invocation), G_BUS_NAME_WATCHER_FLAGS_NONE, nil,
      { _, _, output in
        Unmanaged<CommandOutput>.fromOpaque(output!).takeUnretainedValue().end()
      },
      Unmanaged.passRetained(output).toOpaque(),
      { output in Unmanaged<CommandOutput>.fromOpaque(output!).release() })
  }

  /// A file descriptor that was passed, duplicated for this process; -1 if there is none.
  private static func file(
    _ place: gsize, of arguments: OpaquePointer, in files: UnsafeMutablePointer<GUnixFDList>?
  ) -> Int32 {
    let handle = g_variant_get_child_value(arguments, place)!
    defer { g_variant_unref(handle) }
    let index = g_variant_get_handle(handle)
    guard let files, index >= 0, index < g_unix_fd_list_get_length(files) else { return -1 }
    return g_unix_fd_list_get(files, index, nil)
  }
}
