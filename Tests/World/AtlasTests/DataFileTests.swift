import Atlas
import Testing

struct DataFileTests {
  let kind = DataFile(kind: "TEST", version: 3)
  let content = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }

  @Test func `what goes in comes out`() throws {
    #expect(try kind.content(of: kind.encoded(content)) == content)
    #expect(try kind.content(of: kind.encoded([])) == [])
  }

  @Test func `every flipped bit is noticed`() throws {
    let file = kind.encoded(content)
    for place in file.indices {
      for bit in 0..<8 {
        var damaged = file
        damaged[place] ^= 1 << bit
        let isAccepted = (try? kind.content(of: damaged)) != nil
        #expect(!isAccepted, "bit \(bit) of byte \(place)")
      }
    }
  }

  @Test func `every length but its own is noticed`() {
    let file = kind.encoded(content)
    for length in stride(from: 0, to: file.count, by: 7) {
      #expect(throws: AtlasError.damaged) {
        try kind.content(of: Array(file.prefix(length)))
      }
    }
    #expect(throws: AtlasError.damaged) { try kind.content(of: file + [0]) }
  }

  @Test func `other versions and missing files are told apart`() {
    let newer = DataFile(kind: "TEST", version: 4)
    #expect(throws: AtlasError.otherVersion) {
      try kind.content(of: newer.encoded(content))
    }
    #expect(throws: AtlasError.unreadable) {
      try kind.content(ofFile: "/nowhere")
    }
    #expect(throws: AtlasError.unreadable) { try kind.content(ofFile: "/") }
  }

  @Test func `numbers and texts are read as written`() {
    var bytes: [UInt8] = []
    let numbers = [0, 1, -1, 63, -64, 64, 1_000_000, -1_000_000, .max / 4, .min / 4]
    for number in numbers { bytes.append(signed: number) }
    bytes.append(varying: .max)
    bytes.append(text: "Reykjavík 🌋")
    bytes.append(text: "")
    var reader = DataReader(bytes)
    for number in numbers { #expect(reader.signed() == number) }
    #expect(reader.varying() == .max)
    #expect(reader.text() == "Reykjavík 🌋")
    #expect(reader.text() == "")
    let isComplete = reader.isComplete
    #expect(isComplete)
  }

  @Test func `a reader of nonsense ends`() {
    for seed in 0..<500 {
      var reader = DataReader((0..<64).map { UInt8(truncatingIfNeeded: ($0 + 3) * seed * 31 >> 2) })
      var rounds = 0
      while reader.isSound, reader.remaining > 0, rounds < 1000 {
        _ = reader.text()
        _ = reader.count()
        _ = reader.signed()
        rounds += 1
      }
      #expect(rounds < 1000)
    }
  }
}
