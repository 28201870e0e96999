import CAdwaita
import CGLib
import GLibBridge

/// The dialogs of layouts: sheets within their window since libadwaita 1.5, before that windows.
///
/// Properties and signals are the same; this type handles the differences.
package enum Dialog {
  /// Shows a sheet; nil if the library has none.
  private static let presentSheet: (@convention(c) (Widget, Widget?) -> Void)? =
    newerSymbol("adw_dialog_present")

  private typealias CString = UnsafePointer<CChar>

  /// A function of sheets, or the equivalent one of windows.
  private static func function<Function>(_ newer: String, or older: String) -> Function {
    newerSymbol(newer) ?? newerSymbol(older)!
  }

  /// Presents the dialog of a layout over a widget's window, with the focus on `focus`.
  package static func present(_ layout: Layout, over parent: Widget, focus: Widget? = nil) {
    let dialog = layout["dialog"]
    let isWindow = g_type_check_instance_is_a(dialog.cast(), gtk_window_get_type()) != 0
    if !isWindow, let presentSheet {
      presentSheet(dialog, parent)
    } else {
      gtk_window_set_modal(dialog.cast(), 1)
      gtk_window_set_transient_for(dialog.cast(), parent.window)
      Focus.comesBackFromPopovers(of: dialog)
      // Sheets are called by their headings; a window has a name of its own.
      if g_type_check_instance_is_a(dialog.cast(), adw_message_dialog_get_type()) != 0,
        let heading = adw_message_dialog_get_heading(dialog.cast())
      {
        dialog.setAccessibleName(String(cString: heading))
      }
      // GTK 4.8 sends a change of the focus to an entry that is already freed.
      dialog.on("unmap") { gtk_window_set_focus(dialog.cast(), nil) }
      gtk_window_present(dialog.cast())
    }
    if let focus { gtk_widget_grab_focus(focus) }
  }

  /// Presents the form of a layout: a dialog with a header, in which are the button `cancel` and
  /// those of `answers`.
  ///
  /// `onAnswer` is called with the name of the button that closes it; nil if it is cancelled.
  package static func present(
    form layout: Layout, answers: String..., over parent: Widget, focus: Widget? = nil,
    onAnswer: @escaping (String?) -> Void
  ) {
    let dialog = layout["dialog"]
    let close: @convention(c) (Widget) -> Void =
      function("adw_dialog_close", or: "gtk_window_close")
    var isAnswered = false
    func end(_ answer: String?) {
      guard !isAnswered else { return }
      isAnswered = true
      onAnswer(answer)
    }
    for answer in answers {
      layout[answer].on("clicked") {
        // The form's widgets are gone once it is closed.
        end(answer)
        close(dialog)
      }
    }
    layout["cancel"].on("clicked") { close(dialog) }
    dialog.on("unmap") { end(nil) }
    if presentSheet == nil { closeByEscape(dialog) }
    present(layout, over: parent, focus: focus)
  }

  /// Lets Escape close a window, as it closes sheets and libadwaita's own windows.
  private static func closeByEscape(_ window: Widget) {
    let keys = window.addController(gtk_shortcut_controller_new())
    gtk_shortcut_controller_add_shortcut(
      keys.cast(),
      gtk_shortcut_new(
        gtk_shortcut_trigger_parse_string("Escape")!, gtk_named_action_new("window.close")))
  }

  /// Presents the message dialog of a layout and returns the response; nil if its window was
  /// closed.
  package static func answer(to layout: Layout, over parent: Widget) async -> String? {
    await withCheckedContinuation { answered in
      var answered: CheckedContinuation<String?, Never>? = answered
      let end = { (response: String?) in
        answered?.resume(returning: response)
        answered = nil
      }
      layout["dialog"].on("response") { (response: String) in end(response) }
      layout["dialog"].on("destroy") { end(nil) }
      present(layout, over: parent)
    }
  }

  /// Shows a message in a dialog, and waits until it is closed.
  package static func tell(_ heading: String, _ sentence: String, over parent: Widget) async {
    let layout = Layout("message")
    layout["dialog"].set("heading", to: heading)
    layout["dialog"].set("body", to: sentence)
    _ = await answer(to: layout, over: parent)
  }

  package static func setEnabled(_ isEnabled: Bool, answer: String, to dialog: Widget) {
    let enable: @convention(c) (Widget, CString, gboolean) -> Void = function(
      "adw_alert_dialog_set_response_enabled", or: "adw_message_dialog_set_response_enabled")
    enable(dialog, answer, isEnabled.gboolean)
  }

  package static func setLabel(_ label: String, answer: String, of dialog: Widget) {
    let set: @convention(c) (Widget, CString, CString) -> Void = function(
      "adw_alert_dialog_set_response_label", or: "adw_message_dialog_set_response_label")
    set(dialog, answer, label)
  }

  package static func addToast(_ text: String, to preferences: Widget) {
    let add: @convention(c) (Widget, OpaquePointer) -> Void = function(
      "adw_preferences_dialog_add_toast", or: "adw_preferences_window_add_toast")
    add(preferences, adw_toast_new(markup(text))!)
  }

  package static func addLegalSection(
    _ title: String, _ copyright: String, _ licence: String, to about: Widget
  ) {
    let add: @convention(c) (Widget, CString, CString, GtkLicense, CString) -> Void = function(
      "adw_about_dialog_add_legal_section", or: "adw_about_window_add_legal_section")
    add(about, title, copyright, GTK_LICENSE_CUSTOM, licence)
  }

  /// The text of a layout, with the newest dialog classes that the library has.
  static func newestNames(in layout: String) -> String {
    guard presentSheet != nil else { return layout }
    let names = [
      ("AdwMessageDialog", "AdwAlertDialog"), ("AdwPreferencesWindow", "AdwPreferencesDialog"),
      ("AdwAboutWindow", "AdwAboutDialog"), ("\"AdwWindow\"", "\"AdwDialog\""),
    ]
    guard names.contains(where: { layout.contains($0.0) }) else { return layout }
    let properties = [
      ("default-width", "content-width"), ("default-height", "content-height"),
      ("name=\"content\"", "name=\"child\""),
    ]
    return (names + properties).reduce(layout) { $0.replacing($1.0, with: $1.1) }
  }
}
