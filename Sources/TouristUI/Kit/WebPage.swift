import CAdwaita
import CGLib
import GLibBridge
import Travels

/// Pages of the web, which the user's browser opens.
enum WebPage {
  /// Tells whether an address is one that is opened at all.
  static func isAddress(_ address: String) -> Bool {
    ["http", "https"].contains(address.prefix { $0 != ":" }.lowercased())
      && WebAddress.host(of: address)?.isEmpty == false
  }

  /// Opens an address, and tells whether there was something that did.
  static func open(_ address: String, from window: UnsafeMutablePointer<GtkWindow>) async -> Bool {
    guard isAddress(address) else { return false }
    let opened: Void? = try? await awaitingGIO { cancellable, ready, data in
      gtk_show_uri_full(window, address, guint32(GDK_CURRENT_TIME), cancellable, ready, data)
    } finish: { result, error in
      gtk_show_uri_full_finish(window, result, error)
    }
    return opened != nil
  }
}
