import CAdwaita
import CGLib
package import GLibBridge
import TravelStore

/// What any part of a window can ask of it; GTK hands it up as an action, with a value in a variant.
package struct WindowAction<Value> {
  let name: String
  /// The type of the variant; nil where there is none.
  let type: String?
  let variant: (Value) -> OpaquePointer?
  let value: (OpaquePointer?) -> Value
}

extension WindowAction<Void> {
  package static var goBack: Self {
    Self(name: "go-back", type: nil, variant: { _ in nil }, value: { _ in () })
  }
}

extension WindowAction<Int64> {
  /// Opens a pin's album, by the pin's number.
  package static var openAlbum: Self { Self("open-album") }
  /// Shows a photo of the open album large, by its number.
  package static var viewPhoto: Self { Self("view-photo") }
  /// Shows the photos of the open album one after another, beginning with one, by its number.
  package static var playPhotos: Self { Self("play-photos") }
  /// Makes a postcard of a photo of the open album, by its number.
  package static var makePostcard: Self { Self("make-postcard") }

  private init(_ name: String) {
    self.init(
      name: name, type: "x", variant: { g_variant_new_int64(gint64($0)) },
      value: { Int64(g_variant_get_int64($0)) })
  }
}

extension WindowAction<String> {
  /// Shows a place on the map, written as users may write it.
  package static var showPlace: Self { Self("show-place") }
  /// Shows a sentence that needs no answer.
  package static var showMessage: Self { Self("show-message") }
  /// Shows a web page by its address.
  package static var openPage: Self { Self("open-page") }
  /// Opens a place in another program, by its `geo:` address.
  package static var openElsewhere: Self { Self("open-elsewhere") }

  private init(_ name: String) {
    self.init(
      name: name, type: "s", variant: { g_variant_new_string($0) },
      value: { String(cString: g_variant_get_string($0, nil)) })
  }
}

extension WindowAction<[String]> {
  /// Shows a place that has a name on the map, where a pin may be dropped: its name, what it is, and
  /// where it is.
  package static var markPlace: Self { Self("mark-place") }
  /// Shows that a file or folder was made and offers to open it: a sentence, and its path.
  package static var showMadeFile: Self { Self("show-made-file") }

  private init(_ name: String) {
    self.init(
      name: name, type: "as", variant: { withCStrings($0) { g_variant_new_strv($0, -1) } },
      value: { strings(adopting: g_variant_dup_strv($0, nil)) })
  }
}

extension ObjectPointer {
  /// Makes a window perform an action.
  package func addAction<Value>(
    _ action: WindowAction<Value>, _ perform: @escaping @MainActor (Value) -> Void
  ) {
    let type = action.type.map { g_variant_type_new($0)! }
    defer { type.map { g_variant_type_free($0) } }
    let added = Ref(adopting: g_simple_action_new(action.name, type)!)
    added.pointer.on("activate") { (variant: OpaquePointer?) in perform(action.value(variant)) }
    g_action_map_add_action(cast(), added.pointer)
  }

  /// Asks the window that this widget is in.
  package func activate<Value>(_ action: WindowAction<Value>, _ value: Value) {
    gtk_widget_activate_action_variant(widget, "win.\(action.name)", action.variant(value))
  }

  /// Asks the window that this widget is in.
  package func activate(_ action: WindowAction<Void>) { activate(action, ()) }

  /// Runs a change of the library, and has the window show its failure.
  @discardableResult
  package func changeLibrary(_ change: @escaping () async throws -> Void) -> Task<Void, Never> {
    let kept = Ref(retaining: widget)
    return Task {
      do {
        try await change()
      } catch StoreError.gone {
        // An earlier press has removed it already.
      } catch let error as StoreError {
        kept.pointer.activate(.showMessage, Words.sentence(for: error))
      } catch {
        debugLog("a change of the library failed: \(error)")
      }
    }
  }
}
