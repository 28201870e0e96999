/// Reads the years in which a photo was taken from what its source says: a date, or words such as
/// "circa 1890", "1870er Jahre" and "between 1870 and 1880".
///
/// Nothing is guessed: each word and number of a text must be understood, or none counts. So "before
/// 1918" and "1912 (scanned 2010)" say no years.
public struct TakenYears {
  private var tokens: [(text: String, gap: String)] = []
  private var spans: [ClosedRange<Int>] = []
  /// How many years, decades and centuries were named.
  private var count = 0
  /// Days, months, hours and ordinals, each with the part of its century that is meant.
  private var small: [(number: Int, part: Part?)] = []
  /// The part that was said of what comes, and that of the last year.
  private var (part, yearPart): (Part?, Part?) = (nil, nil)
  private var (needsTwo, isDecadeAhead, isCenturyAhead) = (false, false, false)

  /// A part of a period, from 0 to 1.
  private typealias Part = ClosedRange<Double>

  /// The years that a date can mean.
  public static let possible = 1000...2100
  /// The longest text that is read, in bytes.
  private static let longestText = 200
  private static let dashes = Set("-–—")
  /// Marks that make a date uncertain, or something else.
  private static let refused = Set("?？¿<>≤≥©†*=#%$€£@_|\\")

  /// Returns the year or years of a text; nil if it does not say them for certain.
  public static func read(_ text: String) -> ClosedRange<Int>? {
    if let date = TakenDate(text) {
      return date.isUnset || !possible.contains(date.year) ? nil : date.year...date.year
    }
    guard text.utf8.count <= longestText, !text.contains(where: refused.contains) else {
      return nil
    }
    var reading = TakenYears(text.lowercased())
    return reading.years()
  }

  /// Splits a text into words and numbers, each with what is between it and the one before.
  private init(_ text: String) {
    var (gap, wasDigit) = ("", false)
    for character in text {
      let isDigit = ("0"..."9").contains(character)
      if !isDigit, !character.isLetter {
        gap.append(character)
      } else if let last = tokens.indices.last, gap.isEmpty, wasDigit == isDigit {
        tokens[last].text.append(character)
      } else {
        tokens.append((String(character), gap))
        gap = ""
      }
      wasDigit = isDigit
    }
    // A dash at an end is that of a span without its other end.
    if let first = tokens.first, (first.gap + gap).contains(where: TakenYears.dashes.contains) {
      tokens = []
    }
  }

  private mutating func years() -> ClosedRange<Int>? {
    for index in tokens.indices {
      let text = tokens[index].text
      let isUnderstood =
        Int(text).map { take($0, at: index) }
        ?? TakenYears.meanings[text].map { take($0, at: index) } ?? false
      guard isUnderstood else { return nil }
    }
    let (first, last) = (spans.map(\.lowerBound).min(), spans.map(\.upperBound).max())
    guard let first, let last, !needsTwo || count > 1 else { return nil }
    return first...last
  }

  /// The number that stands directly before a token; empty if there is none.
  private func number(before index: Int) -> String {
    index > 0 && Int(tokens[index - 1].text) != nil ? tokens[index - 1].text : ""
  }

  /// Adds a part of a period, or all of it; false if it is too long ago, or far ahead.
  private mutating func add(_ years: ClosedRange<Int>, _ part: Part?) -> Bool {
    let (length, part) = (Double(years.count), part ?? 0...1)
    let end = years.lowerBound + Int((length * part.upperBound).rounded(.up)) - 1
    spans.append(years.lowerBound + Int(length * part.lowerBound)...end)
    count += 1
    return TakenYears.possible.contains(years.lowerBound) && TakenYears.possible.contains(end)
  }

  private mutating func addCentury(_ number: Int, _ part: Part?) -> Bool {
    add(number * 100 - 99...number * 100, part)
  }

  /// The years of a decade; "1800s" may as well be a century.
  private static func decade(_ year: Int) -> ClosedRange<Int> {
    year - year % 10...year - year % 10 + (year % 100 < 10 && year < 2000 ? 99 : 9)
  }

  /// Takes a number; false if it cannot be part of a date.
  private mutating func take(_ number: Int, at index: Int) -> Bool {
    let ((text, gap), before) = (tokens[index], self.number(before: index))
    defer { part = nil }
    if text.count == 4 {
      yearPart = part
      return add(
        isDecadeAhead ? TakenYears.decade(number) : number...number, isDecadeAhead ? part : nil)
    }
    guard text.count < 3 else { return false }
    if before.count == 4, let year = Int(before), let last = spans.last {
      let mark = gap.filter { !$0.isWhitespace }
      let isDate =
        index + 1 < tokens.count && tokens[index + 1].gap == gap
        && self.number(before: index + 2) != ""
      // "1905-06" is a month; "1905–06" and "1905/06" may be two years.
      let isMonth = gap == "-" && text.count == 2 && number <= 12
      let end = year - year % (text.count == 1 ? 10 : 100) + number
      if ["/", "-", "–", "—"].contains(mark), !isDate, !isMonth, end > year {
        spans[spans.count - 1] = last.lowerBound...end
        count += 1
        return true
      }
      return number <= (mark.allSatisfy("-–—/.:".contains) && !mark.isEmpty ? 12 : 31)
    }
    if gap == ":", before != "" { return number < 60 }
    if isCenturyAhead { return addCentury(number, part) }
    small.append((number, part))
    return number <= 31
  }

