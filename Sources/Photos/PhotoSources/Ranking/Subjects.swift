/// What photos show, as far as their titles, categories and articles tell: photos with a stem in common
/// show the same.
struct Subjects {
  /// The stems of categories, of which those tell nothing that one photo has, or that many have.
  private var stems: [String: String] = [:]
  /// The categories of what is no picture of a place.
  private var showingNoPlace: Set<String> = []

  init(of candidates: [Candidate]) {
    let telling = 2...max(2, candidates.count / 5)
    let counts = candidates.lazy.flatMap(\.categories).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    for (category, count) in counts {
      let words = plainWords(category)
      if KindKeywords.categoryShowsNoPlace(words) { showingNoPlace.insert(category) }
      // What was taken in one year shows the most different things.
      if telling.contains(count), !Subjects.housekeeping.contains(where: category.hasPrefix),
        !words.contains(where: isNumber)
      {
        stems[category] = Subjects.stem(words)
      }
    }
  }

  /// Whether one of its categories tells that a photo is no picture of a place.
  func isOfNoPlace(_ candidate: Candidate) -> Bool {
    candidate.categories.contains(where: showingNoPlace.contains)
  }

  /// The stems of a photo whose title has some words.
  func stems(of candidate: Candidate, words: [String]) -> Set<String> {
    let titles = [words, candidate.article.map(plainWords) ?? []]
    return Set(titles.compactMap(Subjects.stem) + candidate.categories.compactMap { stems[$0] })
  }

  /// How the names of categories begin that are about files and not about what they show.
  private static let housekeeping = [
    "CC-", "PD", "GFDL", "Self-", "Files ", "File ", "Media ", "Pages ", "Quality images",
    "Featured pictures", "Valued images", "Photographs by", "Photographs taken", "Images by",
    "Images from", "Images with", "Uploaded", "Taken with", "License", "Wiki", "Flickr", "Pictures",
  ]

  /// What cameras call their files.
  private static let cameraNames: Set<String> = [
    "img", "dsc", "dscn", "dscf", "pict", "p", "pxl", "mvi", "gopro", "photo", "image",
    "imag", "foto",
  ]

  /// A title without its number; nil where nothing is left that tells a subject.
  private static func stem(_ words: [String]) -> String? {
    let last = words.lastIndex { !isNumber($0) }
    guard let last, last > 0 || !cameraNames.contains(words[0]) else { return nil }
    return words[...last].joined(separator: " ")
  }
}
