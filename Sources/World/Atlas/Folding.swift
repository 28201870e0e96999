/// Normalises names for searching: lower case, no diacritics, words separated by one space.
public enum Folding {
  /// The folded form, in UTF-8: "São Paulo" and "SAO-PAULO" become "sao paulo".
  public static func folded(_ text: String) -> [UInt8] {
    var folded: [UInt8] = []
    append(text, to: &folded)
    return folded
  }

  static func append(_ text: String, to folded: inout [UInt8]) {
    var text = text
    text.withUTF8 { append($0, to: &folded) }
  }

  /// Appends the folded form of UTF-8 text; invalid UTF-8 gives an arbitrary form.
  static func append(_ text: UnsafeBufferPointer<UInt8>, to folded: inout [UInt8]) {
    entries.withUnsafeBufferPointer { entries in
      let start = folded.count
      var isSpaceDue = false
      var place = 0
      while place < text.count {
        let scalar = scalar(in: text, at: &place)
        var value = scalar < 0x2000 ? entries[Int(scalar)] : entry(of: scalar)
        if value == dropped { continue }
        if value == space {
          isSpaceDue = folded.count > start
          continue
        }
        if isSpaceDue {
          folded.append(0x20)
          isSpaceDue = false
        }
        repeat {
          append(value & 0xFFFF_FFFF, to: &folded)
          value >>= 32
        } while value != 0
      }
    }
  }

  /// Decodes a scalar: faster than `String` for a hundred thousand names.
  private static func scalar(in text: UnsafeBufferPointer<UInt8>, at place: inout Int) -> UInt32 {
    let first = UInt32(text[place])
    place += 1
    if first < 0x80 { return first }
    let (length, bits) =
      first < 0xE0 ? (1, first & 0x1F) : first < 0xF0 ? (2, first & 0xF) : (3, first & 7)
    var scalar = bits
    for _ in 0..<length where place < text.count && text[place] & 0xC0 == 0x80 {
      scalar = scalar << 6 | UInt32(text[place] & 0x3F)
      place += 1
    }
    return scalar
  }

  private static let dropped: UInt64 = 0
  private static let space: UInt64 = 0x20

  /// The folded scalars below U+2000, which are almost all that need folding.
  ///
  /// An entry is one scalar, or two with the first in the lower half.
  private static let entries: [UInt64] = {
    var entries = (0..<0x2000).map { unlisted(UInt32($0)) }
    func fold(_ scalar: Unicode.Scalar, to entry: UInt64) {
      let great = scalar.properties.uppercaseMapping.unicodeScalars
      for scalar in [scalar] + (great.count == 1 ? Array(great) : []) where scalar.value < 0x2000 {
        entries[Int(scalar.value)] = entry
      }
    }
    for group in FoldingTable.variants {
      let scalars = group.unicodeScalars
      for scalar in scalars.dropFirst() where scalar.value >= 0x80 {
        fold(scalar, to: UInt64(scalars.first!.value))
      }
    }
    for (letter, pair) in FoldingTable.pairs {
      let scalars = pair.unicodeScalars.map { UInt64($0.value) }
      fold(letter.unicodeScalars.first!, to: scalars[0] | scalars[1] << 32)
    }
    // Missing in Unicode's simple mappings: capital dotted I and capital sharp s.
    entries[0x130] = 0x69
    entries[0x1E9E] = entries[0xDF]
    return entries
  }()

  private static func entry(of scalar: UInt32) -> UInt64 {
    if scalar < 0x2000 { return entries[Int(scalar)] }
    switch scalar {
    case 0x2000...0x200A, 0x2010...0x2015, 0x3000...0x3003, 0x3008...0x301F, 0x30FB: return space
    case 0x200B...0x200F, 0x2018...0x201F, 0x2028...0x202E, 0x2032...0x2037, 0x2060...0x206F,
      0x20D0...0x20FF, 0x3099...0x309A, 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xFEFF,
      0xE0000...0xE01EF:
      return dropped
    case 0x2016...0x205F: return space
    // Full-width forms are the letters themselves.
    case 0xFF01...0xFF5E: return entries[Int(scalar - 0xFEE0)]
    default: return UInt64(scalar)
    }
  }

  /// The entry of a scalar that is not in `FoldingTable`.
  private static func unlisted(_ scalar: UInt32) -> UInt64 {
    switch scalar {
    case 0x30...0x39, 0x61...0x7A: return UInt64(scalar)
    case 0x41...0x5A: return UInt64(scalar + 0x20)
    // Apostrophes and full stops join: "Xi'an" is "xian", and "D.C." is "dc".
    case 0x27, 0x2E, 0x60, 0xB4, 0xB7: return dropped
    case 0...0x7F, 0x80...0xA9, 0xAB...0xB9, 0xBB...0xBF, 0xD7, 0xF7: return space
    case 0x2B0...0x36F, 0x384, 0x385, 0x387, 0x483...0x489, 0x55A...0x55F: return dropped
    case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7, 0x5F3, 0x5F4: return dropped
    case 0x610...0x61A, 0x61C, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6ED: return dropped
    case 0x5BE, 0x60C, 0x61B, 0x61F, 0xF08...0xF14: return space
    case 0x93C, 0x9BC, 0xA3C, 0xABC, 0x135D...0x135F, 0x180B...0x180E, 0x1AB0...0x1AFF:
      return dropped
    case 0x1DC0...0x1DFF, 0x1FBD...0x1FC1: return dropped
    case 0x391...0x3A9, 0x410...0x42F: return UInt64(scalar + 0x20)
    case 0x400...0x40F: return UInt64(scalar + 0x50)
    case 0x531...0x556: return UInt64(scalar + 0x30)
    // In these blocks, a capital letter stands before its small one.
    case 0x460...0x481, 0x48A...0x4BF, 0x4D0...0x52F, 0x100...0x137, 0x14A...0x177, 0x1E00...0x1EFF:
      return UInt64(scalar | 1)
    case 0x4C1...0x4CE: return UInt64(scalar + (scalar & 1))
    case 0x4C0: return 0x4CF
    default: return UInt64(scalar)
    }
  }

  private static func append(_ value: UInt64, to folded: inout [UInt8]) {
    if value < 0x80 {
      folded.append(UInt8(value))
    } else if let scalar = Unicode.Scalar(UInt32(value)) {
      folded.append(contentsOf: UTF8.encode(scalar)!)
    }
  }
}
