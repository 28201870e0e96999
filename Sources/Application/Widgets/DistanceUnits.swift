import GLibBridge
import Observation

/// The units of distances: what shows a distance follows them.
@Observable
package final class DistanceUnits {
  package static let shared = DistanceUnits()

  /// What the user can choose; the raw values are those of the setting.
  package enum Choice: String, CaseIterable {
    case automatic, metric, imperial
  }

  package private(set) var areMiles = measuresInMiles

  package func choose(_ choice: Choice) {
    measureDistances(inMiles: choice == .automatic ? nil : choice == .imperial)
    areMiles = measuresInMiles
  }
}
