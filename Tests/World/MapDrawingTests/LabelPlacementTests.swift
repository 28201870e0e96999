import MapDrawing
import Testing

struct LabelPlacementTests {
  private func box(_ x: Double, _ y: Double, width: Double = 50) -> LabelBox {
    LabelBox(x: x, y: y, width: width, height: 10)
  }

  @Test func `boxes that meet are not both taken`() {
    var placement = LabelPlacement()
    #expect(placement.place([box(0, 0)]) == 0)
    #expect(placement.place([box(49, 9)]) == nil)
    #expect(placement.place([box(50, 0)]) == 0)
    #expect(placement.place([box(0, 10)]) == 0)
  }

  @Test func `the first free box is taken`() {
    var placement = LabelPlacement()
    #expect(placement.place([box(0, 0)]) == 0)
    #expect(placement.place([box(10, 0), box(20, 5), box(-60, 0), box(80, 0)]) == 2)
    #expect(placement.place([box(80, 0)]) == 0)
  }

  @Test func `a label without room for its mark has none`() {
    var placement = LabelPlacement()
    #expect(placement.place([box(10, 0)], mark: LabelBox(x: 0, y: 0, width: 8, height: 8)) == 0)
    #expect(placement.place([box(200, 0)], mark: LabelBox(x: 4, y: 4, width: 8, height: 8)) == nil)
    #expect(placement.place([box(200, 0)]) == 0)
  }

  @Test func `a label without a mark makes room where it can`() {
    var placement = LabelPlacement()
    placement.wish(for: box(0, 0))
    #expect(placement.place([box(10, 5), box(10, 12)]) == 1)
    #expect(placement.place([box(-40, 5)]) == 0)
    // Whose box it is takes it, and another label with a mark may too.
    placement.wish(for: box(300, 0))
    #expect(placement.place([box(310, 0)], mark: LabelBox(x: 296, y: 0, width: 8, height: 8)) == 0)
  }

  @Test func `a label leaves the mark of a later one free where it can`() {
    var placement = LabelPlacement()
    placement.wish(forMark: box(30, 8, width: 6))
    let own = box(-6, 8, width: 6)
    #expect(placement.place([box(0, 0), box(-56, 0)], mark: own) == 1)
    #expect(placement.place([box(10, 0)], mark: box(4, 8, width: 4)) == 0)
  }

  @Test func `of places that others wish for the least wished is taken`() {
    var placement = LabelPlacement()
    for wish in [box(0, 0), box(10, 0), box(0, 40)] { placement.wish(for: wish) }
    #expect(placement.place([box(0, 0), box(0, 40)]) == 1)
  }

  @Test func `a wish that is made several times counts so often`() {
    var placement = LabelPlacement()
    for _ in 1...3 { placement.wish(for: box(0, 0)) }
    for wish in [box(10, 40), box(0, 42)] { placement.wish(for: wish) }
    #expect(placement.place([box(0, 0), box(0, 40)]) == 1)
  }

  @Test func `a label that is sparing leaves spots that are wished for often`() {
    var placement = LabelPlacement()
    let spot = LabelBox(x: 10, y: 2, width: 6, height: 6)
    for _ in 1...5 { placement.wish(forMark: spot) }
    #expect(placement.place([[box(0, 0)]], sparing: 5) == nil)
    #expect(placement.place([[box(0, 0)], [box(0, 20)]], sparing: 5) == 1)
    #expect(placement.place([[box(0, 0)]], sparing: 6) == 0)
  }

  @Test func `labels of two marked places never stand the other way round`() {
    var placement = LabelPlacement()
    func mark(_ x: Double, _ y: Double) -> LabelBox {
      LabelBox(x: 200 + x, y: y, width: 1, height: 1)
    }
    #expect(placement.place([[box(0, 30)]], mark: mark(25, 37), anchor: (25, 37)) == 0)
    // The place is above the other, and so is its label.
    #expect(
      placement.place([[box(0, 50)], [box(0, 10)]], mark: mark(25, 32), anchor: (25, 32)) == 1)
    #expect(placement.place([[box(60, 30)]], mark: mark(20, 37), anchor: (20, 37)) == nil)
    #expect(placement.place([[box(60, 30)]], mark: mark(80, 37), anchor: (80, 37)) == 0)
  }

  @Test func `a label does not come to meet that of an area as the map grows`() {
    var placement = LabelPlacement()
    #expect(placement.place([[box(0, 30)]], anchor: (25, 37)) == 0)
    // Twice as large, the map has this place by so much further above the other as it is now.
    #expect(placement.place([[box(0, 44)]], anchor: (25, 32)) == nil)
    #expect(placement.place([[box(0, 44)]], anchor: (25, 34)) == 0)
    #expect(placement.place([[box(65, 30)]], anchor: (5, 37)) == nil)
    #expect(placement.place([[box(65, 30)]], anchor: (20, 37)) == 0)
    // From beyond a corner.
    #expect(placement.place([[box(-62, 4)]], anchor: (45, 67)) == nil)
    #expect(placement.place([[box(-62, 4)]], anchor: (30, 67)) == 0)
  }

  @Test func `a name in several boxes takes all of them or none`() {
    var placement = LabelPlacement()
    #expect(placement.place([box(100, 0)]) == 0)
    // A name along a line goes where all of its letters have room.
    let (blocked, free) = ([box(0, 0), box(60, 5), box(120, 9)], [box(0, 40), box(60, 45)])
    #expect(placement.place([blocked]) == nil)
    #expect(placement.place([box(0, 0)]) == 0, "a name that had no room took some")
    #expect(placement.place([blocked, free]) == 1)
    #expect(placement.place([box(100, 50)]) == nil)
  }

  @Test func `how far inside another a box ends is said of its nearest edge`() {
    let window = LabelBox(x: 0, y: 0, width: 300, height: 200)
    func depth(_ x: Double, _ y: Double) -> Double {
      LabelBox(x: x, y: y, width: 100, height: 20).depth(in: window)
    }
    #expect(depth(30, 100) == 30)
    #expect(depth(100, 7) == 7)
    #expect(depth(195, 100) == 5)
    #expect(depth(100, 180) == 0)
    #expect(depth(-8, 100) == -8)
    #expect(depth(240, 100) == -40)
  }

  @Test func `long labels and far ones are found again`() {
    var placement = LabelPlacement()
    #expect(placement.place([box(-1_000_000, 7, width: 700)]) == 0)
    #expect(placement.place([box(-999_400, 12)]) == nil)
    #expect(placement.place([box(-999_299, 12)]) == 0)
  }

  @Test func `no two of many meet`() {
    var placement = LabelPlacement()
    var taken: [LabelBox] = []
    var state: UInt64 = 3
    for _ in 0..<2000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let candidate = LabelBox(
        x: Double(state >> 40 % 1000), y: Double(state >> 20 % 700),
        width: Double(20 + state % 200),
        height: 14)
      guard placement.place([candidate]) != nil else { continue }
      #expect(taken.allSatisfy { !$0.meets(candidate) })
      taken.append(candidate)
    }
    #expect(taken.count > 5)
  }
}