  /// Takes a word; false if it makes no sense where it is.
  private mutating func take(_ meaning: Meaning, at index: Int) -> Bool {
    switch meaning {
    case .filler: break
    case .bound: needsTwo = true
    case .part(let meant): part = meant
    case .ordinal(let number):
      defer { part = nil }
      if isCenturyAhead { return addCentury(number, part) }
      small.append((number, part))
    case .half:
      guard let number = small.popLast()?.number, (1...2).contains(number) else { return false }
      part = number == 1 ? 0...0.5 : 0.5...1
    case .decadeAhead: isDecadeAhead = true
    case .decade:
      let before = number(before: index)
      guard let last = spans.last, last.upperBound % 10 == 0,
        before != "", String(last.upperBound).hasSuffix(before)
      else { return (1...2).contains(before.count) }  // "1er mai"
      spans.removeLast()
      count -= 1
      return add(last.lowerBound...TakenYears.decade(last.upperBound).upperBound, yearPart)
    case .century where small.isEmpty: isCenturyAhead = true
    case .century:
      let centuries = small
      small = []
      return centuries.allSatisfy { addCentury($0.number, $0.part) }
    }
    return true
  }

  private enum Meaning {
    case filler
    /// A word of spans, such as "from": with one year alone it says no years.
    case bound
    case part(Part)
    case ordinal(Int)
    case half, decade, decadeAhead, century
  }

  private static let meanings: [String: Meaning] = {
    let words: [(Meaning, String)] = [
      (.bound, "between from since till until zwischen von bis seit ab entre depuis jusqu desde"),
      (.bound, "hasta dal dalla al tra fra van tot do с по между من إلى بين"),
      (.part(0...0.5), "early beginning anfang beginn début inicios principios inizio начало"),
      (.part(0.25...0.75), "mid middle mitte milieu mediados metà середина"),
      (.part(0.5...1), "late end ende fin finales fine конец"),
      (.half, "half hälfte moitié mitad половина"), (.decade, "s er х е 年代 年代頃"),
      (.decadeAhead, "decade années década años anni"),
      (.century, "century jahrhundert jahrhunderts jh siècle siglo século secolo век века"),
      (.century, "世紀 世纪"), (.ordinal(1), "first erste première primera"),
      (.ordinal(2), "second zweite seconde segunda"), (.filler, fillers),
    ]
    var meanings: [String: Meaning] = [:]
    for (meaning, list) in words {
      for word in list.split(whereSeparator: \.isWhitespace) { meanings[String(word)] = meaning }
    }
    let numerals = "xi xii xiii xiv xv xvi xvii xviii xix xx xxi".split(separator: " ")
    for (number, numeral) in zip(11..., numerals) {
      for suffix in ["", "e"] { meanings[String(numeral) + suffix] = .ordinal(number) }
    }
    return meanings
  }()

  private static let fillers = """
    january february march april may june july august september october november december jan feb
    mar apr jun jul aug sep sept oct nov dec spring summer autumn winter sunday monday tuesday
    wednesday thursday friday saturday a about an and approximately approx around at c ca circa
    created date dated image in made of on or photo photograph photographed shot st nd rd t taken th
    the utc year years z januar jänner februar märz mai juni juli oktober dezember frühjahr frühling
    sommer herbst am auf aufgenommen aufnahme dem den der des die etwa foto im jahr jahre jahren
    oder uhr um und ungefähr vom janvier février mars avril juin juillet août septembre octobre
    novembre décembre été automne hiver au d du de en env environ et l la le les ou pris prise vers
    à ère ème enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre
    diciembre otoño invierno primavera verano alrededor cerca del e el hacia los o tomada tomado u y
    gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre estate autunno inverno
    anno il intorno nel scattata verso janeiro fevereiro março maio junho julho setembro outubro
    novembro dezembro por volta em tirada января февраля марта апреля мая июня июля августа сентября
    октября ноября декабря январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь
    декабрь в г гг го год года году годы и или около ок фото يناير فبراير مارس أبريل مايو يونيو
    يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر تقريبا حوالي عام سنة في نحو التقطت 年 月 日 年頃 頃 約 约 大约 撮影
    日撮影 日に撮影 摄于 拍摄于 fall pm h according exif data to gemäß daten laut selon données según datos
    """
}
