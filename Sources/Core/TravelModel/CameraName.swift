/// Recognises the file names that cameras and phones give, and the descriptions that some write
/// into each file.
public enum CameraName {
  /// The letters before, between and after the digits: the maker's mark, and special modes.
  private static let marks: Set<String> = [
    "burst", "cimg", "cover", "dcp", "dji", "dsc", "dscf", "dsci", "dscn", "e", "edited", "g",
    "gopr", "gp", "hdr", "hpim", "im", "imag", "img", "imgp", "kif", "mg", "mov", "mp", "mvimg",
    "night", "p", "pa", "pano", "pb", "pc", "pict", "portrait", "pxl", "r", "s", "sam", "sdc", "t",
    "vid", "wa", "wp",
  ]
  /// The words of such descriptions, as in "OLYMPUS DIGITAL CAMERA".
  private static let makers: Set<String> = [
    "camera", "canon", "casio", "dcf", "digital", "dsc", "fujifilm", "kodak", "konica", "minolta",
    "nikon", "olympus", "panasonic", "pentax", "pictures", "ricoh", "samsung", "sanyo", "sony",
  ]
  /// The words of which each such description contains one.
  private static let cameras: Set<String> = ["camera", "dcf", "dsc"]

  /// The least number of digits in a name; one without letters must have those of a date.
  private static let leastDigits = 3
  private static let leastBareDigits = 6

  /// Whether a title is just a camera's file name, such as "IMG 1234".
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
    let describesCamera = words.count > 1 && !words.isDisjoint(with: cameras)
    if describesCamera, words.isSubset(of: makers) { return true }
    return digits >= (words.isEmpty ? leastBareDigits : leastDigits) && words.isSubset(of: marks)
  }
}
