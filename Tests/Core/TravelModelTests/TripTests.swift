import TestSupport
import Testing
import TravelModel

private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
  Coordinate(latitude: latitude, longitude: longitude)!
}

struct TripLineTests {
  private let paris = place(48.8566, 2.3522)
  private let tokyo = place(35.6762, 139.6503)
  private let vancouver = place(49.2827, -123.1207)

  @Test func `a trip is as long as its ways together`() {
    #expect(TripLine(through: []).length == 0)
    #expect(TripLine(through: [paris]).legs.isEmpty)
    let line = TripLine(through: [paris, tokyo, vancouver, paris])
    #expect(line.legs.count == 3)
    #expect(
      line.legs.map(\.length) == [
        paris.distance(to: tokyo), tokyo.distance(to: vancouver), vancouver.distance(to: paris),
      ])
    #expect(line.length == line.legs.map(\.length).reduce(0, +))
  }

  @Test func `a line begins and ends at its stops, and is nowhere longer than the way`() {
    for leg in TripLine(through: [paris, tokyo, vancouver, place(-33.9, 18.4)]).legs {
      let along = zip(leg.places, leg.places.dropFirst()).map { $0.distance(to: $1) }
      #expect(abs(along.reduce(0, +) - leg.length) < 1)
      // On a globe, a longer line would go through the Earth.
      #expect(along.allSatisfy { $0 < 340_000 })
    }
    let leg = TripLine(through: [paris, tokyo]).legs[0]
    #expect(leg.places.first == paris && leg.places.last == tokyo)
    // The shortest way leads over the north of Siberia.
    #expect(leg.places.contains { $0.latitude > 65 })
  }

  @Test func `a line crosses the date line without going round the world`() {
    let leg = TripLine(through: [tokyo, vancouver]).legs[0]
    for (one, next) in zip(leg.points, leg.points.dropFirst()) {
      #expect(abs(next.x - one.x) < 0.02)
    }
    #expect(leg.points.last!.x > 1)
    let fiji = TripLine(through: [place(-17, 179.9), place(-17, -179.9)]).legs[0]
    #expect(abs(fiji.points.last!.x - fiji.points[0].x) < 0.001)
    #expect(fiji.length < 22_000)
  }

  @Test func `lines have as many points as their bend needs`() {
    #expect(TripLine(through: [paris, place(48.86, 2.35)]).legs[0].places.count == 2)
    #expect(TripLine(through: [place(0, 0), place(0, 2)]).legs[0].places.count == 2)
    #expect(TripLine(through: [paris, tokyo]).legs[0].places.count < 1000)
  }

  @Test func `from one place to itself there is no line`() {
    let leg = TripLine(through: [paris, paris]).legs[0]
    #expect(leg.length == 0 && leg.places == [paris])
  }

  @Test(arguments: [(10.0, 20.0), (0, 0), (-80, -179), (90, 0)])
  func `there is one way to the other side of the Earth`(latitude: Double, longitude: Double) {
    let start = place(latitude, longitude)
    let leg = TripLine(through: [start, place(-latitude, longitude + 180)]).legs[0]
    #expect(abs(leg.length - 20_015_115) < 10)
    let along = zip(leg.places, leg.places.dropFirst()).map { $0.distance(to: $1) }.reduce(0, +)
    #expect(abs(along - leg.length) < 1000)
  }

  @Test func `any line stays on the Earth`() {
    var dice = SeededNumbers(seed: 5)
    for _ in 0..<300 {
      let stops = (0..<2).map { _ in
        place(.random(in: -90...90, using: &dice), .random(in: -180..<180, using: &dice))
      }
      let leg = TripLine(through: stops).legs[0]
      let along = zip(leg.places, leg.places.dropFirst()).map { $0.distance(to: $1) }
      #expect(abs(along.reduce(0, +) - leg.length) < 2)
      #expect(leg.points.allSatisfy { $0.x.isFinite && (0...1).contains($0.y) })
      for (one, next) in zip(leg.points, leg.points.dropFirst()) {
        #expect(abs(next.x - one.x) <= 0.5)
      }
    }
  }
}

struct TripTests {
  private func trip(_ stops: [Int64]) -> Trip {
    Trip(id: Trip.ID(1), TripDetails(name: "Trip"), stops: stops.map { Pin.ID($0) })
  }

  private func numbers(_ trip: Trip) -> [Int64] { trip.stops.map(\.number) }

  @Test func `stops move up and down`() {
    var trip = trip([1, 2, 3, 4])
    trip.move(0, to: 2) { _ in true }
    #expect(numbers(trip) == [2, 3, 1, 4])
    trip.move(3, to: 0) { _ in true }
    #expect(numbers(trip) == [4, 2, 3, 1])
    trip.move(1, to: 1) { _ in true }
    trip.move(7, to: 0) { _ in true }
    trip.move(0, to: 4) { _ in true }
    #expect(numbers(trip) == [4, 2, 3, 1])
  }

  @Test func `stops whose pins are gone keep their places among the others`() {
    var trip = trip([1, 2, 3, 4, 5])
    // What is seen is 1, 3, 5.
    func isThere(_ id: Pin.ID) -> Bool { id.number % 2 == 1 }
    trip.move(0, to: 1, among: isThere)
    #expect(numbers(trip).filter { $0 % 2 == 1 } == [3, 1, 5])
    #expect(Set(numbers(trip)) == [1, 2, 3, 4, 5])
    trip.move(2, to: 0, among: isThere)
    #expect(numbers(trip).filter { $0 % 2 == 1 } == [5, 3, 1])
    trip.remove(1, among: isThere)
    #expect(numbers(trip).filter { $0 % 2 == 1 } == [5, 1])
    #expect(trip.stops.count == 4)
  }

  @Test func `a trip may come back to a place`() {
    var trip = trip([1, 2, 1])
    trip.remove(2) { _ in true }
    #expect(numbers(trip) == [1, 2])
  }

  @Test func `days are real ones, and in their order`() {
    #expect(CalendarDay("2024-02-29")?.text == "2024-02-29")
    for text in ["2023-02-29", "2023", "2023-05", "2023-05-01 10:00", "", "yesterday"] {
      #expect(CalendarDay(text) == nil)
    }
    #expect(CalendarDay(year: 2026, month: 4, day: 31) == nil)
    #expect(CalendarDay(year: 12_026, month: 4, day: 3) == nil)
    let (may, june) = (CalendarDay("2026-05-01")!, CalendarDay("2026-06-01")!)
    let details = TripDetails(name: "North\nand south", firstDay: june, lastDay: may)
    #expect(details.firstDay == may && details.lastDay == june)
    #expect(details.name == "North and south")
  }
}
