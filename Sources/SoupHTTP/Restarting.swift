import CGLib
import CSoup
import GLibBridge

/// What happens to a request where an older connection was closed under it: libsoup asks again.
@MainActor
enum Restarting {
  /// Has `message` asked again over a new connection.
  ///
  /// Over another older one, libsoup 3.2 can have asked again before it tells itself of the first
  /// failure. It takes that for the failure of what it asks now: it gives that up, and ends the
  /// program where its answer has come already. No new connection is there as soon as that.
  static func connectsAnew(_ message: OpaquePointer) {
    message.on("restarted") { soup_message_add_flags(message, SOUP_MESSAGE_NEW_CONNECTION) }
  }
}
