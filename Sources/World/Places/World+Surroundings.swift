public import Atlas
public import TravelModel

/// A landmark, and how far from a place it is.
public struct NearbyLandmark: Hashable, Sendable {
  public let landmark: SearchResult
  /// In metres to the nearest point of it, to some hundred metres; 0 in the midst of it.
  public let distance: Double
}

/// What the offline map knows of a place besides its name.
extension World {
  /// How far from land its clocks are kept, in kilometres: as far as its waters.
  private static let waters = 25
  /// How far from every town the border alone tells the country, in kilometres.
  private static let wilderness = 300
  /// How far away landmarks are told of, in metres.
  private static let landmarkDistance = 60_000.0
  private static let mostLandmarks = 5
  /// What has no one place to fly to, or is no sight.
  private static let vagueKinds: Set<Landmark.Kind> = [.ocean, .sea, .region, .province, .plain]

  /// The rules of the clocks of a place; nil where the data is missing.
  @concurrent
  public func timeZone(at place: Coordinate) async -> PlaceZone? {
    guard let zones = try? await timeZones(), let gazetteer = try? await gazetteer(),
      let outlines = try? await outlines()
    else { return nil }
    let finding = outlines.country(at: place)
    var codes: [String] = []
    if case .country(let index) = finding { codes = [outlines.countries[index].code] }
    codes = codes.filter { !$0.isEmpty }
    let city: Int?
    switch gazetteer.describe(place, countryCodes: codes, isSea: finding == .none) {
    case .at(let index), .near(let index, _, _): city = index
    case .sea(_, let index, let kilometres): city = kilometres <= World.waters ? index : nil
    case .remote(let index, let kilometres, _):
      city = kilometres <= World.wilderness ? index : nil
    }
    // The town is preferred: islands far from their country have a code of their own.
    let code = city.map { gazetteer.city($0).countryCode } ?? codes.first
    return code.flatMap { zones.zone(at: place, inCountry: $0) } ?? .nautical(at: place)
  }

  /// Landmarks around a place, those first that a map shows first.
  @concurrent
  package func landmarks(near place: Coordinate, languages: [String]) async -> [NearbyLandmark] {
    let finder = await PlaceFinder(self, languages, searches: false)
    let point = Mercator.project(place)
    let near = finder.landmarks.enumerated().compactMap {
      index, landmark -> (index: Int, zoom: Double, distance: Double)? in
      guard !World.vagueKinds.contains(landmark.kind) else { return nil }
      let nearest = landmark.nearestPoint(to: point)
      let distance = nearest == point ? 0 : Mercator.coordinate(at: nearest).distance(to: place)
      guard distance <= World.landmarkDistance else { return nil }
      return (index, landmark.minimumZoom, distance)
    }
    return near.sorted { ($0.zoom, $0.distance) < ($1.zoom, $1.distance) }
      .prefix(World.mostLandmarks)
      .map { NearbyLandmark(landmark: finder.landmark($0.index), distance: $0.distance) }
  }
}
