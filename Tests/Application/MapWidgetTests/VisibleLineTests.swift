import Glibc
import MapDrawing
import Testing

@testable import MapWidget

@Suite struct VisibleLineTests {
  private let window = LabelBox(x: 0, y: 0, width: 100, height: 100)

  @Test func aLineThatIsSeenStaysInOnePiece() {
    let line = [SIMD2(10.0, 10), SIMD2(50, 40), SIMD2(90, 20)]
    #expect(VisibleLine(line, in: window).pieces == [line])
  }

  @Test func whatIsOnOneSideOfTheAreaIsLeftOut() {
    let there: [SIMD2<Double>] = [SIMD2(-500, 50), SIMD2(-50, 60), SIMD2(20, 50)]
    let away: [SIMD2<Double>] = [SIMD2(60, -80), SIMD2(70, -900), SIMD2(80, -20), SIMD2(90, 30)]
    #expect(
      VisibleLine(there + away, in: window).pieces
        == [[there[1], there[2], away[0]], [away[2], away[3]]])
  }

  @Test func aLineAcrossTheAreaIsSeenThoughItsEndsAreNot() {
    let line: [SIMD2<Double>] = [SIMD2(-1000, -800), SIMD2(1000, 900)]
    #expect(VisibleLine(line, in: window).pieces == [line])
  }

  @Test func ofAStraightLineItsEndsAreEnough() {
    let line = (0...100).map { SIMD2(Double($0), 50) }
    #expect(VisibleLine(line, in: window).pieces == [[line[0], line[100]]])
  }

  @Test func aBendIsSeenAsItIsWithFewPoints() {
    let arc = (0...360).map { degree in
      let angle = Double(degree) * .pi / 360
      return SIMD2(50 + 40 * cos(angle), 10 + 40 * sin(angle))
    }
    let pieces = VisibleLine(arc, in: window).pieces
    #expect(pieces.count == 1)
    #expect(pieces[0].first == arc.first && pieces[0].last == arc.last)
    #expect((8...20).contains(pieces[0].count))
    for (start, end) in zip(pieces[0], pieces[0].dropFirst()) {
      let middle = (start + end) / 2 - SIMD2(50, 10)
      #expect(abs((middle * middle).sum().squareRoot() - 40) < 0.5)
    }
  }

  @Test func aLineShorterThanAStepIsSeen() {
    let line: [SIMD2<Double>] = [SIMD2(5, 5), SIMD2(6, 5), SIMD2(6, 6)]
    #expect(VisibleLine(line, in: window).pieces == [[line[0], line[2]]])
  }

  @Test func aPointAloneIsNoLine() {
    #expect(VisibleLine([SIMD2(5, 5)], in: window).pieces.isEmpty)
  }
}
