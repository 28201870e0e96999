/// What photos show, as far as their titles, categories and articles tell: photos with a key in
/// common show the same.
struct Subjects {
  /// The keys of stems, by their hashes: thousands of texts would take longer.
  private var keys: [Int: Int] = [:]
  /// The keys of categories, of which those tell nothing that one photo has, or that many have.
  private var categoryKeys: [Int?] = []

  init(of count: Int, _ categories: Categories) {
    keys.reserveCapacity(count)
    let telling = 2...max(2, count / 5)
    categoryKeys = categories.all.map {
      telling.contains($0.count) ? Subjects.stem(of: $0).map { key($0) } : nil
    }
  }

  /// How many keys there are.
  var count: Int { keys.count }

  mutating func keys(
    of candidate: Candidate, words: [String], categories: ArraySlice<Int>
  ) -> [Int] {
    var found: [Int] = []
    func add(_ key: Int) { if !found.contains(key) { found.append(key) } }
    if let stem = Subjects.stem(words) { add(key(stem)) }
    if let article = candidate.article, let stem = Subjects.stem(titleWords(article)) {
      add(key(stem))
    }
    for category in categories {
      if let key = categoryKeys[category] { add(key) }
    }
    return found
  }

  private static func stem(of category: Categories.Category) -> Int? {
    // What was taken in one year shows the most different things.
    isHousekeeping(category.name) || category.words.contains(where: isNumber)
      ? nil : stem(category.words)
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
    // Counted, not removed: that would copy them.
    var count = words.count
    while count > 0, isNumber(words[count - 1]) || versions.contains(words[count - 1]) {
      count -= 1
    }
    guard count > 1 || count == 1 && !cameraNames.contains(words[0]) else { return nil }
    var hasher = Hasher()
    for word in words[..<count] { hasher.combine(word) }
    return hasher.finalize()
  }

  private static func isNumber(_ word: String) -> Bool { word.utf8.allSatisfy(isDigit) }
}
