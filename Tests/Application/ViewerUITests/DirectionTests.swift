import Testing
import Widgets

@testable import ViewerUI

@MainActor
struct DirectionTests {
  @Test(arguments: [
    (0.0, "↑ 0°"), (22.4, "↑ 22°"), (47.3, "↗ 47°"), (180, "↓ 180°"), (271, "← 271°"),
    (359.7, "↑ 0°"), (360, "↑ 0°"),
  ])
  func `a direction has an arrow that points as on a map`(degrees: Double, text: String) {
    #expect(Words.direction(degrees) == text)
  }
}
