package import CAdwaita
package import CGLib
import GLibBridge

package typealias Widget = UnsafeMutablePointer<GtkWidget>

extension ObjectPointer {
  package var widget: Widget { cast() }

  package var window: UnsafeMutablePointer<GtkWindow>? {
    gtk_widget_get_root(widget).map { $0.cast() }
  }

  /// Sets the name for assistive tools and tests.
  package func setAccessibleName(_ name: String) {
    // Since GTK 4.12, the label of a button overrides its accessible name.
    gtk_accessible_reset_relation(cast(), GTK_ACCESSIBLE_RELATION_LABELLED_BY)
    var property = GTK_ACCESSIBLE_PROPERTY_LABEL
    withGValue(name) { gtk_accessible_update_property_value(cast(), 1, &property, $0) }
  }

  /// Sets a description for assistive tools, in addition to the name.
  package func setAccessibleDescription(_ text: String) {
    var property = GTK_ACCESSIBLE_PROPERTY_DESCRIPTION
    withGValue(text) { gtk_accessible_update_property_value(cast(), 1, &property, $0) }
  }

  /// Sets the position among `count` items for assistive tools, counted from one.
  package func setAccessiblePosition(_ position: Int, of count: Int) {
    for (relation, value) in [
      (GTK_ACCESSIBLE_RELATION_POS_IN_SET, position), (GTK_ACCESSIBLE_RELATION_SET_SIZE, count),
    ] {
      var relation = relation
      withGValue(Int32(clamping: value)) {
        gtk_accessible_update_relation_value(cast(), 1, &relation, $0)
      }
    }
  }

  /// Hides the widget from assistive tools, because another one says the same.
  package func setAccessibleHidden(_ hidden: Bool) {
    var state = GTK_ACCESSIBLE_STATE_HIDDEN
    withGValue(hidden) { gtk_accessible_update_state_value(cast(), 1, &state, $0) }
  }

  package func addClass(_ name: String) { gtk_widget_add_css_class(widget, name) }
}

/// Makes a widget with an accessible role, for classes without one of their own.
package func makeWidget(_ type: GType, role: GtkAccessibleRole) -> Widget {
  makeObject(type, ["accessible-role": Int32(bitPattern: role.rawValue)]).widget
}

/// Makes a button with a symbolic icon; its name is also its tooltip.
package func makeIconButton(_ icon: String, _ name: String) -> Widget {
  let button = gtk_button_new_from_icon_name(icon)!
  gtk_widget_set_tooltip_text(button, name)
  button.setAccessibleName(name)
  return button
}

/// Makes a label of one line, which is ellipsized if there is no room.
package func makeLabel(_ text: String = "") -> Widget {
  let label = gtk_label_new(text)!
  gtk_label_set_xalign(label.cast(), 0)
  gtk_label_set_ellipsize(label.cast(), PANGO_ELLIPSIZE_END)
  return label
}

package func makeBox(_ orientation: GtkOrientation, spacing: Int32 = 0, _ children: Widget...)
  -> Widget
{
  let box = gtk_box_new(orientation, spacing)!
  for child in children { gtk_box_append(box.cast(), child) }
  return box
}

/// Shows a page of a stack, and hides the others from assistive tools, which GTK 4.8 does not.
package func showPage(_ page: Widget, of stack: Widget) {
  gtk_stack_set_visible_child(stack.cast(), page)
  var next = gtk_widget_get_first_child(stack)
  while let current = next {
    current.setAccessibleHidden(current != page)
    next = gtk_widget_get_next_sibling(current)
  }
}

extension ObjectPointer {
  package func addAction(_ name: String, _ perform: @escaping @MainActor () -> Void) {
    let action = Ref(adopting: g_simple_action_new(name, nil)!)
    action.pointer.on("activate", perform: perform)
    g_action_map_add_action(cast(), action.pointer)
  }

