import Foundation
import Testing
import TravelModel

struct PinDetailsTests {
  @Test func `a note keeps its lines, and one of blanks is none`() {
    #expect(PinDetails(note: "a\n b\n").note == "a\n b\n")
    #expect(PinDetails(note: " \n\t").note == nil)
    #expect(PinDetails(note: "a\nb").shortNote == "a b")
    var details = PinDetails(note: String(repeating: "é", count: 20_000))
    #expect(details.note?.count == 10_000)
    details.note = ""
    #expect(details == PinDetails())
  }

  @Test(arguments: PinColor.allCases)
  func `a colour stands out from the white rim of a pin`(color: PinColor) {
    func light(_ byte: UInt8) -> Double {
      let share = Double(byte) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    let (red, green, blue) = color.bytes
    let luminance = 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue)
    #expect(1.05 / (luminance + 0.05) >= 3)
    #expect(Set(PinColor.allCases.map { "\($0.bytes)" }).count == PinColor.allCases.count)
  }
}
