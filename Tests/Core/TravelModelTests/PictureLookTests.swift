import Testing
import TravelModel

struct PictureLookTests {
  private let count = PictureLook.columns * PictureLook.rows

  @Test func `each spot is compared with the one to its right`() {
    // The first row grows brighter to the right, the others darker.
    let spots = (0..<count).map {
      $0 < PictureLook.columns ? $0 * 20 : 200 - $0 % PictureLook.columns
    }
    #expect(PictureLook(brightness: spots)?.bits == 0xff << 56)
    let mirrored = PictureLook(brightness: spots.reversed())
    #expect(mirrored?.bits == ~0xff)
  }

  @Test func `brightness and contrast make no difference`() {
    let spots = (0..<count).map { $0 * 37 % 101 }
    let darker = PictureLook(brightness: spots.map { $0 / 2 * 2 })
    let paler = PictureLook(brightness: spots.map { $0 / 2 + 100 })
    #expect(darker != nil && darker == paler)
  }

  @Test func `pictures that differ in eight bits are near copies`() {
    let look = PictureLook(bits: 0b1010)
    #expect(look.distance(to: look) == 0 && look.isNear(look))
    #expect(look.isNear(PictureLook(bits: 0b1010 ^ 0xff)))
    #expect(!look.isNear(PictureLook(bits: 0b1010 ^ 0x1ff)))
    #expect(look.distance(to: PictureLook(bits: ~look.bits)) == 64)
  }

  @Test func `a picture of one tone is like no other`() {
    #expect(PictureLook(brightness: Array(repeating: 128, count: count)) == nil)
    #expect(PictureLook(brightness: (0..<count).map { 128 + $0 % 9 }) == nil)
  }
}
