import CGLib
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

/// Takes commands from other processes.
package final class CommandService {
  /// Runs the commands; until it is set, other processes are told to try again.
  package var runner: CommandRunner?

  package init() {}

  /// Serves requests on a connection for the life of the process.
  package func listen(on bus: OpaquePointer) {
    guard let node = g_dbus_node_info_new_for_xml(CommandInterface.description, nil) else { return }
    defer { g_dbus_node_info_unref(node) }
    var table = GDBusInterfaceVTable()
    table.method_call = { _, _, _, _, method, arguments, invocation, service in
      nonisolated(unsafe) let (arguments, invocation) = (arguments!, invocation!)
      let method = String(cString: method!)
      let service = Unmanaged<CommandService>.fromOpaque(service!).takeUnretainedValue()
      MainActor.assumeIsolated { service.handle(method, arguments, invocation) }
    }
    g_dbus_connection_register_object(
      bus, CommandInterface.path,
      g_dbus_node_info_lookup_interface(node, CommandInterface.name), &table,
      Unmanaged.passRetained(self).toOpaque(), nil, nil)
  }

  private func handle(_ method: String, _ arguments: OpaquePointer, _ invocation: OpaquePointer) {
    guard let runner else {
      return g_dbus_method_invocation_return_dbus_error(
        invocation, "\(CommandInterface.name).NotReady", "The window is not there yet")
    }
    guard method == CommandInterface.run else {
      Task { await runner.readAgain() }
      return g_dbus_method_invocation_return_value(invocation, nil)
    }
    let files = g_dbus_message_get_unix_fd_list(g_dbus_method_invocation_get_message(invocation))
    let (output, messages) = (
      CommandService.file(1, of: arguments, in: files),
      CommandService.file(2, of: arguments, in: files)
    )
    guard output >= 0, messages >= 0,
      let request = try? CommandRequest(CommandService.texts(arguments), in: "/")
    else {
      for file in [output, messages] where file >= 0 { close(file) }
      return g_dbus_method_invocation_return_dbus_error(
        invocation, "\(CommandInterface.name).Invalid", "The arguments are not valid")
    }
    let target = CommandOutput(
      output: output, messages: messages, isJSON: request.isJSON)
    let watch = CommandService.watch(invocation, target)
    Task {
      let status = await runner.run(request, to: target)
      g_bus_unwatch_name(watch)
      var values = [g_variant_new_int32(status.rawValue)]
      g_dbus_method_invocation_return_value(invocation, g_variant_new_tuple(&values, 1))
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

  /// The texts in the first argument.
  private static func texts(_ arguments: OpaquePointer) -> [String] {
    let list = g_variant_get_child_value(arguments, 0)!
    defer { g_variant_unref(list) }
    var count: gsize = 0
    let texts = g_variant_get_strv(list, &count)!
    defer { g_free(texts) }
    return (0..<Int(count)).map { String(cString: texts[$0]!) }
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
