import Files
import GLibBridge
import TouristSession
import Widgets

/// Texts on the command line.
extension Words {
  package static func sentence(for flaw: CommandRequest.Flaw) -> String {
    switch flaw {
    case .unknown(let argument):
      tr("Unknown argument “{argument}”. --help lists the known ones.", ["argument": argument])
    case .lacksValue(let option):
      tr("{option} needs a value.", ["option": "--\(option.rawValue)"])
    case .takesNoValue(let option):
      tr("{option} takes no value.", ["option": "--\(option.rawValue)"])
    case .noCommand: tr("No command is given. --help lists them.")
    case .severalCommands: tr("Only one command can be given at a time.")
    case .noCoordinate(let text):
      tr(
        "“{text}” is not a place. Give its latitude and longitude, such as 48.8584,2.2945.",
        ["text": text])
    case .unknownFormat(let text):
      tr("Unknown format “{text}”. Choose gpx, kml, geojson or csv.", ["text": text])
    case .outputOfOther: tr("--output can only be used with --export.")
    }
  }

  /// Why a command's answer could not be written, and whether the command itself was performed.
  static func unanswered(
    _ command: CommandRequest.Command, because failure: DiskFailure
  ) -> String {
    let isDone =
      switch command {
      case .list, .exportPlaces: false
      case .drop, .fetch, .importPlaces, .backUp: true
      }
    return switch (failure, isDone) {
    case (.noSpace, false): tr("The answer was not written: the disk is full.")
    case (.unwritable, false): tr("The answer was not written: the file cannot be written.")
    case (.noSpace, true): tr("Done, but the answer was not written: the disk is full.")
    case (.unwritable, true):
      tr("Done, but the answer was not written: the file cannot be written.")
    }
  }

  /// How many pins and trips were made from a file, and how many places existed already.
  static func imported(_ count: Int, _ found: PlaceImport) -> String {
    var others = problems(of: found)
    if found.known > 0 {
      others.insert(
        tr(
          "{count} place is already on the map.",
          plural: "{count} places are already on the map.", count: found.known), at: 0)
    }
    if !found.routes.isEmpty {
      others.insert(
        tr("{count} trip made.", plural: "{count} trips made.", count: found.routes.count), at: 0)
    }
    if others.isEmpty { return tr("{count} pin made", plural: "{count} pins made", count: count) }
    return asParagraph(
      [tr("{count} pin made.", plural: "{count} pins made.", count: count)] + others)
  }
}
