import Atlas
import Foundation
import TravelModel

/// Makes `landmarks.atlas` of the sources of seas, regions, lakes, rivers, peaks and provinces.
struct LandmarkMaker {
  private struct Mark {
    var kind: Landmark.Kind
    var names: [String: String]
    var label: WorldPoint
    var zooms: (Double, Double)
    var elevation = 0
    var country = ""
    /// Its size, by which the largest of several parts with one name is chosen.
    var size = 0.0
    /// The lines that its name is written along.
    var courses: [[WorldPoint]] = []
    /// The outline of an area, from which distances are measured.
    var rings: [[WorldPoint]] = []
  }

  private static let languages = ["en", "fr", "und"]
  /// Parts of the same kind and name count as one if they are this close, in widths of the world.
  private static let sameDistance = 0.06
  private static let sameRiver = 0.008

  private let marks: [Mark]

  init(sources folder: String) throws {
    func features(_ name: String) throws -> [GeoFeature] {
      try GeoFeature.read("\(folder)/natural-earth-\(name).geojson")
    }
    let lakes = try features("lakes10")
    let shores = lakes.flatMap(\.polygons).compactMap(\.first)
    let marks =
      try features("seas10").compactMap(LandmarkMaker.sea)
      + features("regions10").compactMap(LandmarkMaker.region).filter { region in
        !shores.contains { [$0].contains(LandmarkMaker.middleOfName(of: region)) }
      }
      + lakes.compactMap(LandmarkMaker.lake)
      + LandmarkMaker.rivers(features("rivers10"))
      + features("peaks10").compactMap(LandmarkMaker.peak)
      + LandmarkMaker.provinces(ProvinceRow.all(sources: folder))
    self.marks = LandmarkMaker.joined(marks).sorted {
      ($0.zooms.0, $0.kind.rawValue, $0.names["en"]!, $0.label.x)
        < ($1.zooms.0, $1.kind.rawValue, $1.names["en"]!, $1.label.x)
    }
  }

  func content() -> [UInt8] {
    var content: [UInt8] = []
    content.append(varying: UInt64(LandmarkMaker.languages.count))
    for language in LandmarkMaker.languages { content.append(text: language) }
    content.append(varying: UInt64(marks.count))
    let side = Double(1 << LandmarkFile.labelBits)
    for mark in marks {
      content.append(varying: UInt64(mark.kind.rawValue))
      for part in [mark.label.x * side, mark.label.y * side, mark.zooms.0 * 10, mark.zooms.1 * 10] {
        content.append(varying: UInt64(max(0, part.rounded())))
      }
      content.append(signed: mark.elevation)
      content.append(text: mark.country)
      for language in LandmarkMaker.languages { content.append(text: mark.names[language] ?? "") }
      content.append(varying: UInt64(mark.courses.count))
      for course in mark.courses { LandmarkMaker.append(course, to: &content) }
      content.append(varying: UInt64(mark.rings.count))
      for ring in mark.rings { LandmarkMaker.append(ring, to: &content) }
    }
    print("\(marks.count) landmarks")
    return content
  }

  private static func sea(_ feature: GeoFeature) -> Mark? {
    guard let name = feature.name, let polygon = feature.largestPolygon else { return nil }
    let kind: Landmark.Kind =
      switch feature.text("featurecla") ?? "" {
      case "ocean": .ocean
      case "gulf", "bay", "fjord", "inlet", "lagoon": .bay
      case "strait", "sound", "channel": .strait
      default: .sea
      }
    var names = names(name)
    if let french = feature.text("name_fr") { names["fr"] = spelled(french) }
    return Mark(
      kind: kind, names: names, label: middle(of: polygon),
      zooms: (feature.number("min_label") ?? 7, feature.number("max_label") ?? 12),
      size: abs(area(polygon)), courses: kind == .ocean ? [] : axis(of: feature),
      rings: kind == .ocean || kind == .sea ? [] : outline(of: feature))
  }

  /// The centre line of a feature; empty if it is not longer than wide.
  private static func axis(of feature: GeoFeature) -> [[WorldPoint]] {
    AreaAxis.line(through: feature.polygons.compactMap(\.first)).map { [$0] } ?? []
  }

