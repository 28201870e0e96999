package import CAdwaita
import CGLib
import GLibBridge
import Travels

/// Pages of the web, which the user's browser opens.
package enum WebPage {
  /// Opens an address, and says so in a dialog over the window where it cannot be opened.
  package static func open(_ address: String, over window: Widget) {
    let kept = Ref(retaining: window)
    Task {
      let isOpen = await open(address, from: kept.pointer.cast())
      // Who has closed the window waits for nothing of it.
      guard !isOpen, gtk_widget_get_mapped(kept.pointer) != 0 else { return }
      tell(tr("Cannot Open Page"), Words.pageNotOpened, over: kept.pointer)
    }
  }

  /// Opens an address, and tells whether there was something that did, or the user let it be.
  package static func open(_ address: String, from window: UnsafeMutablePointer<GtkWindow>) async
    -> Bool
  {
    guard let address = WebAddress.page(address) else { return false }
    return await DesktopParent.use(window) { parent in
      do {
        _ = try await awaitingGIO { cancellable, ready, data in
          gtk_show_uri_full(parent, address, guint32(GDK_CURRENT_TIME), cancellable, ready, data)
        } finish: { result, error in
          gtk_show_uri_full_finish(parent, result, error)
        }
        return true
      } catch {
        // Who would rather choose no browser needs no words.
        return error is CancellationError
      }
    }
  }
}
