import Testing
import TravelModel

@testable import Atlas

struct ReliefTests {
  private static let carried = Result {
    try Relief(
      file: OfflineOutlines.path.replacing("outlines.atlas", with: "relief.atlas"))
  }

  /// How much of a plane's kind a place is, in 0...1.
  private func share(_ plane: Relief.Plane, _ latitude: Double, _ longitude: Double) throws
    -> Double
  {
    let point = Mercator.project(Coordinate(latitude: latitude, longitude: longitude)!)
    let (column, row) = (Int(point.x * Double(Relief.side)), Int(point.y * Double(Relief.side)))
    return try ReliefTests.carried.get().withPlane(plane) {
      Double($0[row * Relief.side + column]) / 255
    }
  }

  @Test(arguments: [
    ("Tibet", 32.0, 88.0), ("the Alps", 46.5, 10), ("the Southern Alps", -43.6, 170.2),
    ("the Aconcagua", -32.65, -70), ("the Rocky Mountains", 39.5, -106),
  ])
  func mountainsAreHigh(_ name: String, _ latitude: Double, _ longitude: Double) throws {
    #expect(try share(.height, latitude, longitude) > 0.3)
  }

  @Test func `deserts are dry and plains are low`() throws {
    #expect(try share(.desert, 26, 27) > 0.7)
    #expect(try share(.lowland, -1, 20) > 0.8)
    for (latitude, longitude) in [(52.0, 5.0), (0, -150), (47, 20)] {
      #expect(try share(.desert, latitude, longitude) < 0.1)
    }
  }

  @Test func `there are no edges`() throws {
    let side = Relief.side
    for plane in Relief.Plane.allCases {
      let steepest = try ReliefTests.carried.get().withPlane(plane) { values in
        (0..<side * side - 1).reduce(0) { worst, place in
          place % side == side - 1
            ? worst : max(worst, abs(Int(values[place + 1]) - Int(values[place])))
        }
      }
      // On the way up a lonely peak a third of a tint from one square to the next.
      #expect(steepest < 84, "\(plane)")
    }
  }

  @Test func `what is not whole is refused`() {
    for length in [0, 1, 3 * 1024 * 1024 - 1, 3 * 1024 * 1024 + 1] {
      #expect(throws: AtlasError.damaged) {
        try Relief(content: [UInt8](repeating: 0, count: length))
      }
    }
  }
}
