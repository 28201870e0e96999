import CGLib
import GLibBridge
import Places
import TouristSession
import Widgets

/// Answers the search of GNOME Shell, which asks while the user types in its overview.
final class ShellSearch {
  /// Shows in the window what the user has chosen, or the search for a text, at a time of the desktop.
  var onChoice: (_ chosen: SearchResult?, _ text: String, _ time: UInt32) -> Void = { _, _, _ in }

  private let search: DesktopSearch

  private static let path = "/io/github/virtualtourist/VirtualTourist/SearchProvider"
  private static let interface = """
    <node><interface name="org.gnome.Shell.SearchProvider2">
      <method name="GetInitialResultSet">
        <arg type="as" direction="in"/><arg type="as" direction="out"/>
      </method>
      <method name="GetSubsearchResultSet">
        <arg type="as" direction="in"/><arg type="as" direction="in"/>
        <arg type="as" direction="out"/>
      </method>
      <method name="GetResultMetas">
        <arg type="as" direction="in"/><arg type="aa{sv}" direction="out"/>
      </method>
      <method name="ActivateResult">
        <arg type="s" direction="in"/><arg type="as" direction="in"/><arg type="u" direction="in"/>
      </method>
      <method name="LaunchSearch">
        <arg type="as" direction="in"/><arg type="u" direction="in"/>
      </method>
    </interface></node>
    """

  init(_ search: DesktopSearch) { self.search = search }

  /// Serves a connection for the life of the process.
  func listen(on bus: OpaquePointer) {
    BusCall.serve(ShellSearch.interface, at: ShellSearch.path, on: bus) { [self] call in
      // Without a window, the program ends some time after the last answer.
      let application = g_application_get_default()
      g_application_hold(application)
      Task {
        await handle(call)
        g_application_release(application)
      }
    }
  }

  private func handle(_ call: BusCall) async {
    switch call.method {
    case "GetInitialResultSet": call.answer(list(await search.find(call.texts(0))))
    case "GetSubsearchResultSet":
      call.answer(list(await search.find(call.texts(1), isNew: false)))
    case "GetResultMetas":
      let descriptions = call.texts(0).compactMap(description(of:)).map(Optional.init)
      let type = g_variant_type_new("a{sv}")
      defer { g_variant_type_free(type) }
      call.answer(g_variant_new_array(type, descriptions, gsize(descriptions.count)))
    case "ActivateResult":
      let (name, terms, time) = (call.text(0), call.texts(1), call.number(2))
      call.answer()
      onChoice(await search.result(name, of: terms), terms.joined(separator: " "), time)
    default:
      let (terms, time) = (call.texts(0), call.number(1))
      call.answer()
      onChoice(nil, terms.joined(separator: " "), time)
    }
  }

  private func list(_ texts: [String]) -> OpaquePointer? {
    withCStrings(texts) { g_variant_new_strv($0, -1) }
  }

  /// What the Shell shows of a result.
  private func description(of name: String) -> OpaquePointer? {
    guard let result = search[name] else { return nil }
    let isPin = if case .pin = result.kind { true } else { false }
    let texts = [
      "id": name, "name": result.title, "description": Words.detail(of: result),
      // The Shell has these two; our own are in the program.
      "gicon": isPin ? "mark-location-symbolic" : "find-location-symbolic",
    ]
    return Portals.dictionary(texts.mapValues { g_variant_new_string($0)! })
  }
}
