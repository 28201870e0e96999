import CGLib
import CSoup
import GLibBridge

/// Works around a bug of libsoup 3.2 in repeating requests.
@MainActor
enum RestartWorkaround {
  /// Makes `message` use a new connection when libsoup repeats it.
  ///
  /// libsoup repeats a request whose idle connection was closed by the server. If it does so over
  /// another idle connection, it can take the first failure for one of the repeated request, and
  /// crash when that is answered already. A new connection is never that fast.
  static func apply(to message: OpaquePointer) {
    message.on("restarted") { soup_message_add_flags(message, SOUP_MESSAGE_NEW_CONNECTION) }
  }
}
