import Glibc
import Testing
import TravelModel

@testable import MapWidget

struct TextCourseTests {
  /// Eight letters.
  private let widths = [8.0, 6, 7, 9, 5, 8, 7, 6]

  private func course(_ points: [(Double, Double)]) -> TextCourse {
    TextCourse(points.map { WorldPoint(x: $0.0 / 1000, y: $0.1 / 1000) }, worldSize: 1000)
  }

  private func wave(_ height: Double, _ length: Double) -> [(Double, Double)] {
    stride(from: 0.0, through: 600, by: 2).map { ($0, 100 + height * sin($0 / length * 2 * .pi)) }
  }

  @Test func `on a straight line letters stand in a row`() throws {
    let line = course([(0, 100), (600, 100)])
    let spots = try #require(line.writing(widths, around: 300, smoothing: 18, lift: 3)).spots
    #expect(spots.count == widths.count)
    for (spot, width) in zip(spots, widths) {
      #expect(abs(spot.y - 97) < 0.01 && abs(spot.angle) < 0.01, "\(width)")
    }
    for index in 1..<spots.count {
      let step = (widths[index - 1] + widths[index]) / 2
      #expect(abs(spots[index].x - spots[index - 1].x - step) < 0.1)
    }
    let middle: Double = (spots[0].x - 4 + spots[7].x + 3) / 2
    #expect(abs(middle - 300) < 0.1)
  }

  @Test func `names are read from left to right and upwards`() throws {
    let back = course([(600, 100), (0, 100)])
    let spots = try #require(back.writing(widths, around: 300, smoothing: 18, lift: 3)).spots
    #expect(spots[0].x < spots[7].x && abs(spots[0].angle) < 0.01 && spots[0].y < 100)
    for line in [course([(50, 0), (50, 600)]), course([(50, 600), (50, 0)])] {
      let spots = try #require(line.writing(widths, around: 300, smoothing: 18, lift: 3)).spots
      #expect(spots[0].y > spots[7].y && abs(spots[0].angle + .pi / 2) < 0.01)
      #expect(spots[0].x < 50)
    }
  }

  @Test func `letters follow a gentle bend`() throws {
    let line = course(wave(30, 300))
    let writing = try #require(line.writing(widths, around: 220, smoothing: 18, lift: 3))
    #expect(writing.bend < 0.3)
    #expect(writing.spots.last!.angle - writing.spots[0].angle != 0)
    for spot in writing.spots {
      let height = 100 + 30 * sin(spot.x / 300 * 2 * .pi)
      #expect(spot.y < height + 3 && spot.y > height - 8)
    }
  }

  @Test func `small turns are passed over and sharp ones refused`() throws {
    let rough = course(wave(2, 9))
    let writing = try #require(rough.writing(widths, around: 300, smoothing: 18, lift: 3))
    #expect(writing.bend < 0.1)
    let corner = course([(0, 300), (300, 300), (300, 0)])
    #expect(corner.writing(widths, around: 300, smoothing: 4, lift: 3) == nil)
    #expect(corner.writing(widths, around: 150, smoothing: 4, lift: 3) != nil)
  }

  @Test func `a name has no place on a shorter line`() {
    let short = course([(0, 100), (40, 100)])
    #expect(short.writing(widths, around: 20, smoothing: 0, lift: 0) == nil)
    #expect(short.writing([], around: 20, smoothing: 0, lift: 0) == nil)
  }

  @Test func `names come again at equal distances`() {
    let line = course([(0, 100), (950, 100)])
    let middles: [Double] = line.middles(every: 300).map { $0.rounded() }
    #expect(middles == [158, 475, 792])
    #expect(line.middles(every: 2000) == [475])
    let point = line.point(at: 475)
    #expect(abs(point.x - 475) < 0.001 && abs(point.y - 100) < 0.001)
  }
}
