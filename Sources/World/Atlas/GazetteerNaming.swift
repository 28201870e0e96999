import Glibc
public import TravelModel

extension Gazetteer {
  /// The radius of a town of 15,000, in kilometres.
  private static let townRadius = 3.0
  /// The greatest radius of a city, in kilometres: that of ten million.
  private static let longestRadius = 25.0
  /// The exponent with which the radius grows with the population, which matches both of the above.
  private static let radiusGrowth = 0.326
  /// The exponent with which population outweighs distance: a city of a million is named at a bit
  /// more than twice the distance of a town.
  private static let fame = 0.2
  /// The greatest distance of a city that is near, in kilometres.
  private static let nearDistance = 150.0
  /// The distance from a city beyond which a place at sea is named after the sea, in kilometres.
  private static let offshore = 20.0
  /// A city of the same country is named within `sensibleDistance` (in kilometres), even if a foreign
  /// one is nearer; beyond it, only if it is within `strangerRatio` times the distance of the nearest.
  private static let sensibleDistance = 300.0
  private static let strangerRatio = 2.0
  /// How many times farther than a village a town may be to be named instead, far from both.
  private static let townRatio = 1.5
  /// Within this distance, in kilometres, cities count as equally near; villages have smaller centres.
  ///
  /// Otherwise districts with an entry of their own would win against their city.
  private static let longestCentreRadius = 1.4
  private static let centreShare = 0.5

  /// The town of another name that people would mention to say where a place is.
  public func wellKnownCity(near index: Int) -> Int? {
    let (name, here) = (city(index).name, positions[index])
    var (best, leastCost) = (Int?.none, Float.infinity)
    for town in 0..<townCount where town != index {
      let cost = Float(positions[town].squaredChord(to: here)) * reach(of: town).obscurity
      if cost < leastCost, city(town).name != name { (best, leastCost) = (town, cost) }
    }
    return best
  }

  /// The great-circle distance of a city, in kilometres.
  public func kilometres(from city: Int, to coordinate: Coordinate) -> Double {
    self.coordinate(of: city).kilometres(to: coordinate)
  }

  /// Describes a point by the city most worth naming.
  ///
  /// `countryCodes` are the countries of the point, empty if unknown. A foreign city is named only
  /// if no city of these is within a sensible distance.
  public func describe(
    _ coordinate: Coordinate, countryCodes: [String], isSea: Bool
  ) -> PlaceDescription {
    let survey = survey(around: coordinate, countryCodes: countryCodes)
    let found = candidates(survey, coordinate)
    if let city = found.containing { return .at(city: city) }
    let best = kilometres(from: found.bestKnown, to: coordinate)
    let least = kilometres(from: found.nearest, to: coordinate)
    let reach = isSea ? Gazetteer.offshore : Gazetteer.nearDistance
    let (city, distance) = best <= reach ? (found.bestKnown, best) : far(found, least, coordinate)
    let rounded = max(1, Int(distance.rounded()))
    if isSea, distance > reach {
      return .sea(Sea.englishName(at: coordinate), nearest: city, kilometres: rounded)
    }
    let direction = CompassPoint(bearing: self.coordinate(of: city).bearing(to: coordinate))
    return distance <= reach
      ? .near(city: city, kilometres: rounded, direction: direction)
      : .remote(nearest: city, kilometres: rounded, direction: direction)
  }
}

extension Gazetteer {
  /// The reference city for a point far from everything: a village only if no town is about as
  /// near.
  private func far(
    _ found: Candidates, _ least: Double, _ coordinate: Coordinate
  ) -> (city: Int, distance: Double) {
    guard let town = found.nearestTown else { return (found.nearest, least) }
    let distance = kilometres(from: town, to: coordinate)
    return distance <= least * Gazetteer.townRatio ? (town, distance) : (found.nearest, least)
  }

  /// The cities that a point may be named after.
  private struct Candidates {
    var nearest = -1
    var nearestTown: Int?
    /// The city with the best balance of distance and population.
    var bestKnown = -1
    /// The city that contains the point, if any.
    var containing: Int?
    private var leastDistance = Float.infinity
    private var leastCost = Float.infinity
    private var leastShare = Float.infinity

    @inline(__always)
    mutating func consider(_ city: Int, _ squaredChord: Float, _ reach: Reach, isTown: Bool) {
      if squaredChord < leastDistance {
        (leastDistance, nearest) = (squaredChord, city)
        // Towns have lower numbers than villages, so no village has been nearer so far.
        if isTown { nearestTown = city }
      }
      let cost = squaredChord * reach.obscurity
      if cost < leastCost { (leastCost, bestKnown) = (cost, city) }
      if squaredChord <= reach.squaredRadius {
        let share = (squaredChord + reach.squaredCentre) * reach.smallness
        if share < leastShare { (leastShare, containing) = (share, city) }
      }
    }
  }

  /// How far a city's name reaches, which depends on its population.
  struct Reach: Hashable, Sendable {
    /// The square of its radius, in Earth radii.
    let squaredRadius: Float
    /// The square of its centre's radius, in Earth radii.
    let squaredCentre: Float
    /// The weight of its squared distance in comparisons with other cities.
    let obscurity: Float
    /// The same weight among cities that contain the point: a suburb must be much nearer to win.
    let smallness: Float

    init(population: Int32) {
      // Some seats of government are villages, and some have no population given.
      let people = Double(max(1000, population))
      let radius = min(
        longestRadius, townRadius * pow(people / Double(Gazetteer.leastTown), radiusGrowth))
      squaredRadius = Float(pow(radius / Coordinate.earthKilometres, 2))
      let centre = min(longestCentreRadius, radius * centreShare)
      squaredCentre = Float(pow(centre / Coordinate.earthKilometres, 2))
      obscurity = Float(pow(people, -2 * fame))
      smallness = Float(pow(radius, -3))
    }
  }

  /// Finds the cities that may give a place its name: those of all countries, and those of
  /// `countryCodes`.
  private func survey(
    around coordinate: Coordinate, countryCodes: [String]
  ) -> (all: Candidates, atHome: Candidates) {
    let isHome = countries.map { countryCodes.contains($0.code) }
    let here = SpherePoint(coordinate)
    var (all, atHome) = (Candidates(), Candidates())
    for city in 0..<count {
      let chord = Float(positions[city].squaredChord(to: here))
      let reach = reach(of: city)
      all.consider(city, chord, reach, isTown: city < townCount)
      if isHome[Int(countryOfCity[city])] {
        atHome.consider(city, chord, reach, isTown: city < townCount)
      }
    }
    return (all, atHome)
  }

  private func candidates(
    _ found: (all: Candidates, atHome: Candidates), _ coordinate: Coordinate
  ) -> Candidates {
    guard found.atHome.nearest >= 0 else { return found.all }
    let home = kilometres(from: found.atHome.nearest, to: coordinate)
    let any = kilometres(from: found.all.nearest, to: coordinate)
    let isSensible = home <= Gazetteer.sensibleDistance || home <= Gazetteer.strangerRatio * any
    return isSensible ? found.atHome : found.all
  }
}