  private static func region(_ feature: GeoFeature) -> Mark? {
    let kinds: [String: Landmark.Kind] = [
      "Island": .island, "Island group": .islands, "Range/mtn": .range, "Foothills": .range,
      "Plateau": .plateau, "Desert": .desert, "Pen/cape": .peninsula, "Peninsula": .peninsula,
      "Isthmus": .peninsula, "Coast": .coast, "Plain": .plain, "Lowland": .plain, "Basin": .plain,
      "Tundra": .plain, "Wetlands": .plain, "Depression": .plain, "Delta": .delta,
      "Valley": .valley, "Gorge": .valley, "Geoarea": .region,
    ]
    guard let name = feature.name, let kind = kinds[feature.text("featurecla") ?? ""],
      let polygon = feature.largestPolygon
    else { return nil }
    let courses = kind == .island || kind == .islands ? [] : axis(of: feature)
    return Mark(
      kind: kind, names: names(name),
      label: kind == .range && !courses.isEmpty
        ? RiverCourse.middle(of: courses[0]) : middle(of: polygon),
      zooms: (feature.number("min_label") ?? 7, feature.number("max_label") ?? 12),
      size: abs(area(polygon)), courses: courses,
      rings: kind == .plain || kind == .region ? [] : outline(of: feature))
  }

  /// Where a region's name has its middle: on its centre line, because the label of a region around
  /// a lake would be on the water.
  private static func middleOfName(of region: Mark) -> WorldPoint {
    region.courses.first.map(RiverCourse.middle) ?? region.label
  }

  private static func lake(_ feature: GeoFeature) -> Mark? {
    guard let name = feature.name, let polygon = feature.largestPolygon else { return nil }
    let seen = log2(leastLake / 256 / polygon.extent)
    return Mark(
      kind: .lake, names: names(EnglishNames.mistaken[name] ?? name), label: middle(of: polygon),
      zooms: (max(feature.number("min_label") ?? 8, seen), 30), size: abs(area(polygon)),
      courses: axis(of: feature), rings: outline(of: feature))
  }

  /// The rings of an area, simplified; rings of which nothing is left are left out.
  private static func outline(of feature: GeoFeature) -> [[WorldPoint]] {
    feature.polygons.joined().map { simplified($0, tolerance: outlineTolerance) }
      .filter { $0.count > 3 }
  }

  /// A pixel at zoom 7: about a kilometre.
  private static let outlineTolerance = LevelWriter.halfPixel(zoom: 6)

  /// The least length of a lake with a name, in pixels.
  private static let leastLake = 40.0

  /// Makes rivers of their parts: those of one name whose lines meet are one river.
  private static func rivers(_ features: [GeoFeature]) -> [Mark] {
    var named: [String: [(feature: Int, line: [WorldPoint])]] = [:]
    for (number, feature) in features.enumerated() {
      guard let name = feature.text("name_en") ?? feature.name else { continue }
      named[EnglishNames.byName[spelled(name)] ?? spelled(name), default: []] += feature.lines.map {
        (number, $0)
      }
    }
    return named.keys.sorted().flatMap { name in
      RiverCourse.rivers(of: named[name]!).compactMap { river -> Mark? in
        let parts = river.features.map { features[$0] }.filter { $0.text("featurecla") == "River" }
        guard !parts.isEmpty else { return nil }
        let courses = river.lines.map { simplified($0, tolerance: courseTolerance) }
          .filter { RiverCourse.length($0) >= shortestCourse }
        return Mark(
          kind: .river, names: ["en": name], label: RiverCourse.middle(of: river.lines[0]),
          zooms: (parts.compactMap { $0.number("min_label") }.min() ?? 8, 30),
          size: RiverCourse.length(river.lines[0]), courses: courses)
      }
    }
  }

  /// A pixel at zoom 8, because a name beside a river does not follow each of its bends.
  private static let courseTolerance = LevelWriter.halfPixel(zoom: 7)
  /// The least length of a course, in widths of the world: along a shorter one, no name fits at any
  /// zoom at which rivers have names.
  private static let shortestCourse = 0.0001

  private static func append(_ course: [WorldPoint], to content: inout [UInt8]) {
    let side = Double(1 << LandmarkFile.courseBits)
    content.append(varying: UInt64(course.count))
    var last = (x: 0, y: 0)
    for point in course {
      func part(_ value: Double) -> Int { Int((min(1, max(0, value)) * side).rounded()) }
      let place = (x: part(point.x), y: part(point.y))
      content.append(signed: place.x - last.x)
      content.append(signed: place.y - last.y)
      last = place
    }
  }

