import Glibc
public import Travels

extension Gazetteer {
  /// A town of fifteen thousand reaches so far from its centre, in kilometres.
  private static let townRadius = 3.0
  /// No city reaches farther: that of ten million does.
  private static let longestRadius = 25.0
  /// How the radius grows with the population, so that both of the above hold.
  private static let radiusGrowth = 0.326
  /// A city's name is worth a way that grows with its population to this power.
  ///
  /// So a city of a million is named at a bit more than twice the distance of a town.
  private static let fame = 0.2
  /// Beyond it, in kilometres, a city is not near.
  private static let nearDistance = 150.0
  /// Off the coast by more than it, in kilometres, the sea has the name.
  private static let offshore = 20.0
  /// A city of the same country is named up to here, in kilometres, whatever lies across a border;
  /// farther off, only if it is not `strangerRatio` times as far as the nearest city of all.
  private static let sensibleDistance = 300.0
  private static let strangerRatio = 2.0
  private static let earthRadius = 6371.0
  /// So near to a city's centre, in kilometres, nearness counts no more: or every square of a great
  /// city that has an entry would win against the city.
  private static let centreRadius = 1.4
  private static let centre = Float(centreRadius * centreRadius / (earthRadius * earthRadius))

  /// The nearest city, or if `isWeighted` the one at the best trade of distance for population.
  public func nearest(to coordinate: Coordinate, isWeighted: Bool = false) -> Int {
    let found = survey(around: coordinate, countryCodes: [])
    return isWeighted ? found.all.bestKnown : found.all.nearest
  }

  /// The great-circle distance of a city, in kilometres.
  public func kilometres(from city: Int, to coordinate: Coordinate) -> Double {
    let centre = self.coordinate(of: city)
    let (from, to) = (centre.latitude * .pi / 180, coordinate.latitude * .pi / 180)
    let turn = (coordinate.longitude - centre.longitude) * .pi / 180
    let (north, east) = (sin((to - from) / 2), sin(turn / 2))
    let square = north * north + cos(from) * cos(to) * east * east
    return 2 * Gazetteer.earthRadius * asin(min(1, square.squareRoot()))
  }

  /// The direction in which one would leave a city for a point.
  public func direction(from city: Int, to coordinate: Coordinate) -> CompassPoint {
    let centre = self.coordinate(of: city)
    let (from, to) = (centre.latitude * .pi / 180, coordinate.latitude * .pi / 180)
    let turn = (coordinate.longitude - centre.longitude) * .pi / 180
    let bearing = atan2(sin(turn) * cos(to), cos(from) * sin(to) - sin(from) * cos(to) * cos(turn))
    return CompassPoint(bearing: bearing * 180 / .pi)
  }

  /// Names a point after the place most worth naming.
  ///
  /// `countryCodes` are the countries that the point is in, none if that is unknown. A city of
  /// another country is named only where no city of these is within a sensible distance.
  public func describe(
    _ coordinate: Coordinate, countryCodes: [String], isSea: Bool
  ) -> PlaceDescription {
    let survey = survey(around: coordinate, countryCodes: countryCodes)
    let found = candidates(survey, coordinate)
    if let city = found.containing { return .at(city: city) }
    let best = kilometres(from: found.bestKnown, to: coordinate)
    let least = kilometres(from: found.nearest, to: coordinate)
    let reach = isSea ? Gazetteer.offshore : Gazetteer.nearDistance
    let (city, distance) = best <= reach ? (found.bestKnown, best) : (found.nearest, least)
    let rounded = max(1, Int(distance.rounded()))
    if isSea, distance > reach {
      return .sea(Sea.sea(at: coordinate), nearest: city, kilometres: rounded)
    }
    let direction = direction(from: city, to: coordinate)
    return distance <= reach
      ? .near(city: city, kilometres: rounded, direction: direction)
      : .remote(nearest: city, kilometres: rounded, direction: direction)
  }
}

extension Gazetteer {
  /// The cities that may give a point its name.
  private struct Candidates {
    /// The nearest.
    var nearest = -1
    /// The one at the best trade of distance for population.
    var bestKnown = -1
    /// The one in whose extent the point is, if there is one.
    var containing: Int?
    private var leastDistance = Float.infinity
    private var leastCost = Float.infinity
    private var leastShare = Float.infinity

    @inline(__always)
    mutating func consider(_ city: Int, _ squaredChord: Float, _ reach: Reach) {
      if squaredChord < leastDistance { (leastDistance, nearest) = (squaredChord, city) }
      let cost = squaredChord * reach.obscurity
      if cost < leastCost { (leastCost, bestKnown) = (cost, city) }
      if squaredChord <= reach.squaredRadius {
        let share = (squaredChord + centre) * reach.smallness
        if share < leastShare { (leastShare, containing) = (share, city) }
      }
    }
  }

  /// How far a city's name reaches, by its population.
  struct Reach: Hashable, Sendable {
    /// The square of its radius, in squares of the Earth's.
    let squaredRadius: Float
    /// What its squared distance counts times, beside that of other cities.
    let obscurity: Float
    /// The same beside other cities that the point is in: a suburb must be much nearer.
    let smallness: Float

    init(population: Int) {
      // Some seats of government are villages, and for some nobody gives a number.
      let people = Double(max(1000, population))
      let radius = min(longestRadius, townRadius * pow(max(1, people / 15_000), radiusGrowth))
      squaredRadius = Float(radius * radius / (earthRadius * earthRadius))
      obscurity = Float(pow(people, -2 * fame))
      smallness = Float(pow(radius, -3))
    }
  }

  /// Looks at every city, which takes less than a tenth of a millisecond.
  private func survey(
    around coordinate: Coordinate, countryCodes: [String]
  ) -> (all: Candidates, atHome: Candidates) {
    let isHome = countries.map { countryCodes.contains($0.code) }
    let here = Position(coordinate)
    var (all, atHome) = (Candidates(), Candidates())
    let hasHome = isHome.contains(true)
    positions.withUnsafeBufferPointer { positions in
      reaches.withUnsafeBufferPointer { reaches in
        for city in positions.indices {
          let chord = positions[city].squaredChord(to: here)
          all.consider(city, chord, reaches[city])
          if hasHome, isHome[Int(countryOfCity[city])] {
            atHome.consider(city, chord, reaches[city])
          }
        }
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
    let isSensible =
      home <= Gazetteer.sensibleDistance || home <= Gazetteer.strangerRatio * any
    return isSensible ? found.atHome : found.all
  }
}
