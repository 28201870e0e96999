/// What photos show, as far as their titles, categories and articles tell: photos with a key in
/// common show the same.
struct Subjects {
  private var keys: [String: Int] = [:]
  private var counts: [String: Int] = [:]
  private let most: Int

  /// Counts the categories, of which those tell nothing that many photos have.
  init(_ candidates: [Candidate]) {
    for candidate in candidates {
      for category in Set(candidate.categories) { counts[category, default: 0] += 1 }
    }
    most = candidates.count / 5
  }

  /// How many keys there are.
  var count: Int { keys.count }

  mutating func keys(of candidate: Candidate, words: [String]) -> [Int] {
    var found: [Int] = []
    if let stem = Subjects.stem(words) { found.append(key(stem)) }
    if let article = candidate.article {
      let stem = Subjects.stem(titleWords(article)) ?? article
      found.append(key(stem))
    }
    for category in candidate.categories where (2...max(2, most)).contains(counts[category] ?? 0) {
      let words = titleWords(category)
      // What was taken in one year shows the most different things.
      guard !Subjects.isHousekeeping(category), !words.contains(where: Subjects.isNumber),
        let stem = Subjects.stem(words)
      else { continue }
      found.append(key(stem))
    }
    return Array(Set(found))
  }

  private mutating func key(_ name: String) -> Int {
    let next = keys.count
    let key = keys[name] ?? next
    if key == next { keys[name] = next }
    return key
  }

  /// What cameras call their files.
  private static let cameraNames: Set<String> = [
    "img", "dsc", "dscn", "dscf", "pict", "p", "pxl", "mvi", "gopro", "photo", "image",
    "imag", "foto",
  ]
  /// What is said of versions of one photo.
  private static let versions: Set<String> = [
    "cropped", "crop", "edit", "edited", "retouched", "version", "bw",
  ]
  /// How the names of categories begin that are about files and not about what they show.
  private static let housekeeping = [
    "CC-", "PD", "GFDL", "Self-", "Files ", "File ", "Media ", "Pages ", "Quality images",
    "Featured pictures", "Valued images", "Photographs by", "Photographs taken", "Images by",
    "Images from", "Images with", "Uploaded", "Taken with", "License", "Wiki", "Flickr", "Pictures",
  ]

  private static func isHousekeeping(_ category: String) -> Bool {
    housekeeping.contains(where: category.hasPrefix)
  }

  /// A title without its number and version; nil where nothing is left that tells a subject.
  static func stem(_ words: [String]) -> String? {
    var rest = words[...]
    while let last = rest.last, isNumber(last) || versions.contains(last) { rest.removeLast() }
    guard let first = rest.first, rest.count > 1 || !cameraNames.contains(first) else { return nil }
    return rest.joined(separator: " ")
  }

  private static func isNumber(_ word: String) -> Bool {
    word.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