  private static func peak(_ feature: GeoFeature) -> Mark? {
    guard let name = feature.name, let point = feature.point,
      feature.text("featurecla") == "mountain"
    else { return nil }
    return Mark(
      kind: .peak, names: names(name), label: point,
      zooms: (feature.number("min_zoom") ?? 7, 30),
      elevation: Int(feature.number("elevation") ?? 0))
  }

  private static func provinces(_ rows: [ProvinceRow]) -> [Mark] {
    rows.map { row in
      Mark(
        kind: .province, names: ["en": row.name],
        label: Vertex(longitude: row.longitude, latitude: row.latitude).world,
        // The provinces of large countries appear first, but none before there is room.
        zooms: (max(4.5, 4 + row.rank * 0.5), 30), country: row.country)
    }
  }

  /// Keeps only the largest of features that have one name and are close to each other.
  private static func joined(_ marks: [Mark]) -> [Mark] {
    var groups: [String: [Mark]] = [:]
    for mark in marks.sorted(by: { $0.size > $1.size }) {
      let key = "\(mark.kind) \(mark.names["en"]!) \(mark.country)"
      // Rivers that meet have been joined already; others of the same name may be close.
      let reach = mark.kind == .river ? sameRiver : sameDistance
      let isKnown = groups[key, default: []].contains {
        abs($0.label.x - mark.label.x) < reach && abs($0.label.y - mark.label.y) < reach
      }
      if !isKnown { groups[key, default: []].append(mark) }
    }
    return groups.values.flatMap { $0 }
  }

  /// The name as a map shows it, and the source's own name, without a language, for searches.
  private static func names(_ name: String) -> [String: String] {
    let spelled = spelled(name)
    guard let english = EnglishNames.byName[spelled] else { return ["en": spelled] }
    return ["en": english, "und": spelled]
  }

  /// A name without abbreviations and capitals.
  private static func spelled(_ name: String) -> String {
    let full = [
      "I.": "Island", "Is.": "Islands", "Mts.": "Mountains", "Mt.": "Mount", "Ra.": "Range",
      "Pen.": "Peninsula", "Pén.": "Péninsule", "Plat.": "Plateau", "Des.": "Desert",
      "Arch.": "Archipelago",
      "St.": "St.", "C.": "Cape", "G.": "Gulf", "L.": "Lake", "R.": "River", "Str.": "Strait",
      "Cord.": "Cordillera", "Sd.": "Sound",
    ]
    let small: Set = ["OF", "THE", "DE", "DO", "DA", "DES", "DU", "LA", "LE", "LES", "EL", "AND"]
    let isGreat = !name.contains(where: \.isLowercase)
    return name.split(separator: " ").enumerated().map { place, word in
      let capitalised = word.prefix(1) + word.dropFirst().lowercased()
      if let long = full[String(capitalised)] { return long }
      guard isGreat, word.count > 1 else { return String(word) }
      if place > 0, small.contains(String(word)) { return word.lowercased() }
      return word.split(separator: "-", omittingEmptySubsequences: false)
        .map { $0.prefix(1) + $0.dropFirst().lowercased() }.joined(separator: "-")
    }.joined(separator: " ")
  }

  /// A place well inside a ring: of the points of a grid, the one farthest from the ring.
  private static func middle(of ring: [WorldPoint]) -> WorldPoint {
    let steps = 24
    let (corner, width, height) = ring.box
    let line = simplified(ring, tolerance: ring.extent / 200)
    var best = (place: ring[0], distance: -1.0)
    for row in 0..<steps {
      let y = corner.y + height * (Double(row) + 0.5) / Double(steps)
      let crossings = [line].crossings(at: y)
      for column in 0..<steps {
        let x = corner.x + width * (Double(column) + 0.5) / Double(steps)
        guard crossings.count(where: { $0 > x }) % 2 == 1 else { continue }
        let place = WorldPoint(x: x, y: y)
        let distance = zip(line, line.dropFirst()).map { place.square(toLineFrom: $0, to: $1) }
          .min()!
        if distance > best.distance { best = (place, distance) }
      }
    }
    return best.place
  }
}
