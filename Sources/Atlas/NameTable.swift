import Glibc

/// All names of all cities, sorted by their folded forms.
struct NameTable: Sendable {
  var count: Int { marks.count }

  /// The bytes of all names, one after another, and where each begins.
  let names: [UInt8]
  let nameStarts: [UInt32]
  /// The city of each name; the lowest bit marks the city's main name.
  private let marks: [UInt32]
  /// The main name of each city.
  private let firstNames: [UInt32]

  /// The longest name accepted, in bytes.
  private static let longestName = 60
  /// The most names accepted; `NameIndex` has room for sixteen times as many.
  private static let mostNames = 1 << 20

  /// Reads the names of some cities; the result is nil, or the reader unsound, if they are damaged.
  init?(reading reader: inout DataReader, cityCount: Int) {
    let count = reader.count()
    guard count <= NameTable.mostNames else { return nil }
    var shared: [UInt8] = []
    var added: [UInt8] = []
    shared.reserveCapacity(count)
    added.reserveCapacity(count)
    for _ in 0..<count { shared.append(UInt8(clamping: reader.varying())) }
    for _ in 0..<count { added.append(UInt8(clamping: reader.varying())) }
    guard reader.isSound,
      let cities = NameTable.marks(reading: &reader, count: count, cityCount: cityCount)
    else { return nil }
    (marks, firstNames) = cities
    let text = Array(reader.text().utf8)
    guard reader.isSound,
      let blob = NameTable.unpacked(text, shared: shared, added: added)
    else { return nil }
    (names, nameStarts) = blob
  }

  func city(of name: Int) -> Int { Int(marks[name] >> 1) }

  /// Whether a name is its city's main name.
  func isFirst(_ name: Int) -> Bool { marks[name] & 1 == 1 }

  func text(_ name: Int) -> String {
    String(
      decoding: names[Int(nameStarts[name])..<Int(nameStarts[name + 1])], as: UTF8.self)
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

  /// Decodes the names, each of which is stored as a suffix to the start of the one before.
  private static func unpacked(
    _ text: [UInt8], shared: [UInt8], added: [UInt8]
  ) -> ([UInt8], [UInt32])? {
    var starts: [UInt32] = [0]
    starts.reserveCapacity(shared.count + 1)
    var (total, before, textLength) = (0, 0, 0)
    for (shared, added) in zip(shared, added) {
      let length = Int(shared) + Int(added)
      guard shared <= before, (1...longestName).contains(length) else { return nil }
      total += length
      textLength += Int(added)
      before = length
      starts.append(UInt32(total))
    }
    guard textLength == text.count else { return nil }
    let names = [UInt8](unsafeUninitializedCapacity: total) { names, count in
      var (place, previous) = (0, 0)
      for (shared, added) in zip(shared, added) {
        let start = count
        for offset in 0..<Int(shared) { names[start + offset] = names[previous + offset] }
        for offset in 0..<Int(added) { names[start + Int(shared) + offset] = text[place + offset] }
        count += Int(shared) + Int(added)
        place += Int(added)
        previous = start
      }
    }
    return (names, starts)
  }
}
