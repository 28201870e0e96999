import CGLib
import GLibBridge

/// What is told about places, and by whom.
extension Settings {
  private static let (wikivoyageEndpoint, words, panel) = (
    "wikivoyage-endpoint", "place-words", "place-panel"
  )

  /// The API address of Wikivoyage, with `{language}` for that of its readers.
  package var wikivoyageEndpoint: String {
    String(adopting: g_settings_get_string(settings.pointer, Settings.wikivoyageEndpoint))
  }

  /// Whether texts about places are asked for.
  package var asksForWords: Bool {
    g_settings_get_boolean(settings.pointer, Settings.words) != 0
  }

  /// Whether the panel about the place is shown beside albums.
  package var showsPlacePanel: Bool {
    get { g_settings_get_boolean(settings.pointer, Settings.panel) != 0 }
    set {
      g_settings_set_boolean(settings.pointer, Settings.panel, newValue.gboolean)
      g_settings_apply(settings.pointer)
    }
  }
}
