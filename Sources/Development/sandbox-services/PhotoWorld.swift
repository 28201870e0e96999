import Glibc
import SampleCity
import TravelModel

extension Coordinate {
  /// The number of its cell of some 11 metres, by which photos are told apart.
  fileprivate var cell: Int {
    let row = Int(((latitude + 90) * 10_000).rounded())
    return row * 3_600_000 + Int(((longitude + 180) * 10_000).rounded()) % 3_600_000
  }

  fileprivate init(cell: Int) {
    let (row, column) = cell.quotientAndRemainder(dividingBy: 3_600_000)
    self.init(latitude: Double(row) / 10_000 - 90, longitude: Double(column) / 10_000 - 180)!
  }
}

/// Who has photos.
enum Service: String {
  case commons, flickr, panoramax

  /// How many photos of a place have numbers of their own.
  ///
  /// Commons' page numbers have to be exact as JavaScript's are; Flickr's are texts.
  fileprivate var photosOfPlace: Int { self == .flickr ? 100_000 : 1000 }
}

/// A photo there is, which follows from its number and the scenario alone.
struct WorldPhoto {
  let service: Service
  let scenario: Scenario
  /// The service's number of it.
  let identity: Int
  /// Where it lies in the order of the distances from the place.
  let index: Int
  /// The place it is near.
  private let centre: Coordinate
  /// The file of the city that it is; nil where the world is no city.
  let file: CityFile?

  /// The photo of a number; `centre` is the place asked for, where that is known.
  init(_ identity: Int, of service: Service, in scenario: Scenario, near centre: Coordinate? = nil)
  {
    self.service = service
    self.scenario = scenario
    self.identity = identity
    index = identity % service.photosOfPlace
    file = scenario.isCity ? CityWorld.file(identity, in: scenario) : nil
    self.centre = centre ?? Coordinate(cell: identity / service.photosOfPlace)
  }

  /// The photos within some metres of a place, nearest first.
  static func photos(
    of service: Service, near place: Coordinate, radius: Double, in scenario: Scenario
  ) -> [WorldPhoto] {
    if scenario.isCity {
      return CityWorld.city(of: scenario).files
        .map { WorldPhoto(CityWorld.identity(of: $0), of: service, in: scenario, near: place) }
        .filter { $0.distance <= radius }.sorted { $0.distance < $1.distance }
    }
    // No real service has a photo of number 0.
    let first = (scenario.isShared ? 1 : place.cell) * service.photosOfPlace
    return (0..<min(scenario.count, service.photosOfPlace))
      .prefix { distance(of: $0, in: scenario) <= radius }
      .map { WorldPhoto(first + $0, of: service, in: scenario, near: place) }
  }

  /// Tells whether there is such a photo.
  var exists: Bool { scenario.isCity ? file != nil : identity >= 0 && index < scenario.count }

  /// How far it is from the place, in metres.
  var distance: Double {
    if let file { return file.coordinate.distance(to: centre) }
    return WorldPhoto.distance(of: index, in: scenario)
  }

  var place: Coordinate {
    if let file { return file.coordinate }
    // Those of Panoramax lie along a street.
    if service == .panoramax { return centre.moved(east: distance, north: 0) }
    // The golden angle spreads any number of photos evenly.
    let bearing = Double(index) * 2.399_963 + Double(identity % 7)
    return centre.moved(east: distance * sin(bearing), north: distance * cos(bearing))
  }

  private static func distance(of index: Int, in scenario: Scenario) -> Double {
    scenario.spread * (Double(index) + 0.5) / Double(max(1, scenario.count))
  }

  /// Tells whether this is one of every `count` photos; which one says `turn`.
  func isOne(of count: Int, turn: Int = 0) -> Bool { index % count == turn }

  var picture: Picture {
    let (width, height) = size
    return Picture(
      look: (isCopy ? index - 1 : index) % scenario.looks, width: width, height: height)
  }

  /// Whether it shows nearly what the photo before it shows.
  private var isCopy: Bool { scenario.copies.map { index % $0 == $0 - 1 } ?? false }

  /// The original's width and height.
  var size: (width: Int, height: Int) {
    if let file { return (file.width, file.height) }
    if scenario.has(.small), isOne(of: 9, turn: 5) { return (240, 180) }
    let sizes = [
      (1600, 1200), (1200, 1600), (2048, 1365), (1365, 2048), (1920, 1080), (1400, 1400),
      (3000, 1000),
    ]
    return sizes[index % sizes.count]
  }

  var format: ImageFormat {
    scenario.isMixed ? ImageFormat.allCases[index % ImageFormat.allCases.count] : .jpeg
  }

  /// A number made of the identity, to decide things by.
  var chance: UInt64 { Dice.roll(Dice.number(of: service.rawValue), UInt64(identity)) }
}

extension WorldPhoto {
  /// Its title, without the ending of a file's name.
  var title: String {
    if let file { return file.name }
    let plain = "\(Picture.times[index % Picture.times.count]) over the hills \(index + 1)"
    guard scenario.has(.titles) else {
      // The names of Commons' files are asked for, and are no others'.
      return service == .commons ? "\(plain) (\(String(identity, radix: 36)))" : plain
    }
    switch index % 8 {
    case 1: return "منظر المساء فوق التلال \(index + 1)"
    case 2: return "🌄🏔️👩‍👩‍👧‍👦 \(index + 1)"
    case 3:
      // Exactly as long as a title may be.
      let start = "A very long title of a photo \(index + 1) "
      return start + String(repeating: "x", count: 250 - start.count)
    case 4: return "DSC\(10_000 + index)"
    case 5:
      // A page of Commons cannot be called so; with Flickr everything is a title.
      let tag = service == .flickr ? "<b>bold</b> " : ""
      return "שקיעה \"מעל\" הגבעות & \(tag)\(index + 1)"
    case 6: return "Straße_nach_Ærø,_Ĳsselmeer_é̂_\(index + 1)"
    case 7: return "丘の上の夕日 \(index + 1)"
    default: return plain
    }
  }

  /// The number of the photo whose file has this name; nil where nothing tells it.
  static func identity(ofName name: String, in scenario: Scenario) -> Int? {
    if scenario.isCity { return CityWorld.identity(ofName: name, in: scenario) }
    guard let start = name.lastIndex(of: "("), let end = name.lastIndex(of: ")"), start < end
    else { return nil }
    return Int(name[name.index(after: start)..<end], radix: 36)
  }

  var author: String {
    if let file { return file.author }
    return ["Ada Sandbox", "Bilal Sandbox", "Chiyo Sandbox", "Dörte Sandbox"][index % 4]
  }

  var taken: String {
    if let file { return file.taken }
    let day = index % 28 + 1
    return "\(2005 + index % 18)-\(two(index % 12 + 1))-\(two(day)) \(two(index % 24)):07:09"
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
