import Files
import GLibBridge
import TouristSession
import Widgets

/// Texts on the command line.
extension Words {
  package static func sentence(for flaw: CommandRequest.Flaw) -> String {
    switch flaw {
    case .unknown(let argument):
      tr("“{argument}” is not known here. --help lists what is.", ["argument": argument])
    case .lacksValue(let option):
      tr("--{option} lacks its value.", ["option": option.rawValue])
    case .takesNoValue(let option):
      tr("--{option} takes no value.", ["option": option.rawValue])
    case .noCommand: tr("There is nothing to do. --help lists what can be done.")
    case .severalCommands: tr("Only one command can be given at a time.")
    case .noCoordinate(let text):
      tr(
        "“{text}” is no place. Write its latitude and longitude, such as 48.8584,2.2945.",
        ["text": text])
    case .unknownFormat(let text):
      tr(
        "“{text}” is no format of places. There are gpx, kml, geojson and csv.", ["text": text])
    case .outputOfOther: tr("--output goes with --export only.")
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
    case (.unwritable, false): tr("The answer was not written: its file cannot be written.")
    case (.noSpace, true): tr("It was done, but the answer was not written: the disk is full.")
    case (.unwritable, true):
      tr("It was done, but the answer was not written: its file cannot be written.")
    }
  }

  /// How many pins and trips were made from a file, and how many places existed already.
  static func imported(_ count: Int, _ found: PlaceImport) -> String {
    let made = tr("{count} pin made", plural: "{count} pins made", count: count)
    var others = problems(of: found)
    if found.known > 0 {
      others.insert(
        tr(
          "{count} place is on the map already.",
          plural: "{count} places are on the map already.", count: found.known), at: 0)
    }
    if !found.routes.isEmpty {
      others.insert(
        tr("{count} trip made.", plural: "{count} trips made.", count: found.routes.count), at: 0)
    }
    return others.isEmpty ? made : (["\(made)."] + others).joined(separator: " ")
  }
}
