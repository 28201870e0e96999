package import Files
import GLibBridge
package import PlaceFiles
package import TouristSession

extension Words {
  package static func readingPlaces(of name: String) -> String {
    tr("Reading “{name}”…", ["name": name])
  }

  /// What is said of a file; one that is on no disk has no name.
  package static func of(file name: String, _ sentence: String) -> String {
    name.isEmpty ? sentence : tr("“{name}”: {sentence}", ["name": name, "sentence": sentence])
  }

  /// What is in a file besides the places that are new, and what is wrong with it.
  package static func summary(of found: PlaceImport, in name: String) -> String {
    var sentences: [String] = []
    if !found.new.isEmpty {
      sentences.append(
        tr(
          "“{name}” holds {count} place that is not on the map.",
          plural: "“{name}” holds {count} places that are not on the map.", count: found.new.count,
          ["name": name]))
    } else if found.known == 0, found.routes.isEmpty, found.knownRoutes == 0 {
      sentences.append(tr("There are no places in “{name}”.", ["name": name]))
    }
    if found.known > 0 {
      sentences.append(
        tr(
          "{count} place is on the map already.",
          plural: "{count} places are on the map already.", count: found.known))
    }
    if !found.routes.isEmpty {
      sentences.append(
        tr(
          "{count} trip is made of its routes and tracks.",
          plural: "{count} trips are made of its routes and tracks.", count: found.routes.count))
    }
    if found.knownRoutes > 0 {
      sentences.append(
        tr(
          "{count} trip is there already.", plural: "{count} trips are there already.",
          count: found.knownRoutes))
    }
    if found.isThinned {
      sentences.append(
        tr("Of long tracks, only the ends and the places along them are taken as stops."))
    }
    sentences += problems(of: found)
    return sentences.joined(separator: " ")
  }

  /// What of a file could not be read, and where.
  package static func problems(of found: PlaceImport) -> [String] {
    let ends = found.problems.filter { [.brokenOff, .tooMany].contains($0.kind) }
    let others = found.problems.filter { ![.brokenOff, .tooMany].contains($0.kind) }
    let lines = others.prefix(3).map(line(of:)).joined(separator: ", ")
    let count = found.problemCount - ends.count
    var sentences: [String] = []
    if count > 0, others.allSatisfy({ $0.kind == .noCoordinate }) {
      sentences.append(
        tr(
          "{count} place is left out because it has no coordinates: line {lines}.",
          plural:
            "{count} places are left out because they have no coordinates, beginning with line {lines}.",
          count: count, ["lines": lines]))
    } else if count > 0 {
      sentences.append(
        tr(
          "{count} line of the file could not be read as it is: line {lines}.",
          plural:
            "{count} lines of the file could not be read as they are, beginning with {lines}.",
          count: count, ["lines": lines]))
    }
    return sentences
      + ends.prefix(3).map {
        $0.kind == .tooMany
          ? tr(
            "The file holds more than can be taken: nothing was read from line {line} on.",
            ["line": line(of: $0)])
          : tr(
            "The file is broken at line {line}: what follows was not read.",
            ["line": line(of: $0)])
      }
  }

  /// The number of a line, and the name of its file where that is packed in another one.
  private static func line(of problem: PlaceList.Problem) -> String {
    guard let name = problem.entry?.split(separator: "/").last else { return number(problem.line) }
    // Translators: the number of a line in a file.
    return tr("{line} in “{name}”", ["line": number(problem.line), "name": String(name)])
  }

  package static func picturesWithoutPlace(_ count: Int) -> String {
    tr(
      "The picture does not say where it was taken.",
      plural: "None of the {count} pictures says where it was taken.", count: count)
  }

  package static func sentence(for error: PlaceFileError) -> String {
    switch error {
    case .unreadable: tr("The file cannot be read.")
    case .tooLarge: tr("The file is too large to be read.")
    case .unknownKind:
      tr("The file is none of the kinds that hold places: GPX, KML, GeoJSON or a table.")
    case .noCoordinateColumn: tr("The table has no columns of coordinates.")
    case .harmful: tr("The file was not read, because it looks like one that does harm.")
    case .damaged: tr("The file is damaged.")
    case .cancelled: ""
    }
  }

  package static func placesExported(_ count: Int) -> String {
    tr("{count} place exported", plural: "{count} places exported", count: count)
  }

  package static func placesNotExported(because failure: DiskFailure) -> String {
    switch failure {
    case .noSpace: tr("The places were not exported: the disk is full.")
    case .unwritable: tr("The places were not exported: the folder cannot be written.")
    }
  }
}
