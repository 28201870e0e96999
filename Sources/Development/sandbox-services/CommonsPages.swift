/// Pages of Commons with what is wanted of them, a part at a time.
final class CommonsPages {
  private let query: CommonsQuery
  private let scenario: Scenario
  private let identities: [Int]
  private let isGenerated: Bool
  /// What the client has to send along to get the rest; empty if there is none.
  private(set) var continuation: [(String, JSONText)] = []

  init(_ query: CommonsQuery, _ identities: [Int], isGenerated: Bool) {
    self.query = query
    self.identities = identities
    self.isGenerated = isGenerated
    scenario = query.scenario
  }

  /// The title of a photo's page.
  static func title(of photo: WorldPhoto) -> String {
    "File:\(photo.title).\(CommonsMedia.media(of: photo).ending)"
  }

  /// All pages, with as much of each as this answer has.
  func pages() throws(CommonsQuery.Failure) -> JSONText {
    let centre = identitiesCentre
    let photos = identities.map {
      WorldPhoto($0, of: .commons, in: scenario, near: scenario.isShared ? centre : nil)
    }
    let there = photos.filter { !isMissing($0) }
    let finished = (query.query["continue"] ?? "").components(after: "||")
    var properties: [String] = []
    for property in query.values("prop") ?? [] where !finished.contains(property) {
      properties.append(property)
    }
    let withImages = try part(
      of: there, "imageinfo", of: properties, limit: imageLimit, continuedBy: "iicontinue"
    ) { "\($0.fileName)|\($0.uploadStamp)" }
    var warnings: [(String, String)] = []
    let limit = try query.number("colimit", usual: 10, in: 1...500, &warnings)
    let withCoordinates = try part(
      of: there, "coordinates", of: properties, limit: limit, continuedBy: "cocontinue"
    ) { "\($0.identity)|\($0.identity)" }
    if !continuation.isEmpty {
      let unfinished = continuation.map { $0.0 == "iicontinue" ? "imageinfo" : "coordinates" }
      let done = (query.values("prop") ?? []).filter { !unfinished.contains($0) }
      continuation.append(("continue", .text("||" + done.joined(separator: "|"))))
    }

    var pages: [(String, JSONText)] = []
    for (index, photo) in photos.enumerated() {
      var members = head(of: photo, index: index)
      if !isMissing(photo) {
        if withImages.contains(photo.identity) {
          let information = CommonsMedia(photo, query, centre: centre)
          members += information.members
        }
        if withCoordinates.contains(photo.identity) {
          members.append(("coordinates", coordinates(of: photo)))
        }
      }
      pages.append((String(photo.identity), .members(members)))
    }
    if scenario.has(.minusone) {
      pages.insert(
        (
          "-1",
          .members([
            ("ns", .integer(6)), ("title", .text("File:Nothing.jpg")), ("missing", query.yes),
          ])
        ), at: 0)
    }
    if scenario.has(.order) {
      pages.sort { Dice.number(of: $0.0) < Dice.number(of: $1.0) }
    }
    return query.isNew && !scenario.has(.object) ? .list(pages.map(\.1)) : .members(pages)
  }

  /// How many pages get image information at once: so many smaller images are made.
  private var imageLimit: Int {
    guard query.query["iiurlwidth"] != nil else { return 500 }
    return scenario.has(.continue) ? 20 : 50
  }

  /// Where distances are counted from.
  private var identitiesCentre: Place? {
    guard let numbers = query.values("codistancefrompoint")?.compactMap({ Double($0) }),
      numbers.count == 2
    else { return nil }
    return Place(latitude: numbers[0], longitude: numbers[1])
  }

  /// Which pages a property is given for, as the client continues; the rest is to be continued.
  private func part(
    of photos: [WorldPhoto], _ property: String, of properties: [String], limit: Int,
    continuedBy parameter: String, mark: (WorldPhoto) -> String
  ) throws(CommonsQuery.Failure) -> Set<Int> {
    guard properties.contains(property) else { return [] }
    var start = 0
    if let text = query.query[parameter] {
      guard let index = photos.firstIndex(where: { mark($0) == text }) else {
        throw CommonsQuery.Failure(
          code: "badcontinue",
          info: "Invalid continue param. You should pass the original value returned by the"
            + " previous query.")
      }
      start = index
    }
    if start + limit < photos.count {
      continuation.append((parameter, .text(mark(photos[start + limit]))))
    }
    return Set(photos[start...].prefix(limit).map(\.identity))
  }

  private func isMissing(_ photo: WorldPhoto) -> Bool {
    !photo.exists || (scenario.has(.missing) && photo.isOne(of: 10, turn: 7))
  }

  private func head(of photo: WorldPhoto, index: Int) -> [(String, JSONText)] {
    let number: (String, JSONText) = ("pageid", .integer(photo.identity))
    guard !isMissing(photo) else { return [number, ("missing", query.yes)] }
    var members = [
      number, ("ns", .integer(6)), ("title", .text(CommonsPages.title(of: photo))),
    ]
    // The number of the row before the one it means, as the real generator has it.
    if isGenerated { members.append(("index", .integer(index - 1))) }
    return members
  }

  private func coordinates(of photo: WorldPhoto) -> JSONText {
    var members: [(String, JSONText)] = [
      ("lat", .number(photo.place.latitude)), ("lon", .number(photo.place.longitude)),
    ]
    if query.isNew {
      members.append(("primary", .boolean(true)))
    } else {
      members.append(("primary", .text("")))
    }
    members.append(("globe", .text("earth")))
    if query.query["codistancefrompoint"] != nil {
      members.append(("dist", .number((photo.distance * 10).rounded() / 10)))
    }
    return .list([.members(members)])
  }
}

extension WorldPhoto {
  /// The name of its file on Commons.
  var fileName: String {
    String(
      CommonsPages.title(of: self).dropFirst("File:".count).map { $0 == " " ? "_" : $0 })
  }

  /// When it was uploaded, as the database writes it.
  var uploadStamp: String { "2021\(10 + index % 3)1\(index % 9)08\(10 + index % 50)42" }
}

extension String {
  /// The parts between bars of what follows a mark.
  fileprivate func components(after mark: String) -> [String] {
    guard let range = firstRange(of: mark) else { return [] }
    return self[range.upperBound...].split(separator: "|").map(String.init)
  }
}
