public import TravelModel

/// A named feature of the map that is neither a country nor a city.
public struct Landmark: Sendable {
  public enum Kind: UInt8, CaseIterable, Sendable {
    case ocean, sea, bay, strait, lake, river, delta
    case range, plateau, plain, desert, valley, coast, peninsula, island, islands, region
    case peak, province

    public var isWater: Bool { rawValue <= Kind.river.rawValue }
  }

  public let kind: Kind
  /// The English name.
  private let usualName: String
  /// The names in other languages by their codes.
  ///
  /// Most landmarks have none: a dictionary of one name would take ten times as much memory.
  private let otherNames: [String: String]
  /// The name in the user's language, if it is known and differs.
  fileprivate(set) var localName: (language: String, text: String)?
  /// The point where its name is drawn.
  public let label: WorldPoint
  /// The zooms at which its name is drawn.
  public let minimumZoom: Double
  public let maximumZoom: Double
  /// Its elevation in metres; nil if it has none.
  public let elevation: Int?
  /// The ISO 3166-1 code of its country; empty if it belongs to none or several.
  public let countryCode: String
  private let lines: [[MapPoint]]
  /// The outlines of an area and its holes; empty if unknown.
  private let rings: [[MapPoint]]

  public var names: [String: String] {
    var names = otherNames
    if let localName { names[localName.language] = localName.text }
    names["en"] = usualName
    return names
  }

  /// Whether it has lines along which its name is drawn.
  public var hasCourses: Bool { !lines.isEmpty }

  /// The lines along which its name is drawn: the course of a river, the longest piece first, or
  /// the centre line of an elongated area; empty for round ones.
  public var courses: [[WorldPoint]] {
    lines.map { $0.map { WorldPoint(x: Double($0.x), y: Double($0.y)) } }
  }

  /// The point of the feature that is nearest to a point.
  ///
  /// Within an area it is the point itself, otherwise a point of the outline or of a river's
  /// course; if neither is known, the point of its name.
  public func nearestPoint(to point: WorldPoint) -> WorldPoint {
    if rings.count(where: { $0.surrounds(point) }) % 2 == 1 { return point }
    let ways = (rings.isEmpty ? lines : rings).flatMap(\.edges).map { $0.way(from: point) }
    return ways.min { $0.square < $1.square }.map {
      WorldPoint(x: point.x + $0.x, y: point.y + $0.y)
    } ?? label
  }

  /// The name in the first of the languages that has one, or else the usual one.
  public func name(in languages: [String]) -> String {
    otherNames.isEmpty && localName == nil ? usualName : names.text(in: languages)
  }
}

extension String {
  /// The code of a language that is given as a code or a locale: `pt` for `pt`, `pt_BR.UTF-8` and
  /// `pt-BR`.
  var languageCode: String { prefix { $0.isLetter }.lowercased() }
}

extension [String: String] {
  /// The text in the first of the languages that has one, or else in English.
  func text(in languages: [String]) -> String {
    for language in languages {
      if let text = self[language.languageCode] { return text }
    }
    return self["en"] ?? ""
  }
}

/// The landmarks of the world, in the order of their importance.
public struct Landmarks: AtlasContent {
  public private(set) var all: [Landmark]
  /// The checksum of the content, by which names in other languages know their landmarks.
  let checksum: UInt32

  package static let file = DataFile(kind: "MARK", version: 3)

  package init(content: [UInt8]) throws(AtlasError) {
    var reader = DataReader(content)
    let languages = (0..<reader.count()).map { _ in reader.text() }
    var all: [Landmark] = []
    for _ in 0..<reader.count() {
      guard let landmark = Landmark(reading: &reader, languages: languages) else { break }
      all.append(landmark)
    }
    guard reader.isComplete else { throw .damaged }
    self.all = all
    checksum = DataFile.checksum(content[...])
  }

  /// The same landmarks with their names in one language more, as far as these are theirs.
  package func named(by names: LocalNames?) -> Landmarks {
    guard let names else { return self }
    var named = self
    for (number, name) in names.names(of: self) where all.indices.contains(number) {
      named.all[number].localName = (names.language, name)
    }
    return named
  }
}

extension Landmark {
  fileprivate init?(reading reader: inout DataReader, languages: [String]) {
    let kind = Kind(rawValue: UInt8(clamping: reader.varying()))
    label = WorldPoint(
      x: reader.part(of: LandmarkFile.labelBits), y: reader.part(of: LandmarkFile.labelBits))
    minimumZoom = Double(reader.number(below: LandmarkFile.highestZoom + 1)) / 10
    maximumZoom = Double(reader.number(below: LandmarkFile.highestZoom + 1)) / 10
    let elevation = reader.signed()
    countryCode = reader.text()
    var names = reader.names(in: languages)
    usualName = names.removeValue(forKey: "en") ?? ""
    // An emptied dictionary would keep its memory.
    otherNames = names.isEmpty ? [:] : names
    lines = (0..<reader.count()).map { _ in reader.course() }
    rings = (0..<reader.count()).map { _ in reader.course() }
    guard reader.isSound, let kind, !usualName.isEmpty, (-9999...9999).contains(elevation) else {
      reader.refuse()
      return nil
    }
    self.kind = kind
    self.elevation = elevation == 0 ? nil : elevation
  }
}

extension DataReader {
  /// Reads a line of points on the map.
  fileprivate mutating func course() -> [MapPoint] {
    let side = 1 << LandmarkFile.courseBits
    let count = count()
    var line: [MapPoint] = []
    line.reserveCapacity(count)
    var (x, y) = (0, 0)
    for _ in 0..<count {
      x &+= signed()
      y &+= signed()
      guard 0...side ~= x, 0...side ~= y else {
        refuse()
        return []
      }
      line.append(MapPoint(x: Float(x) / Float(side), y: Float(y) / Float(side)))
    }
    if line.count < 2 { refuse() }
    return line
  }
}
