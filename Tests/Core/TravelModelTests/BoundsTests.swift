import Testing
import TravelModel

struct BoundsTests {
  @Test func `the nearest whole number is always there`() {
    #expect(Int(nearest: 2.5) == 3 && Int(nearest: -2.4) == -2)
    #expect(Int(nearest: 9e99) == .max && Int(nearest: -.infinity) == .min)
    #expect(Int(nearest: .nan) == 0)
    #expect(Int(nearest: 9_223_372_036_854_775_808) == .max)
  }

  @Test func `sizes that no picture has are none`() {
    #expect(PixelSize(untrustedWidth: 4000, height: 3000) == PixelSize(width: 4000, height: 3000))
    for (width, height) in [(0, 1), (1, -1), (nil, 1), (.max, 1), (1, .min)] as [(Int?, Int?)] {
      #expect(PixelSize(untrustedWidth: width, height: height) == nil)
    }
  }
}
