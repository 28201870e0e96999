/// Reads coordinates in the ways that people write them.
///
/// Decimals with a point or a comma, degrees with minutes and seconds, signs, and compass letters
/// before or after, in either order: `48.8584, 2.2945`, `48,8584 2,2945`, `48°51′30″N 2°17′40″E`,
/// `E 2 17.67 N 48 51.5`.
enum TypedCoordinate {
  /// Latitude and longitude, which may be out of range.
  typealias Degrees = (latitude: Double, longitude: Double)

  /// Reads a coordinate; nil if the text is none.
  static func read(_ text: String) -> Coordinate? {
    guard let (latitude, longitude) = degrees(text), (-90...90).contains(latitude),
      (-180...180).contains(longitude)
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Reads a text in the form of a coordinate, which may be out of range.
  static func degrees(_ text: String) -> Degrees? {
    // Longer texts are no coordinates.
    guard text.utf8.count <= 100 else { return nil }
    let text = withPoints(text.trimmed)
    guard let tokens = tokens(of: text) else { return nil }
    return degrees(of: tokens)
  }

  /// Reads a text that is one plain decimal number and nothing else.
  static func number(_ text: some StringProtocol) -> Double? {
    guard !text.isEmpty, text.utf8.count <= 32,
      text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 45 || $0 == 46 || $0 == 43 }),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }
}

extension TypedCoordinate {
  private enum Token: Equatable {
    /// `isNegative` means a minus sign, and `mark` is the unit sign that follows.
    case number(Double, isNegative: Bool, mark: Mark?)
    case compass(Character)
    case separator
  }

  private enum Mark {
    case degrees, minutes, seconds
  }

  /// Turns decimal commas into points.
  ///
  /// Commas between digits are decimal where there are two and something else separates the two
  /// numbers, or where there are three: then the middle one is the separator.
  private static func withPoints(_ text: String) -> String {
    guard !text.contains(".") else { return text }
    var characters = Array(text)
    let inner = characters.indices.filter {
      characters[$0] == "," && $0 > 0 && characters[$0 - 1].isASCIIDigit
        && $0 + 1 < characters.count && characters[$0 + 1].isASCIIDigit
    }
    let decimal: [Int]
    switch inner.count {
    case 2 where characters[inner[0]...inner[1]].contains { !$0.isASCIIDigit && $0 != "," }:
      decimal = inner
    case 3: decimal = [inner[0], inner[2]]
    default: decimal = []
    }
    for place in decimal { characters[place] = "." }
    return String(characters)
  }

  private static func tokens(of text: String) -> [Token]? {
    var tokens: [Token] = []
    var rest = text[...]
    while let character = rest.first {
      if character.isWhitespace {
        rest.removeFirst()
      } else if let number = readNumber(from: &rest) {
        tokens.append(number)
      } else if ",;/".contains(character) {
        rest.removeFirst()
        if tokens.last == .separator { return nil }
        tokens.append(.separator)
      } else if character.isLetter {
        let word = rest.prefix { $0.isLetter }.lowercased()
        rest = rest.dropFirst(word.count)
        if [":", "="].contains(rest.first) { rest.removeFirst() }
        if ["lat", "lon", "lng", "long", "latitude", "longitude"].contains(word) { continue }
        guard let point = compassPoints[word] else { return nil }
        tokens.append(.compass(point))
      } else {
        return nil
      }
    }
    return tokens
  }

  private static let compassPoints: [String: Character] = [
    "n": "n", "north": "n", "s": "s", "south": "s", "e": "e", "east": "e", "w": "w", "west": "w",
  ]

  private static func readNumber(from rest: inout Substring) -> Token? {
    var digits = rest
    var isNegative = false
    if let sign = digits.first, "+-−–".contains(sign) {
      isNegative = sign != "+"
      digits.removeFirst()
    }
    let number = digits.prefix { $0.isASCIIDigit || $0 == "." }
    guard let first = number.first, first.isASCIIDigit || number.count > 1,
      let value = self.number(number)
    else { return nil }
    digits = digits.dropFirst(number.count)
    let mark = readMark(from: &digits)
    rest = digits
    return .number(value, isNegative: isNegative, mark: mark)
  }

  /// Reads a unit sign; as in `48d51m30s`, that may be a letter directly behind a number and not
  /// before another letter.
  private static func readMark(from rest: inout Substring) -> Mark? {
    let spaced = rest.drop { $0 == " " }
    guard let character = spaced.first else { return nil }
    let behind = spaced.dropFirst()
    let isDirect = spaced.startIndex == rest.startIndex
    let isAlone = isDirect && behind.first?.isLetter != true
    let nextWord = behind.drop { $0 == " " }.prefix { $0.isLetter }.lowercased()
    let mark: Mark
    var length = 1
    switch character {
    case "°", "º", "˚": mark = .degrees
    case "'", "′", "’", "`", "´":
      // Two strokes are seconds as well.
      let isDouble = behind.first == character
      mark = isDouble ? .seconds : .minutes
      length = isDouble ? 2 : 1
    case "\"", "″", "”", "“": mark = .seconds
    case "d" where isAlone: mark = .degrees
    case "m" where isAlone: mark = .minutes
    // Seconds where a compass letter follows, otherwise south.
    case "s" where isDirect && compassPoints[nextWord] != nil: mark = .seconds
    default: return nil
    }
    rest = spaced.dropFirst(length)
    return mark
  }
}

extension TypedCoordinate {
  private struct Angle {
    private(set) var degrees = 0.0
    /// Whether a compass letter makes it a latitude or a longitude; nil if there is none.
    let isLatitude: Bool?

    init?(_ tokens: ArraySlice<Token>) {
      let marks: [Mark] = [.degrees, .minutes, .seconds]
      var count = 0
      var isNegative = false
      var point: Character?
      for token in tokens {
        switch token {
        case .separator: break
        case .compass(let letter): point = letter
        case .number(let value, let hasSign, let mark):
          // Only the first number may have a sign.
          guard count < 3, mark == nil || mark == marks[count],
            count == 0 || (value < 60 && !hasSign)
          else { return nil }
          isNegative = isNegative || hasSign
          degrees += value / [1, 60, 3600][count]
          count += 1
        }
      }
      // A sign together with a compass letter is ambiguous.
      guard count > 0, !isNegative || point == nil else { return nil }
      isLatitude = point.map { "ns".contains($0) }
      if isNegative || point.map("sw".contains) == true { degrees.negate() }
    }
  }

  private static func degrees(of tokens: [Token]) -> Degrees? {
    let points = tokens.indices.filter { if case .compass = tokens[$0] { true } else { false } }
    let separators = tokens.indices.filter { tokens[$0] == .separator }
    let middle: Int
    switch (points.count, separators.count) {
    // Compass letters are before their numbers, or after them.
    case (2, _): middle = points[0] == 0 ? points[1] : points[0] + 1
    case (0, 1): middle = separators[0]
    case (0, 0) where tokens.count.isMultiple(of: 2): middle = tokens.count / 2
    default: return nil
    }
    guard let one = Angle(tokens[..<middle]), let other = Angle(tokens[middle...]) else {
      return nil
    }
    switch (one.isLatitude, other.isLatitude) {
    case (nil, nil), (true, false): return (one.degrees, other.degrees)
    case (false, true): return (other.degrees, one.degrees)
    default: return nil
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
