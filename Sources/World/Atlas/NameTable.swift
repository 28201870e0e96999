/// All names of all cities, sorted by their folded forms.
struct NameTable: Sendable {
  var count: Int { marks.count }

  /// Each name as the number of bytes that it shares with the start of the one before, the number of
  /// its other bytes, and these; the first of a block shares none.
  private let packed: [UInt8]
  /// Where each block begins.
  private let blocks: [UInt32]
  /// The city of each name; the lowest bit marks the city's main name.
  private let marks: [UInt32]
  /// The main name of each city.
  private let firstNames: [UInt32]

  private static let blockLength = 16
  /// The longest name accepted, in bytes.
  private static let longestName = 60
  /// The most names accepted; `NameIndex` has room for sixteen times as many.
  private static let mostNames = 1 << 20

  /// Reads the names of some cities; the result is nil, or the reader unsound, if they are damaged.
  init?(reading reader: inout DataReader, cityCount: Int) {
    let count = reader.count()
    guard count <= NameTable.mostNames else { return nil }
    let shared = (0..<count).map { _ in UInt8(clamping: reader.varying()) }
    let added = (0..<count).map { _ in UInt8(clamping: reader.varying()) }
    guard reader.isSound,
      let cities = NameTable.marks(reading: &reader, count: count, cityCount: cityCount)
    else { return nil }
    (marks, firstNames) = cities
    let text = reader.bytesOfText()
    guard reader.isSound,
      let names = NameTable.packed(text, shared: shared, added: added)
    else { return nil }
    (packed, blocks) = names
  }

  func city(of name: Int) -> Int { Int(marks[name] >> 1) }

  /// Whether a name is its city's main name.
  func isFirst(_ name: Int) -> Bool { marks[name] & 1 == 1 }

  func text(_ name: Int) -> String {
    var text = ""
    visit(name..<name + 1) { text = String(decoding: $0, as: UTF8.self) }
    return text
  }

  /// Visits the bytes of some names in their order.
  func visit(_ names: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    guard !names.isEmpty else { return }
    let block = names.lowerBound / NameTable.blockLength
    var place = Int(blocks[block])
    packed.withUnsafeBufferPointer { packed in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NameTable.longestName) { bytes in
        for name in block * NameTable.blockLength..<names.upperBound {
          let (shared, added) = (Int(packed[place]), Int(packed[place + 1]))
          for offset in 0..<added { bytes[shared + offset] = packed[place + 2 + offset] }
          place += 2 + added
          if name >= names.lowerBound {
            body(UnsafeBufferPointer(rebasing: bytes[..<(shared + added)]))
          }
        }
      }
    }
  }

  /// The main name of a city.
  func firstName(of city: Int) -> Int { Int(firstNames[city]) }
}

extension NameTable {
  /// Reads the city of each name, and finds the main name of each city.
  private static func marks(
    reading reader: inout DataReader, count: Int, cityCount: Int
  ) -> ([UInt32], [UInt32])? {
    var marks: [UInt32] = []
    marks.reserveCapacity(count)
    var firstNames = [UInt32](repeating: .max, count: cityCount)
    var missing = cityCount
    var city: UInt64 = 0
    for name in 0..<count {
      let number = reader.varying()
      // Zero means the same city as before; others are counted from one.
      if number >> 1 != 0 { city = (number >> 1) - 1 }
      guard city < cityCount else { return nil }
      if number & 1 == 1 {
        guard firstNames[Int(city)] == .max else { return nil }
        firstNames[Int(city)] = UInt32(name)
        missing -= 1
      }
      marks.append(UInt32(city) << 1 | UInt32(number & 1))
    }
    return missing == 0 && reader.isSound ? (marks, firstNames) : nil
  }

  /// Packs names, each of which is given as a suffix to the start of the one before.
  private static func packed(
    _ text: ArraySlice<UInt8>, shared: [UInt8], added: [UInt8]
  ) -> ([UInt8], [UInt32])? {
    var (before, textLength, repeated) = (0, 0, 0)
    for (number, (shared, added)) in zip(shared, added).enumerated() {
      let length = Int(shared) + Int(added)
      guard shared <= before, (1...longestName).contains(length) else { return nil }
      before = length
      textLength += Int(added)
      if number % blockLength == 0 { repeated += Int(shared) }
    }
    guard textLength == text.count else { return nil }
    var blocks: [UInt32] = []
    var name = [UInt8](repeating: 0, count: longestName)
    var place = text.startIndex
    let size = textLength + 2 * shared.count + repeated
    let packed = [UInt8](unsafeUninitializedCapacity: size) { packed, count in
      func append(_ byte: UInt8) {
        packed[count] = byte
        count += 1
      }
      for (number, (shared, added)) in zip(shared, added).enumerated() {
        let isFirst = number % blockLength == 0
        if isFirst { blocks.append(UInt32(count)) }
        append(isFirst ? 0 : shared)
        append(isFirst ? shared + added : added)
        if isFirst { name.prefix(Int(shared)).forEach(append) }
        for offset in Int(shared)..<Int(shared) + Int(added) {
          name[offset] = text[place]
          append(text[place])
          place += 1
        }
      }
    }
    return (packed, blocks)
  }
}
