/// Coordinates in the ways that people write them.
///
/// Decimals with a point or a comma, degrees with minutes and seconds, signs, and compass letters
/// before or after, in either order: `48.8584, 2.2945`, `48,8584 2,2945`,
/// `48°51′30″N 2°17′40″E`, `E 2 17.67 N 48 51.5`.
enum TypedCoordinate {
  /// Latitude and longitude, which may be none that there are.
  typealias Degrees = (latitude: Double, longitude: Double)

  /// Reads a coordinate, or returns nil where the text is none.
  static func read(_ text: String) -> Coordinate? {
    guard let (latitude, longitude) = degrees(text), (-90...90).contains(latitude),
      (-180...180).contains(longitude)
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Reads what is written as a coordinate.
  static func degrees(_ text: String) -> Degrees? {
    // No coordinate is longer.
    guard text.utf8.count <= 100 else { return nil }
    let text = withPoints(text.trimmed)
    guard let tokens = tokens(of: text) else { return nil }
    return degrees(of: tokens)
  }

  /// Reads a text that is one plain decimal number and nothing else.
  static func number(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.utf8.count <= 32,
      text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 45 || $0 == 46 || $0 == 43 }),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }
}

extension TypedCoordinate {
  private enum Token: Equatable {
    /// `isNegative` tells of a minus sign, `mark` is the unit sign that follows.
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
      } else if let number = takeNumber(from: &rest) {
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

  private static func takeNumber(from rest: inout Substring) -> Token? {
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
    let mark = takeMark(from: &digits)
    rest = digits
    return .number(value, isNegative: isNegative, mark: mark)
  }

  private static func takeMark(from rest: inout Substring) -> Mark? {
    let spaced = rest.drop { $0 == " " }
    guard let character = spaced.first else { return nil }
    let mark: Mark
    var length = 1
    switch character {
    case "°", "º", "˚": mark = .degrees
    case "'", "′", "’", "`", "´":
      // Two strokes are seconds as well.
      let isDouble = spaced.dropFirst().first == character
      mark = isDouble ? .seconds : .minutes
      length = isDouble ? 2 : 1
    case "\"", "″", "”", "“": mark = .seconds
    default:
      guard spaced.startIndex == rest.startIndex,
        let next = letterMark(spaced)
      else { return nil }
      mark = next
    }
    rest = spaced.dropFirst(length)
    return mark
  }

  /// `48d51m30s`: a letter directly behind a number and directly before another one or the end.
  private static func letterMark(_ text: Substring) -> Mark? {
    let isFollowedByWord = text.dropFirst().first?.isLetter ?? false
    switch text.first {
    case "d" where !isFollowedByWord: return .degrees
    case "m" where !isFollowedByWord: return .minutes
    case "s" where text.dropFirst().first.map { $0.isLetter || $0 == " " } ?? false:
      // Seconds where a compass letter follows, otherwise south.
      let next = text.dropFirst().drop { $0 == " " }.prefix { $0.isLetter }.lowercased()
      return compassPoints[next] == nil ? nil : .seconds
    default: return nil
    }
  }
}

extension TypedCoordinate {
  private struct Angle {
    var parts: [(value: Double, mark: Mark?)] = []
    var isNegative = false

    /// The angle in degrees, or nil where its parts make none.
    var degrees: Double? {
      guard (1...3).contains(parts.count) else { return nil }
      let order: [Mark] = [.degrees, .minutes, .seconds]
      var sum = 0.0
      for (index, part) in parts.enumerated() {
        guard part.mark == nil || part.mark == order[index], index == 0 || part.value < 60 else {
          return nil
        }
        sum += part.value / [1, 60, 3600][index]
      }
      return isNegative ? -sum : sum
    }
  }

  private static func degrees(of tokens: [Token]) -> Degrees? {
    let points = tokens.compactMap { token in
      if case .compass(let point) = token { point } else { nil }
    }
    switch points.count {
    case 0: return withoutCompass(tokens)
    case 2: return withCompass(tokens, points)
    default: return nil
    }
  }

  private static func withCompass(_ tokens: [Token], _ points: [Character]) -> Degrees? {
    let isBefore = if case .compass = tokens.first { true } else { false }
    var angles: [Angle] = isBefore ? [] : [Angle()]
    for token in tokens {
      switch token {
      case .compass: if isBefore || angles.count < 2 { angles.append(Angle()) }
      case .number: guard add(token, to: &angles) else { return nil }
      case .separator: break
      }
    }
    guard angles.count == 2, let first = angles[0].degrees, let second = angles[1].degrees else {
      return nil
    }
    // A sign together with a compass letter is ambiguous.
    guard !angles[0].isNegative, !angles[1].isNegative else { return nil }
    let signed = zip([first, second], points).map { "sw".contains($1) ? -$0 : $0 }
    switch ("ns".contains(points[0]), "ns".contains(points[1])) {
    case (true, false): return (signed[0], signed[1])
    case (false, true): return (signed[1], signed[0])
    default: return nil
    }
  }

  private static func withoutCompass(_ tokens: [Token]) -> Degrees? {
    let numbers = tokens.filter { $0 != .separator }
    let separators = tokens.indices.filter { tokens[$0] == .separator }
    let half: Int
    if separators.count == 1 {
      half = separators[0]
    } else if separators.isEmpty, numbers.count.isMultiple(of: 2) {
      half = numbers.count / 2
    } else {
      return nil
    }
    var angles = [Angle()]
    for token in numbers.prefix(half) { guard add(token, to: &angles) else { return nil } }
    angles.append(Angle())
    for token in numbers.dropFirst(half) { guard add(token, to: &angles) else { return nil } }
    guard let latitude = angles[0].degrees, let longitude = angles[1].degrees else { return nil }
    return (latitude, longitude)
  }

  /// Adds a number to the last angle; only its first number may have a sign.
  private static func add(_ token: Token, to angles: inout [Angle]) -> Bool {
    guard case .number(let value, let isNegative, let mark) = token, let last = angles.indices.last
    else { return false }
    if angles[last].parts.isEmpty {
      angles[last].isNegative = isNegative
    } else if isNegative {
      return false
    }
    angles[last].parts.append((value, mark))
    return true
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
