import CAdwaita
import CGLib
import GLibBridge

/// The window that lists the keys.
enum ShortcutsWindow {
  /// Makes the window.
  static func make() -> Widget {
    let groups = [
      (
        tr("Map"),
        [
          ("<Control>f", tr("Search")),
          ("<Shift>Return", tr("Drop a pin at what was found")),
          ("<Control><Shift>n", tr("Drop a pin in the middle")),
          ("Left Right Up Down", tr("Move the map")),
          ("plus minus", tr("Zoom in and out")),
          ("Tab", tr("Go to the next pin")),
          ("Return", tr("Open the album of a pin")),
          ("<Control>z", tr("Bring back the pin removed last")),
        ]
      ),
      (
        tr("Album"),
        [
          ("Escape <Alt>Left", tr("Go back to the map")),
          ("Return space", tr("View a photo large")),
          ("Delete", tr("Remove the photos that are selected")),
          ("<Control>z", tr("Bring back the photo removed last")),
          ("Menu <Shift>F10", tr("Open the menu of a photo")),
          ("F2", tr("Rename the place")),
        ]
      ),
      (
        tr("Photo"),
        [
          ("Left Right", tr("Go to the previous and the next photo")),
          ("plus minus", tr("Zoom in and out")),
          ("0 1", tr("Fit the window, or show all pixels")),
          ("Home End", tr("Go to the first and the last photo")),
          ("F11", tr("Fill the screen")),
          ("F9", tr("Show what is known of the photo")),
          ("<Control>s", tr("Save a copy")),
          ("<Control>c", tr("Copy the picture")),
          ("Delete", tr("Remove the photo from its album")),
          ("<Control>z", tr("Bring back the photo removed last")),
          ("Menu <Shift>F10", tr("Open the menu of the photo")),
          ("Escape", tr("Go back to the album")),
        ]
      ),
      (
        tr("General"),
        [
          ("<Control>comma", tr("Open the preferences")),
          ("<Control>question", tr("Show the keyboard shortcuts")),
          ("<Control>w", tr("Close the window")),
          ("<Control>q", tr("Quit")),
        ]
      ),
    ]
    let markup = groups.map { title, shortcuts in
      group(titled: title, shortcuts.map { shortcut(keys: $0.0, title: $0.1) })
    }
    // GTK's shortcuts window can only be described, not put together by calls.
    let description = """
      <interface><object class="GtkShortcutsWindow" id="window"><property name="modal">1</property>
      <child><object class="GtkShortcutsSection"><property name="section-name">all</property>
      \(markup.joined())</object></child></object></interface>
      """
    let builder = Ref(adopting: gtk_builder_new_from_string(description, -1)!)
    return gtk_builder_get_object(builder.pointer, "window")!.cast()
  }

  private static func group(titled title: String, _ shortcuts: [String]) -> String {
    """
    <child><object class="GtkShortcutsGroup"><property name="title">\(escaped(title))</property>
    \(shortcuts.joined())</object></child>
    """
  }

  private static func shortcut(keys: String, title: String) -> String {
    """
    <child><object class="GtkShortcutsShortcut">
    <property name="title">\(escaped(title))</property>
    <property name="accelerator">\(escaped(keys))</property></object></child>
    """
  }

  private static func escaped(_ text: String) -> String {
    let escaped = g_markup_escape_text(text, -1)!
    defer { g_free(escaped) }
    return String(cString: escaped)
  }
}
