import GLibBridge

/// The options that run a command without a window.
package nonisolated enum CommandOption: String, CaseIterable, Sendable {
  case list, drop, fetch
  case importPlaces = "import"
  case exportPlaces = "export"
  case backUp = "backup"
  // Options that modify a command.
  case output, json

  /// The placeholder for its value in the list of options; nil if it takes none.
  package var valueName: String? {
    switch self {
    case .list, .json: nil
    case .drop: trc("command line", "LAT,LON")
    case .fetch: trc("command line", "PIN")
    case .importPlaces, .backUp, .output: trc("command line", "FILE")
    case .exportPlaces: trc("command line", "FORMAT")
    }
  }

  /// Whether its value is a file.
  var isPath: Bool { self == .importPlaces || self == .backUp || self == .output }

  /// The description in the list of options.
  package var meaning: String {
    switch self {
    case .list: tr("List all pins")
    case .drop: tr("Drop a pin")
    case .fetch: tr("Fetch the photos of a pin, given by its number or title")
    case .importPlaces: tr("Import the places in a file, or the place of a picture")
    case .exportPlaces: tr("Export all pins and trips as gpx, kml, geojson or csv")
    case .backUp: tr("Back up the library to a file")
    case .output: tr("Write to a file instead of standard output")
    case .json: tr("Answer in JSON")
    }
  }
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
