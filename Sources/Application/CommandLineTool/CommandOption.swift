import GLibBridge

/// The options that run a command without a window.
package nonisolated enum CommandOption: String, CaseIterable, Sendable {
  case list, drop, fetch
  case importPlaces = "import"
  case exportPlaces = "export"
  case backUp = "backup"
  // Options that modify a command.
  case output, json

  /// What the list of options says: the placeholder for its value, nil if it takes none, and a
  /// description.
  package var help: (valueName: String?, meaning: String) {
    switch self {
    case .list: (nil, tr("List all pins"))
    case .drop: (trc("command line", "LAT,LON"), tr("Drop a pin"))
    case .fetch:
      (trc("command line", "PIN"), tr("Fetch the photos of a pin, given by its number or title"))
    case .importPlaces:
      (trc("command line", "FILE"), tr("Import the places in a file, or the place of a picture"))
    case .exportPlaces:
      (trc("command line", "FORMAT"), tr("Export all pins and trips as gpx, kml, geojson or csv"))
    case .backUp: (trc("command line", "FILE"), tr("Back up the library to a file"))
    case .output: (trc("command line", "FILE"), tr("Write to a file instead of standard output"))
    case .json: (nil, tr("Answer in JSON"))
    }
  }

  /// Whether its value is a file.
  var isPath: Bool { self == .importPlaces || self == .backUp || self == .output }
}

/// The exit status of a command; the manual lists these numbers.
package enum ExitStatus: Int32, Sendable {
  case done = 0
  /// The command failed.
  case failed = 1
  /// The command line is wrong.
  case misused = 2
  /// The pin or file was not found.
  case notFound = 3
}
