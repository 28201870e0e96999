import TextFormats
import TravelModel

/// A list, and what is known of its photos while a slice of it is chosen.
struct CommonsFinds {
  var listing: CommonsListing
  /// What is known of photos that can be shown.
  private(set) var details: [Int: PhotoDetails] = [:]
  /// The same photos as the choice sees them.
  private var candidates: [Int: Candidate] = [:]
  /// The titles of articles by the names of the pictures that lead them.
  private var articles: [String: String] = [:]
  /// Those names, those of the best known articles first.
  private var pictures: [String] = []
  private var prized: [CommonsFile] = []
  /// The files of the list: pages do not always tell where they are.
  private var files: [Int: CommonsFile] = [:]

  init(listing: CommonsListing) { self.listing = listing }

  init(near request: PhotoRequest, within radius: Double) {
    listing = CommonsListing(
      coordinate: request.coordinate, asked: request.radius, reached: radius)
  }

  mutating func note(_ articles: [(picture: String, title: String)]) {
    for (picture, title) in articles where self.articles[picture] == nil {
      self.articles[picture] = title
      pictures.append(picture)
    }
  }

  /// The names of the files whose pages are worth knowing first.
  ///
  /// They are the pictures of articles that the list lacks, and then what stands first in it: who made
  /// a photo, its page alone tells.
  var firstNames: [String] {
    let known = Set(files.values.map(\.name))
    return pictures.filter { !known.contains($0) }
      + listing.waiting.compactMap { files[$0]?.name }
  }

  /// Adds files that were prized, and the pages of some besides.
  mutating func note(_ prized: [CommonsFile], _ pages: [Int: JSON]) {
    self.prized = prized
    note(pages)
    // An article’s picture may show its subject from the other end of the world.
    for (id, candidate) in candidates
    where candidate.distance ?? 0 > CommonsSource.radii.upperBound {
      details[id] = nil
      candidates[id] = nil
    }
  }

  /// Adds the details of photos.
  mutating func note(_ pages: [Int: JSON]) {
    for (id, json) in pages {
      let page = CommonsPage(json, id: id)
      guard var photo = page.details else { continue }
      var candidate = page.candidate(
        photo, near: listing.coordinate, article: articles[page.name])
      if let file = files[id], file.distance.isFinite {
        candidate.distance = file.distance
        candidate.coordinate = candidate.coordinate ?? file.coordinate
      }
      candidates[id] = candidate
      photo.merit = PhotoMerit(candidate)
      details[id] = photo
    }
  }

  /// Lists the files nearby with what was found besides, ranked by what lists tell.
  mutating func list(_ files: [CommonsFile]) {
    self.files = Dictionary(files.map { ($0.id, $0) }) { first, _ in first }
    let prizes = Set(prized.map(\.id))
    let all = files + prized.filter { self.files[$0.id] == nil }
    let listed = all.filter { candidates[$0.id] == nil }.map {
      $0.candidate(article: articles[$0.name], isPrized: prizes.contains($0.id))
    }
    let ranking = Ranking(
      listed + candidates.values, near: listing.coordinate, radius: listing.reached)
    listing.waiting = (ranking.views + ranking.old).compactMap { Int($0.id) }
    listing.others = ranking.others.compactMap { Int($0.id) }
  }

  /// Ranks the waiting photos whose details have come; at least so many are needed now.
  mutating func rank(atLeast count: Int) {
    let known = listing.waiting.compactMap { candidates[$0] }
    listing.add(
      Ranking(known, near: listing.coordinate, radius: listing.reached), least: count)
  }
}