  package func addTextAction(_ name: String, _ perform: @escaping @MainActor (String) -> Void) {
    let text = g_variant_type_new("s")
    defer { g_variant_type_free(text) }
    let action = Ref(adopting: g_simple_action_new(name, text)!)
    action.pointer.on("activate") { (value: OpaquePointer) in
      perform(String(cString: g_variant_get_string(value, nil)))
    }
    g_action_map_add_action(cast(), action.pointer)
  }

  /// Enables the actions of an action map that are possible, and disables others.
  package func enableActions(_ possible: KeyValuePairs<String, Bool>) {
    for (name, isPossible) in possible {
      g_simple_action_set_enabled(g_action_map_lookup_action(cast(), name), isPossible.gboolean)
    }
  }

  /// Adds an event controller to the widget, and returns it.
  ///
  /// A gesture is one of the mouse button `button`, or of any for 0; with `capturing`, a controller gets
  /// events before the widget's children.
  @discardableResult
  package func addController(
    _ controller: OpaquePointer, button: Int32? = nil, capturing: Bool = false
  ) -> OpaquePointer {
    if let button { gtk_gesture_single_set_button(controller, guint(button)) }
    if capturing { gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE) }
    gtk_widget_add_controller(widget, controller)
    return controller
  }
}

/// The event controllers of a widget, including those of its class.
package func controllers(of widget: Widget) -> [OpaquePointer] {
  let list = Ref(adopting: gtk_widget_observe_controllers(widget)!)
  return (0..<g_list_model_get_n_items(list.pointer.cast())).compactMap { index in
    g_list_model_get_item(list.pointer.cast(), index).map { controller in
      g_object_unref(controller)  // The widget keeps it.
      return OpaquePointer(controller)
    }
  }
}

package func content(of buffer: UnsafeMutablePointer<GtkTextBuffer>) -> String {
  var (start, end) = (GtkTextIter(), GtkTextIter())
  gtk_text_buffer_get_bounds(buffer, &start, &end)
  return String(adopting: gtk_text_buffer_get_text(buffer, &start, &end, 0))
}

/// The text in an entry, as it was typed.
package func typedText(in entry: Widget) -> String {
  String(cString: gtk_editable_get_text(entry.cast()))
}

/// The name in an entry, with runs of spaces collapsed; nil if it is empty.
package func writtenName(in entry: Widget) -> String? {
  let words = typedText(in: entry).split(whereSeparator: \.isWhitespace)
  return words.isEmpty ? nil : words.joined(separator: " ")
}

package func markup(_ text: String) -> String { String(adopting: g_markup_escape_text(text, -1)) }

/// Passes strings to C as a NULL-terminated array.
@discardableResult
package func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  let copies = strings.map { UnsafePointer(g_strdup($0)) }
  defer { copies.forEach { g_free(UnsafeMutablePointer(mutating: $0)) } }
  return body(copies + [nil])
}

/// Converts a NULL-terminated array of strings from C, and frees it.
func strings(adopting array: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> [String] {
  defer { g_strfreev(array) }
  return (0..<Int(g_strv_length(array))).map { String(cString: array[$0]!) }
}

/// The user's languages in order of preference, as two- or three-letter codes.
package func preferredLanguages() -> [String] {
  var locales: [String] = []
  let names = g_get_language_names()!
  while let name = names[locales.count] { locales.append(String(cString: name)) }
  return languageCodes(of: locales)
}

/// The codes of languages by the names of locales, in their order.
///
/// What is in Chinese is in simplified letters, for which readers of traditional ones did not ask.
nonisolated package func languageCodes(of locales: [String]) -> [String] {
  let chinese = locales.first { $0.hasPrefix("zh_") } ?? ""
  let isTraditional = ["zh_TW", "zh_HK", "zh_MO"].contains { chinese.hasPrefix($0) }
  var languages: [String] = []
  for locale in locales {
    let code = String(locale.prefix { $0.isLetter && $0.isLowercase })
    guard (2...3).contains(code.count), !languages.contains(code) else { continue }
    if code == "zh", isTraditional { continue }
    languages.append(code)
  }
  return languages
}

extension Bool {
  package var gboolean: CGLib.gboolean { self ? 1 : 0 }
}
