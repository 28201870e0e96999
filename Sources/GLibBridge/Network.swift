import CGLib

/// This machine's network, as the desktop knows it.
@MainActor
public enum Network {
  /// What knows of the network: it may be wrong where there is a way that it does not see, so
  /// nothing is left untried because of what it says.
  public static var monitor: OpaquePointer { g_network_monitor_get_default()! }

  /// Calls `handler` each time there is a network after a change, from now on.
  public static func onReturn(_ handler: @escaping @MainActor () -> Void) {
    monitor.on("network-changed") { (isAvailable: Bool) in
      if isAvailable { handler() }
    }
  }
}
