import CAdwaita
import CGLib
import GLibBridge

/// What keys do in one part of the window.
package protocol KeyCommand {}

/// An action of the application, the window or a page, by its full name.
struct NamedAction: KeyCommand {
  let name: String
  init(_ name: String) { self.name = name }
}

/// A thing that keys do, and what the shortcuts window says of it.
package struct KeyLine {
  package let title: String
  let bindings: [Binding]

  /// A key and what it does; nil where GTK does it by itself.
  ///
  /// Keys are written as GTK writes accelerators. Where there are several, the first is the one that
  /// is shown, and the others are the same on another part of the keyboard.
  typealias Binding = (keys: String, command: (any KeyCommand)?)

  init(_ title: String, _ bindings: Binding...) {
    self.title = title
    self.bindings = bindings
  }

  /// The keys to be shown.
  package var shownKeys: String {
    bindings.compactMap { $0.keys.split(separator: " ").first }.joined(separator: " ")
  }
}

extension KeyTable {
  /// The keys of each action.
  package static var accelerators: [(action: String, keys: [String])] {
    bindings.compactMap { keys, command in
      (command as? NamedAction).map { ($0.name, keys.split(separator: " ").map(String.init)) }
    }
  }

  fileprivate static var bindings: [KeyLine.Binding] {
    groups.flatMap { $0.lines.flatMap(\.bindings) }
  }
}

extension ObjectPointer {
  /// Lets the widget hear the keys of one kind of command.
  ///
  /// What `perform` answers tells whether there was something to do: if not, others hear the key.
  package func addKeys<Command: KeyCommand>(
    capturing: Bool = false, perform: @escaping @MainActor (Command) -> Bool
  ) {
    addShortcuts(capturing: capturing) { command in
      guard let command = command as? Command else { return nil }
      let box = Unmanaged.passRetained(CommandBox { perform(command) }).toOpaque()
      return gtk_callback_action_new(
        { _, _, box in
          nonisolated(unsafe) let box = Unmanaged<CommandBox>.fromOpaque(box!).takeUnretainedValue()
          return MainActor.assumeIsolated { box.perform().gboolean }
        }, box, { box in Unmanaged<CommandBox>.fromOpaque(box!).release() })
    }
  }

  /// Lets the widget hear the keys of the actions of a group.
  package func addKeys(ofActions group: String) {
    addShortcuts { command in
      guard let action = command as? NamedAction, action.name.hasPrefix("\(group).") else {
        return nil
      }
      return gtk_named_action_new(action.name)
    }
  }

  private func addShortcuts(
    capturing: Bool = false, _ makeAction: ((any KeyCommand)?) -> OpaquePointer?
  ) {
    let controller = gtk_shortcut_controller_new()!
    if capturing { gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE) }
    for (keys, command) in KeyTable.bindings {
      for key in keys.split(separator: " ") {
        guard let action = makeAction(command) else { continue }
        gtk_shortcut_controller_add_shortcut(
          controller.cast(),
          gtk_shortcut_new(gtk_shortcut_trigger_parse_string(String(key))!, action))
      }
    }
    gtk_widget_add_controller(widget, controller)
  }
}

private nonisolated final class CommandBox {
  let perform: @MainActor () -> Bool
  init(_ perform: @escaping @MainActor () -> Bool) { self.perform = perform }
}
