import CAdwaita
import GLibBridge

/// A command that keys can invoke in a part of the window.
package protocol KeyCommand {}

/// An action of the application, the window or a page, by its full name, such as `win.search`.
struct NamedAction: KeyCommand {
  let name: String
  init(_ name: String) { self.name = name }
}

/// A line of the shortcuts window: a title, and its keys.
package struct KeyLine {
  package let title: String
  let bindings: [Binding]

  /// Keys, in GTK's accelerator syntax, and their command; nil if GTK has it built in.
  ///
  /// The first key is the one shown; the others are variants, as on the keypad.
  typealias Binding = (keys: String, command: (any KeyCommand)?)

  init(_ title: String, _ bindings: Binding...) {
    self.title = title
    self.bindings = bindings
  }

  package var shownKeys: String {
    // Some keys do the same for different things.
    let keys = bindings.compactMap { $0.keys.split(separator: " ").first }
    return keys.enumerated().filter { !keys[..<$0].contains($1) }.map(\.element)
      .joined(separator: " ")
  }
}

extension KeyTable {
  /// The groups with their lines, those of a page first.
  package static func groups(beginningWith page: KeyGroup) -> [(key: KeyGroup, value: [KeyLine])] {
    let first: [KeyGroup] = page == .photo ? [.photo, .photoActions] : [page]
    return groups.filter { first.contains($0.key) } + groups.filter { !first.contains($0.key) }
  }

  package static var accelerators: [(action: String, keys: [String])] {
    bindings.compactMap { keys, command in
      (command as? NamedAction).map { ($0.name, keys.split(separator: " ").map(String.init)) }
    }
  }

  /// The keys of an action, as people read them.
  package static func label(of action: String) -> String {
    let keys = accelerators.first { $0.action == action }?.keys.first ?? ""
    var (key, modifiers) = (guint(), GdkModifierType(rawValue: 0))
    gtk_accelerator_parse(keys, &key, &modifiers)
    return String(adopting: gtk_accelerator_get_label(key, modifiers))
  }

  fileprivate static var bindings: [KeyLine.Binding] {
    groups.flatMap { $0.value.flatMap(\.bindings) }
  }
}

extension ObjectPointer {
  /// Adds the shortcuts of one kind of command to the widget.
  ///
  /// If `perform` returns false, the key event propagates further.
  package func addKeys<Command: KeyCommand>(
    capturing: Bool = false, perform: @escaping @MainActor (Command) -> Bool
  ) {
    addShortcuts(capturing: capturing) { command in
      guard let command = command as? Command else { return nil }
      let box = Unmanaged.passRetained(CommandBox({ perform(command) })).toOpaque()
      return gtk_callback_action_new(
        { _, _, box in
          nonisolated(unsafe) let box = Unmanaged<CommandBox>.fromOpaque(box!).takeUnretainedValue()
          return MainActor.assumeIsolated { box.value().gboolean }
        }, box, { box in Unmanaged<CommandBox>.fromOpaque(box!).release() })
    }
  }

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
    let controller = addController(gtk_shortcut_controller_new(), capturing: capturing)
    for (keys, command) in KeyTable.bindings {
      for key in keys.split(separator: " ") {
        guard let action = makeAction(command) else { continue }
        gtk_shortcut_controller_add_shortcut(
          controller.cast(),
          gtk_shortcut_new(gtk_shortcut_trigger_parse_string(String(key))!, action))
      }
    }
  }
}

private typealias CommandBox = Box<@MainActor () -> Bool>
