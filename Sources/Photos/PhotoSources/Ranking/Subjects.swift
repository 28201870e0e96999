/// The subjects of photos, derived from titles, categories and articles: photos with a common stem
/// show the same subject.
struct Subjects {
  /// The stems of categories, without those of a single photo or of many.
  private var stems: [String: String] = [:]
  /// The categories of pictures that show no place.
  private var showingNoPlace: Set<String> = []

  init(of candidates: [Candidate]) {
    let telling = 2...max(2, candidates.count / 5)
    let counts = candidates.lazy.flatMap(\.categories).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    for (category, count) in counts {
      let words = plainWords(category)
      if KindKeywords.categoryShowsNoPlace(words) { showingNoPlace.insert(category) }
      // Categories with a year contain too many different subjects.
      if telling.contains(count), !Subjects.housekeeping.contains(where: category.hasPrefix),
        !words.contains(where: isNumber)
      {
        stems[category] = Subjects.stem(words)
      }
    }
  }

  /// Whether a category shows that a photo is no picture of a place.
  func isOfNoPlace(_ candidate: Candidate) -> Bool {
    candidate.categories.contains(where: showingNoPlace.contains)
  }

  /// The stems of a photo; `words` are those of its title.
  func stems(of candidate: Candidate, words: [String]) -> Set<String> {
    let titles = [words, candidate.article.map(plainWords) ?? []]
    return Set(titles.compactMap(Subjects.stem) + candidate.categories.compactMap { stems[$0] })
  }

  /// The beginnings of categories that describe files and not what they show.
  private static let housekeeping = [
    "CC-", "PD", "GFDL", "Self-", "Files ", "File ", "Media ", "Pages ", "Quality images",
    "Featured pictures", "Valued images", "Photographs by", "Photographs taken", "Images by",
    "Images from", "Images with", "Uploaded", "Taken with", "License", "Wiki", "Flickr", "Pictures",
  ]

  /// The words in cameras' file names.
  private static let cameraNames: Set<String> = [
    "img", "dsc", "dscn", "dscf", "pict", "p", "pxl", "mvi", "gopro", "photo", "image",
    "imag", "foto",
  ]

  /// A title without its number; nil if no subject is left.
  private static func stem(_ words: [String]) -> String? {
    let last = words.lastIndex { !isNumber($0) }
    guard let last, last > 0 || !cameraNames.contains(words[0]) else { return nil }
    return words[...last].joined(separator: " ")
  }
}
