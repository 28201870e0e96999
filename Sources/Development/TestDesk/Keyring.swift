import Foundation

extension Desk {
  /// The Secret Service's bus name.
  static let keyring = "org.freedesktop.secrets"

  public func startKeyring(isLocked: Bool = false) throws -> Program {
    // The daemon reads the password from its standard input.
    let unlocking = "--unlock <<END\ndesk\nEND\n"
    let command = "exec gnome-keyring-daemon --foreground --components=secrets"
    let keyring = try start("/bin/sh", ["-c", "\(command) \(isLocked ? "" : unlocking)"])
    let waiting = try start(
      "/usr/bin/gdbus", ["wait", "--session", "--timeout", "30", Desk.keyring])
    guard try waiting.waitForExit() == 0 else {
      throw DeskError("there is no keyring: \(keyring.output)")
    }
    return keyring
  }
}
