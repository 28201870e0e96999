struct NameTable: Sendable {
  var count: Int { marks.count }

  /// The UTF-8 bytes of all names, one after the other.
  private let bytes: [UInt8]
  /// The offset of each name, and the end of the last one.
  private let starts: [UInt32]
  /// The city of each name; the lowest bit marks the city's main name.
  private let marks: [UInt32]
  private let firstNames: [UInt32]

  /// The longest name accepted, in bytes.
  private static let longestName = 60
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
      let names = NameTable.unpacked(text, shared: shared, added: added)
    else { return nil }
    (bytes, starts) = names
  }

  func city(of name: Int) -> Int { Int(marks[name] >> 1) }

  func isFirst(_ name: Int) -> Bool { marks[name] & 1 == 1 }

  func text(_ name: Int) -> String {
    String(decoding: bytes[Int(starts[name])..<Int(starts[name + 1])], as: UTF8.self)
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

  /// Unpacks names, each of which is stored as a suffix to the beginning of the one before.
  private static func unpacked(
    _ text: ArraySlice<UInt8>, shared: [UInt8], added: [UInt8]
  ) -> ([UInt8], [UInt32])? {
    var bytes: [UInt8] = []
    var starts: [UInt32] = [0]
    var (before, place) = (0, text.startIndex)
    for (shared, added) in zip(shared.lazy.map(Int.init), added.lazy.map(Int.init)) {
      let start = bytes.count
      guard shared <= start - before, added <= text.endIndex - place,
        1...longestName ~= shared + added
      else { return nil }
      for offset in 0..<shared { bytes.append(bytes[before + offset]) }
      bytes += text[place..<place + added]
      (before, place) = (start, place + added)
      starts.append(UInt32(bytes.count))
    }
    return place == text.endIndex ? (bytes, starts) : nil
  }
}
