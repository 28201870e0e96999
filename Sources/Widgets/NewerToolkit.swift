package import CAdwaita
import CGLib
import GLibBridge

/// What versions of GTK newer than Debian 12's do differently.
package enum NewerToolkit {
  /// Makes Tab leave a list after one item; since GTK 4.12, it goes through all of them.
  package static func letTabLeave(_ list: Widget) {
    guard list.has("tab-behavior") else { return }
    list.set("tab-behavior", to: oneItem)
  }

  /// GTK_LIST_TAB_ITEM, which GTK 4.8 lacks.
  private static let oneItem: Int32 = 1
}
