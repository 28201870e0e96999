import GLibBridge
import TravelModel
import TravelStore

/// What a report of a problem says of a session: kinds and rounded numbers, nothing of the user's.
///
/// It is for the makers, and not translated.
@MainActor
public struct TroubleReport {
  public let lines: [String]

  public init(of session: Session) {
    let state =
      switch session.library.state {
      case .opening: "opening"
      case .open:
        session.library.writeFailure.map { "read-only: \(LogLine.kind(of: $0))" } ?? "open"
      case .failed(let error): LogLine.kind(of: error)
      }
    let photos = session.map.pins.all.reduce(0) { $0 + $1.photoCount }
    let counts = [
      ("pins", session.map.pins.count), ("photos", photos), ("trips", session.trips.trips.count),
    ].map { "\($0) \(TroubleReport.rounded($1))" }
    lines = ["Library: \(state); \(counts.joined(separator: ", "))", "Log:"] + recentLog
  }

  /// A number of which only the size is told.
  static func rounded(_ count: Int) -> String {
    guard count >= 10 else { return count == 0 ? "none" : "under 10" }
    var unit = 1
    while count / unit >= 10 { unit *= 10 }
    return "about \(count / unit * unit)"
  }
}
