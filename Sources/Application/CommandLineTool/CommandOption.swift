import GLibBridge

/// The options that make the program do something and end, without a window.
package nonisolated enum CommandOption: String, CaseIterable, Sendable {
  case list, drop, fetch
  case importPlaces = "import"
  case exportPlaces = "export"
  case backUp = "backup"
  // How it is done.
  case output, json

  /// What stands for its value in the list of options; nil where it takes none.
  package var valueName: String? {
    switch self {
    case .list, .json: nil
    case .drop: tr("LAT,LON")
    case .fetch: tr("PIN")
    case .importPlaces, .backUp, .output: tr("FILE")
    case .exportPlaces: tr("FORMAT")
    }
  }

  /// Whether its value is a file.
  var isPath: Bool { self == .importPlaces || self == .backUp || self == .output }

  /// What it does, for the list of options.
  package var meaning: String {
    switch self {
    case .list: tr("List all pins")
    case .drop: tr("Drop a pin")
    case .fetch: tr("Fill the album of a pin, given by its number or its title")
    case .importPlaces: tr("Make pins of the places in a file, or where a picture was taken")
    case .exportPlaces: tr("Write all pins as gpx, kml, geojson or csv")
    case .backUp: tr("Back the library up into a file")
    case .output: tr("Write into a file instead of standard output")
    case .json: tr("Answer in JSON")
    }
  }
}

/// How a command ended; these numbers are in the manual.
package enum ExitStatus: Int32, Sendable {
  case done = 0
  /// It could not be done.
  case failed = 1
  /// The command line is wrong.
  case misused = 2
  /// The pin or the file that it names is not there.
  case notFound = 3
}
