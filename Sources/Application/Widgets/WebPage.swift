package import CAdwaita
import CGLib
import GLibBridge
import TravelModel

/// Opens web pages and files in the user's preferred programs.
package enum WebPage {
  /// Opens an address; a failure is shown in a dialog over the widget's window.
  package static func open(_ address: String, over parent: Widget) {
    let kept = Ref(retaining: parent)
    Task {
      guard let window = kept.pointer.window else { return }
      let isOpen = await open(address, from: window)
      // A closed window cannot show the dialog.
      guard !isOpen, gtk_widget_get_mapped(kept.pointer) != 0 else { return }
      await Dialog.tell(
        tr("Cannot Open Page"), tr("The page could not be opened."), over: kept.pointer)
    }
  }

  /// Opens an address; returns false if that fails, but true if the user cancels.
  package static func open(_ address: String, from window: UnsafeMutablePointer<GtkWindow>) async
    -> Bool
  {
    guard let address = WebAddress.page(address) else { return false }
    return await show(address, from: window)
  }

  /// Opens a file in its program, or a folder in the file manager; returns false if that fails.
  package static func open(
    file path: String, from window: UnsafeMutablePointer<GtkWindow>
  ) async -> Bool {
    guard let address = g_filename_to_uri(path, nil, nil) else { return false }
    return await show(String(adopting: address), from: window)
  }

  /// Opens an address made by the program; returns false if that fails.
  package static func show(
    _ address: String, from window: UnsafeMutablePointer<GtkWindow>
  ) async -> Bool {
    await DesktopParent.use(window) { parent in
      do {
        _ = try await awaitingGIO { cancellable, ready, data in
          gtk_show_uri_full(parent, address, guint32(GDK_CURRENT_TIME), cancellable, ready, data)
        } finish: { result, error in
          gtk_show_uri_full_finish(parent, result, error)
        }
        return true
      } catch {
        // The user has cancelled the choice of a browser.
        return error is CancellationError
      }
    }
  }
}
