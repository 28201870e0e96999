import TextFormats
import TravelModel

/// The state of a search: a list, and the details of its photos that are known so far.
struct CommonsFinds {
  var listing: CommonsListing
  /// The details of photos that can be shown.
  private(set) var details: [Int: PhotoDetails] = [:]
  /// The same photos as candidates for the ranking.
  private var candidates: [Int: Candidate] = [:]
  /// The titles of articles by the names of their lead pictures.
  private var articles: [String: String] = [:]
  /// The names of lead pictures, those of the best known articles first.
  private var pictures: [String] = []
  /// The files of the list, because pages do not always contain their distance.
  private var files: [Int: CommonsFile] = [:]
  /// The names of the files whose pages have been loaded.
  private var named: Set<String> = []

  init(listing: CommonsListing) { self.listing = listing }

  /// Begins with the files of a list.
  init(_ files: [Int: CommonsFile], for request: PhotoRequest, within radius: Double) {
    self.files = files
    listing = CommonsListing(
      coordinate: request.coordinate, asked: request.radius, reached: radius,
      category: request.category)
  }

  /// The finds that a search in a smaller radius would have had.
  func narrowed(to radius: Double) -> CommonsFinds {
    var narrow = self
    narrow.files = files.filter { $0.value.distance <= radius }
    narrow.listing.reached = radius
    narrow.listing.hasUnlisted = listing.hasUnlisted && narrow.files.count == files.count
    return narrow
  }

  /// The number of files in the list besides some.
  func fileCount(without unwanted: Set<String>) -> Int {
    files.keys.count { !unwanted.contains(String($0)) }
  }

  mutating func addArticles(_ articles: [(picture: String, title: String)]) {
    for (picture, title) in articles where self.articles[picture] == nil {
      self.articles[picture] = title
      pictures.append(picture)
    }
  }

  /// The names of the files whose pages should be loaded next.
  ///
  /// They are lead pictures that the list lacks, and then the first of the list, because only a
  /// page names the author.
  var nextNames: [String] {
    let known = named.union(files.values.map(\.name))
    return pictures.filter { !known.contains($0) }
      + listing.waiting.compactMap { files[$0]?.name }.filter { !named.contains($0) }
  }

  /// Adds the pages of photos that were requested by name.
  mutating func addNamedPages(_ pages: [Int: JSON]) {
    addPages(pages)
    // An article’s picture may show its subject from the other end of the world.
    for (id, candidate) in candidates
    where candidate.distance ?? 0 > CommonsSource.radii.upperBound {
      details[id] = nil
      candidates[id] = nil
    }
  }

  /// Adds the pages of photos.
  mutating func addPages(_ pages: [Int: JSON]) {
    for (id, json) in pages {
      let page = CommonsPage(json, id: id)
      named.insert(page.name)
      guard var photo = page.details else { continue }
      var candidate = page.candidate(
        photo, near: listing.coordinate, article: articles[page.name])
      if let file = files[id], file.distance.isFinite {
        candidate.distance = file.distance
        candidate.coordinate = candidate.coordinate ?? file.coordinate
      }
      candidates[id] = candidate
      photo.merit = candidate.merit
      details[id] = photo
    }
  }

  /// Ranks the files nearby and those found otherwise, by what is known of them.
  mutating func list() {
    let listed = files.values.filter { candidates[$0.id] == nil }.map {
      $0.candidate(article: articles[$0.name])
    }
    let ranking = Ranking(
      listed + candidates.values, near: listing.coordinate, radius: listing.reached)
    listing.waiting = (ranking.views + ranking.old).compactMap { Int($0.id) }
    listing.others = ranking.others.compactMap { Int($0.id) }
  }

  /// Ranks the waiting photos whose details have come; at least `count` are needed now.
  mutating func rank(atLeast count: Int) {
    let known = listing.waiting.compactMap { candidates[$0] }
    listing.add(
      Ranking(known, near: listing.coordinate, radius: listing.reached), least: count)
  }
}
