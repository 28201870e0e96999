import TestSupport
import Testing

@testable import PinsUI

struct NextPointTests {
  private let points: [(x: Double, y: Double)] = [(0, 0), (100, 10), (60, 90), (-80, 0), (0, -50)]

  private let left = (right: -1.0, down: 0.0)
  private let right = (right: 1.0, down: 0.0)
  private let up = (right: 0.0, down: -1.0)
  private let down = (right: 0.0, down: 1.0)

  private func next(_ way: ScreenWay, from index: Int) -> Int? {
    nextPoint(way, from: points[index], among: points)
  }

  @Test func `an arrow leads to the nearest in its quarter`() {
    #expect(next(right, from: 0) == 1)
    #expect(next(down, from: 0) == 2, "what lies more to the right than below is no way down")
    #expect(next(left, from: 0) == 3)
    #expect(next(up, from: 0) == 4)
  }

  @Test func `where nothing lies that way it leads nowhere`() {
    #expect(next(right, from: 1) == nil)
    #expect(next(left, from: 3) == nil)
    #expect(next(up, from: 4) == nil)
    #expect(next(down, from: 2) == nil)
    #expect(nextPoint(up, from: (0, 0), among: []) == nil)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `by arrows each point is reached from each`(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let points = (0..<30).map { _ in
      (
        x: Double.random(in: 0..<1000, using: &numbers),
        y: Double.random(in: 0..<700, using: &numbers)
      )
    }
    for start in points.indices {
      var reached: Set = [start]
      var open = [start]
      while let point = open.popLast() {
        for way in [left, right, up, down] {
          if let next = nextPoint(way, from: points[point], among: points),
            reached.insert(next).inserted
          {
            open.append(next)
          }
        }
      }
      #expect(reached.count == points.count)
    }
  }
}
