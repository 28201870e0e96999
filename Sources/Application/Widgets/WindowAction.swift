import CAdwaita
import CGLib
package import GLibBridge
import TravelStore

/// What any part of a window can ask of it; GTK hands it up as an action.
package enum WindowAction: String {
  case goBack = "go-back"
  /// Opens a pin's album, by the pin's number.
  case openAlbum = "open-album"
  /// Shows a photo of the open album large, by its number.
  case viewPhoto = "view-photo"
  /// Shows the photos of the open album one after another, beginning with one, by its number.
  case playPhotos = "play-photos"
  /// Makes a postcard of a photo of the open album, by its number.
  case makePostcard = "make-postcard"
  /// Shows photos of all pins one after another.
  case playAll = "play-all"
  /// Shows a place on the map, written as users may write it.
  case showPlace = "show-place"
  /// Shows a place that has a name on the map, where a pin may be dropped: its name, in the next line
  /// what it is, and in the last where it is.
  case markPlace = "mark-place"
  /// Shows a sentence that needs no answer.
  case showMessage = "show-message"
  /// Shows that a file or folder was made and offers to open it: a sentence, and in the next line its
  /// path.
  case showMadeFile = "show-made-file"
  /// Shows a web page by its address.
  case openPage = "open-page"
  /// Opens a place in another program, by its `geo:` address.
  case openElsewhere = "open-elsewhere"
}

extension ObjectPointer {
  /// Makes a window perform an action; `text` is empty for an action without one.
  package func addAction(
    _ name: WindowAction, _ perform: @escaping @MainActor (_ text: String) -> Void
  ) {
    let type = g_variant_type_new("s")!
    defer { g_variant_type_free(type) }
    let action = Ref(adopting: g_simple_action_new(name.rawValue, type)!)
    action.pointer.on("activate") { (text: OpaquePointer) in
      perform(String(cString: g_variant_get_string(text, nil)))
    }
    g_action_map_add_action(cast(), action.pointer)
  }

  /// Asks the window that this widget is in.
  package func activate(_ name: WindowAction, _ text: String = "") {
    gtk_widget_activate_action_variant(
      widget, "win.\(name.rawValue)", g_variant_new_string(text))
  }

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
