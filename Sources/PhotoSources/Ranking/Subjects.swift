/// What photos show, as far as their titles, categories and articles tell: photos with a key in
/// common show the same.
struct Subjects {
  /// The keys of stems, by their hashes: thousands of texts would take longer.
  private var keys: [Int: Int] = [:]
  private var counts: [String: Int] = [:]
  private let most: Int
  /// The keys of categories, each made once: many photos share them.
  private var categoryKeys: [String: Int?] = [:]

  /// Counts the categories, of which those tell nothing that many photos have.
  init(_ candidates: [Candidate]) {
    keys.reserveCapacity(candidates.count)
    for candidate in candidates {
      for category in candidate.categories { counts[category, default: 0] += 1 }
    }
    most = candidates.count / 5
  }

  /// How many keys there are.
  var count: Int { keys.count }

  mutating func keys(of candidate: Candidate, words: [String]) -> [Int] {
    var found: [Int] = []
    func add(_ key: Int) { if !found.contains(key) { found.append(key) } }
    if let stem = Subjects.stem(words) { add(key(stem)) }
    if let article = candidate.article, let stem = Subjects.stem(titleWords(article)) {
      add(key(stem))
    }
    for category in candidate.categories {
      if let key = categoryKey(category) { add(key) }
    }
    return found
  }

  private mutating func categoryKey(_ category: String) -> Int? {
    if let known = categoryKeys[category] { return known }
    var key: Int?
    if (2...max(2, most)).contains(counts[category] ?? 0), !Subjects.isHousekeeping(category) {
      let words = titleWords(category)
      // What was taken in one year shows the most different things.
      if !words.contains(where: Subjects.isNumber), let stem = Subjects.stem(words) {
        key = self.key(stem)
      }
    }
    categoryKeys[category] = .some(key)
    return key
  }

  private mutating func key(_ stem: Int) -> Int {
    let next = keys.count
    let key = keys[stem] ?? next
    if key == next { keys[stem] = next }
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

  /// The hash of a title without its number and version; nil where nothing is left that tells a
  /// subject.
  private static func stem(_ words: [String]) -> Int? {
    var rest = words[...]
    while let last = rest.last, isNumber(last) || versions.contains(last) { rest.removeLast() }
    guard let first = rest.first, rest.count > 1 || !cameraNames.contains(first) else { return nil }
    var hasher = Hasher()
    for word in rest { hasher.combine(word) }
    return hasher.finalize()
  }

  private static func isNumber(_ word: String) -> Bool { word.utf8.allSatisfy(isDigit) }
}
