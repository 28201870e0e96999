import Atlas
import PhotoSources
import TestSupport
import TravelModel

@testable import DrawnPostcards

/// The offline map, read once for all tests, and places that are hard to draw.
enum OfflineData {
  static let outlines = try! Outlines(file: "\(atlasFolder)/outlines.atlas")
  static let gazetteer = try! Gazetteer(file: "\(atlasFolder)/gazetteer.atlas")
  /// Noon of the winter solstice of 2025 in Greenwich, in seconds.
  static let winter = 1_766_318_400.0

  static func source(
    outlines: Outlines? = outlines, gazetteer: Gazetteer? = gazetteer
  ) -> PostcardSource {
    PostcardSource(
      outlines: { outlines }, gazetteer: { gazetteer }, languages: ["en"],
      title: { $0.readable }, now: { winter })
  }
}

extension OfflineData {
  static func scene(at coordinate: Coordinate, title: String? = nil, now: Double = winter) -> Scene
  {
    Scene(
      coordinate, title: title ?? coordinate.readable, outlines: outlines, gazetteer: gazetteer,
      languages: ["en"], now: now)
  }
}

extension Coordinate {
  init(_ latitude: Double, _ longitude: Double) {
    self = Coordinate(latitude: latitude, longitude: longitude)!
  }

  static let paris = Coordinate(48.8584, 2.2945)

  static let difficult = [
    .paris, Coordinate(0, 0), Coordinate(90, 0), Coordinate(-90, 0), Coordinate(12, 180),
    Coordinate(-16.8, 179.9),  // Fiji
    Coordinate(78.9, 18),  // Svalbard
    Coordinate(-47, -130),  // the middle of the Pacific
    Coordinate(34.1, 74.8),  // Kashmir
    Coordinate(41.9029, 12.4534),  // the Vatican
    Coordinate(78.2232, 15.6267),  // Longyearbyen
    Coordinate(66, -175),  // Chukotka
    Coordinate(23, 9),  // the Sahara
    Coordinate(33, 35.8),  // the Golan Heights
  ]
}
