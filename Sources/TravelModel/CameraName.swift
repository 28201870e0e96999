/// The names that cameras and phones give to their files.
public enum CameraName {
  /// What stands before, between and behind the numbers: the maker's mark, and what was special.
  private static let marks: Set<String> = [
    "burst", "cimg", "cover", "dcp", "dji", "dsc", "dscf", "dsci", "dscn", "e", "edited", "g",
    "gopr", "gp", "hdr", "hpim", "im", "imag", "img", "imgp", "kif", "mg", "mov", "mp", "mvimg",
    "night", "p", "pa", "pano", "pb", "pc", "pict", "portrait", "pxl", "r", "s", "sam", "sdc", "t",
    "vid", "wa", "wp",
  ]
  /// How many digits a name has at least; one without a mark has those of a date.
  private static let leastDigits = 3
  private static let leastBareDigits = 6

  /// Whether a title says no more than such a name, as "IMG 1234" does.
  public static func matches(_ title: String) -> Bool {
    var (digits, letters, words) = (0, "", Set<String>())
    for character in title.lowercased() + " " {
      if character.isLetter {
        letters.append(character)
      } else {
        if !letters.isEmpty { words.insert(letters) }
        letters = ""
        if character.isNumber { digits += 1 }
      }
    }
    return digits >= (words.isEmpty ? leastBareDigits : leastDigits) && words.isSubset(of: marks)
  }
}
