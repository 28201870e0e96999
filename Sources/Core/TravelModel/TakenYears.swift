/// Reads the years in which a photo was taken from what its source says: a date, or words such as
/// "circa 1890", "1870er Jahre" and "between 1870 and 1880".
///
/// Nothing is guessed: each word and number of a text must be understood, or none counts. So "before
/// 1918" and "1912 (scanned 2010)" say no years.
public enum TakenYears {
  /// The years that a date can mean.
  public static let possible = 1000...2100
  /// The longest text that is read, in bytes.
  private static let longestText = 200
  /// Marks that make a date uncertain, or something else.
  private static let refused = Set("?？¿<>≤≥©†*=#%$€£@_|\\")
  private static let dashes = Set("-–—")

  /// Returns the year or years of a text; nil if it does not say them for certain.
  public static func read(_ text: String) -> ClosedRange<Int>? {
    if let date = TakenDate(text) {
      return date.isUnset || !possible.contains(date.year) ? nil : date.year...date.year
    }
    guard text.utf8.count <= longestText, !text.contains(where: refused.contains) else {
      return nil
    }
    return signs(of: text.lowercased()).flatMap(years(of:))
  }

  /// A text with a sign for each word, and an underscore for what says nothing; nil if it has other
  /// words.
  private static func signs(of text: String) -> String? {
    let ends = text.filter { $0.isLetter || $0.isNumber || dashes.contains($0) }
    // A dash at an end is that of a span without its other end.
    guard let first = ends.first, let last = ends.last, !dashes.contains(first),
      !dashes.contains(last)
    else { return nil }
    var (signs, word) = ("", "")
    for character in text + " " {
      if character.isLetter {
        word.append(character)
        continue
      }
      if !word.isEmpty {
        guard let sign = words[word] else { return nil }
        signs += "_\(sign)_"
        word = ""
      }
      let isKept = character.isASCII && character.isNumber || "-–/.:".contains(character)
      signs.append(isKept ? character : character == "—" ? "–" : "_")
    }
    return signs
  }

  /// The years that signs and numbers say.
  private static func years(of text: String) -> ClosedRange<Int>? {
    let item =
      #/
      (?: ([xyz] | [12][_.]*h) [_\-]* )?                # which part of a period is meant
      (?: (\d{4}) (?!\d)                                # a year,
          (?: (_*[\-–\/.:]_*) (\d\d?) (?!\d) )?        # what may be the end of a span,
          ([_\-]*s)?                                    # and that it stands for its decade;
        | (\d\d?) (?!\d) (?:_*s)? )                     # a century, or a part of a date
      /#
    var (spans, end) = ([ClosedRange<Int>](), text.startIndex)
    // How many years, decades and centuries are named.
    var count = 0
    func isEmpty(_ gap: Substring) -> Bool { gap.allSatisfy("_.:/-–bcd".contains) }
    for match in text.matches(of: item) {
      let (_, part, fullYear, mark, tail, decade, small) = match.output
      let (before, gap) = (text[..<match.range.lowerBound], text[end..<match.range.lowerBound])
      guard isEmpty(gap) else { return nil }
      end = match.range.upperBound
      guard let year = fullYear.flatMap({ Int($0) }) else {
        guard let number = small.flatMap({ Int($0) }) else { return nil }
        if text.contains("c") {
          spans.append(years(number * 100 - 99...number * 100, part))
          count += 1
        } else if number > (before.last == ":" ? 59 : 31) {
          return nil
        }
        continue
      }
      var last = year
      if let mark, let tail, let number = Int(tail) {
        let next = year - year % (tail.count == 1 ? 10 : 100) + number
        let rest = text[end...]
        let isDate = rest.hasPrefix(mark) && rest.dropFirst(mark.count).first?.isNumber == true
        // "1905-06" is a month; "1905–06" and "1905/06" may be two years.
        let isMonth = mark == "-" && tail.count == 2 && number <= 12
        if next > year, !isDate, !isMonth, mark.contains(where: "-–/".contains) {
          last = next
          count += 1
        } else if number > 12 {
          return nil
        }
      }
      count += 1
      if decade != nil || before.contains("d") {
        guard decade == nil || last % 10 == 0 else { return nil }
        let first = decade == nil ? year - year % 10 : year
        // "1800s" may as well be a century.
        let length = last % 100 < 10 && last < 2000 ? 100 : 10
        spans.append(years(first...last - last % 10 + length - 1, part))
      } else {
        spans.append(year...last)
      }
    }
    guard isEmpty(text[end...]), count > 1 || !text.contains("b"),
      let first = spans.map(\.lowerBound).min(), let last = spans.map(\.upperBound).max(),
      possible.contains(first), possible.contains(last)
    else { return nil }
    return first...last
  }

  /// The years of a part of a period.
  private static func years(_ all: ClosedRange<Int>, _ part: Substring?) -> ClosedRange<Int> {
    let (first, last) =
      switch part?.first {
      case "x", "1": (0, 2)
      case "y": (1, 3)
      case "z", "2": (2, 4)
      default: (0, 4)
      }
    // They are quarters, rounded up to whole years.
    let length = (all.count * last + 3) / 4
    return all.lowerBound + all.count * first / 4...all.lowerBound + length - 1
  }

  /// The signs of words.
  private static let words: [String: String] = {
    let lists = [
      // With one year alone they say no years.
      ("b", "between from since till until zwischen von bis seit ab entre depuis jusqu desde"),
      ("b", "hasta dal dalla al tra fra van tot do с по между من إلى بين"),
      ("x", "early beginning anfang beginn début inicios principios inizio начало"),
      ("y", "mid middle mitte milieu mediados metà середина"),
      ("z", "late end ende fin finales fine конец"),
      ("h", "half hälfte moitié mitad половина"), ("s", "s er х е 年代 年代頃"),
      ("d", "decade années década años anni"),
      ("c", "century jahrhundert jahrhunderts jh siècle siglo século secolo век века 世紀 世纪"),
      ("1", "first erste première primera"), ("2", "second zweite seconde segunda"), ("", fillers),
    ]
    let numerals = "xi xii xiii xiv xv xvi xvii xviii xix xx xxi".split(separator: " ")
    let numbers = zip(11..., numerals).map { ("\($0)", "\($1) \($1)e") }
    let pairs = (lists + numbers).flatMap { sign, list in
      list.split(whereSeparator: \.isWhitespace).map { (String($0), sign) }
    }
    return Dictionary(pairs) { $1 }
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
