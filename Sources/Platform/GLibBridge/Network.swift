import CGLib

/// The state of the network, as the desktop knows it.
@MainActor
public enum Network {
  /// GIO's monitor.
  ///
  /// It may report a missing network wrongly, so no request is skipped because of it.
  public static var monitor: OpaquePointer { g_network_monitor_get_default()! }

  /// Calls `handler` each time the network changes and is available.
  public static func onReturn(_ handler: @escaping @MainActor () -> Void) {
    monitor.on("network-changed") { (isAvailable: Bool) in
      if isAvailable { handler() }
    }
  }
}
