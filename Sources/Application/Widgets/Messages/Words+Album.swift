import GLibBridge
package import TouristSession
package import TravelModel
import TravelStore

/// Texts about albums and their photos.
extension Words {
  /// A photo's title, or a substitute.
  package static func title(of photo: Photo) -> String {
    if !photo.details.title.isEmpty { return photo.details.title }
    guard let author = photo.details.author, !author.isEmpty else { return tr("Untitled Photo") }
    return tr("Photo by {author}", ["author": author])
  }

  /// A photo's title in the album of a place; one of the user's own that has but a camera's is
  /// called by place and day.
  package static func title(of photo: Photo, at place: String) -> String {
    guard photo.details.source == SourceChoice.pictures.rawValue,
      CameraName.matches(photo.details.title)
    else { return title(of: photo) }
    let day = photo.details.taken.flatMap(day(taken:))
    if place.isEmpty { return day ?? title(of: photo) }
    return day.map { tr("{place}, {date}", ["place": place, "date": $0]) } ?? place
  }

  /// The accessible name of a photo.
  package static func name(of photo: Photo, at place: String) -> String {
    let title = title(of: photo, at: place)
    return switch photo.state {
    case .stored: title
    case .awaited: tr("Loading {title}", ["title": title])
    case .failed: tr("Failed: {title}", ["title": title])
    }
  }

  package static func removal(of photo: Photo, at place: String) -> String {
    tr("Remove {title}", ["title": title(of: photo, at: place)])
  }

  package static func viewing(_ photo: Photo, at place: String) -> String {
    tr("View {title}", ["title": title(of: photo, at: place)])
  }

  package static func renaming(_ title: String) -> String { tr("Rename {title}", ["title": title]) }

  /// Why photos are missing.
  package static func sentence(for failure: PhotoFailure) -> String {
    switch failure {
    case .source(let failure): sentence(for: failure)
    case .picture(let failure): sentence(for: failure)
    case .noSpace: tr("The disk is full. Please free some space.")
    case .unwritable: tr("The photo folder cannot be written.")
    }
  }

  package static func sentence(for failure: SourceFailure) -> String {
    switch failure {
    case .unreachable:
      tr("The photo service cannot be reached. Please check your connection.")
    case .busy: tr("The photo service is overloaded at the moment. Please try again later.")
    case .refused: tr("The photo service refuses to answer.")
    case .forbidden: tr("The photo service refers to an address that is not safe to open.")
    case .unreadable: tr("The photo service sent an answer that cannot be read.")
    case .keyMissing: tr("Flickr needs a key of your own.")
    case .keyRefused: tr("Flickr does not accept your key.")
    case .gone: tr("The photo is no longer at its source.")
    case .folderUnreadable: tr("The folder of your pictures cannot be read.")
    }
  }

  private static func sentence(for failure: PictureFailure) -> String {
    switch failure {
    case .lost: tr("The file of the photo is missing on this computer.")
    case .fileUnreadable: tr("The file of the photo cannot be read.")
    case .notAPicture: tr("The file is not a picture that can be shown.")
    case .damaged: tr("The picture is damaged.")
    case .tooLarge: tr("The picture is too large.")
    }
  }

  /// What went wrong with an album; `key` is the user's Flickr key.
  package static func sentence(for trouble: AlbumModel.Trouble, key: FlickrKey) -> String {
    switch trouble {
    case .search(.keyRefused) where key.state == .fromEnvironment:
      tr(
        "Flickr does not accept the key from {variable}. Please correct or remove it there, and start Virtual Tourist again.",
        ["variable": FlickrKey.variable])
    case .search(let failure): sentence(for: failure)
    case .nothingElse: tr("There are no other photos of this place.")
    case .library(let error): sentence(for: error)
    }
  }

  /// Why a search for other photos failed.
  package static func newCollectionFailed(
    because trouble: AlbumModel.Trouble, key: FlickrKey
  ) -> String {
    let reason = sentence(for: trouble, key: key)
    return switch trouble {
    case .nothingElse: reason
    case .search, .library:
      tr("Your photos stay as they are. {reason}", ["reason": reason])
    }
  }

  /// Why postcards are shown instead of photos.
  package static func fallback(because failure: SourceFailure) -> String {
    let why =
      failure == .busy
      ? tr("Wikimedia Commons is overloaded at the moment.")
      : tr("Wikimedia Commons cannot be reached.")
    return tr("{reason} Postcards are shown instead.", ["reason": why])
  }

  package static var allPhotosSeen: String {
    tr("You have seen all photos of this place, so they are shown again.")
  }

  package static func failedPhotos(_ count: Int, because failure: PhotoFailure?) -> String {
    let what = tr(
      "A photo could not be loaded.", plural: "{count} photos could not be loaded.", count: count)
    return failure.map { "\(what) \(sentence(for: $0))" } ?? what
  }

  /// What is said of photos that will not come back.
  package static func gonePhotos(_ count: Int) -> String {
    tr(
      "A photo is no longer at its source.",
      plural: "{count} photos are no longer at their source.", count: count)
  }

  /// How many photos an album has while nothing is done for it, in its status line, the list of
  /// places and the card of its pin.
  package static func photos(_ stock: PhotoStock) -> String {
    if stock.stored == 0, stock.hasFailed { return tr("Photos could not be loaded") }
    return some(stock.stored, of: stock.all, .photos)
  }

  /// The album's status line.
  package static func status(of album: AlbumModel) -> String {
    let tally = album.tally
    switch album.activity {
    case .reading: return ""
    case .searching: return tr("Looking for photos…")
    case .downloading:
      let photos = some(tally.all - tally.awaited, of: tally.all, album.kind)
      guard album.isPaused else { return photos }
      let source = album.info?.source.flatMap(SourceChoice.init) ?? .commons
      return tr(
        "{photos}. {service} asks for a pause.",
        [
          "photos": photos,
          "service": source == .commons ? tr("Wikimedia") : name(of: source),
        ])
    case .none: break
    }
    guard tally.all > 0, let info = album.info else { return "" }
    if tally.stored < tally.all { return photos(album.stock) }
    // Favourites of other sources come first, and are none of those that this one has.
    if let first = album.photos.first, first.isFavorite, first.details.source != info.source {
      return count(of: album)
    }
    let total = max(info.total, tally.all)
    let distances = album.photos.compactMap {
      $0.details.coordinate?.distance(to: album.pin.coordinate)
    }
    if album.kind == .postcards {
      guard let nearest = distances.min(), nearest > samePlace else {
        return some(tally.all, of: total, .postcards)
      }
      return tr(
        "{postcards}, of a place {distance} away",
        ["postcards": count(of: album), "distance": distance(metres: nearest)])
    }
    // A view of the place may be from farther away. If most photos are, the pin has been moved since,
    // and how many there are around it is not known.
    if let radius = info.radius, let nearest = distances.min(),
      distances.count(where: { $0 > radius * tolerance }) > distances.count / 2
    {
      guard nearest > radius * tolerance else { return photoCount(tally.all) }
      return tr(
        "{photos}, taken {distance} away",
        ["photos": photoCount(tally.all), "distance": distance(metres: nearest)])
    }
    guard let radius = info.radius else {
      return some(tally.all, of: total, orMore: info.hasUnlisted, .photos)
    }
    // Where it was looked far for a few photos, what was found may all be near.
    if distances.count > 1, distances.count == tally.all, let farthest = distances.max(),
      total == tally.all && !info.hasUnlisted || farthest < radius / 4
    {
      return tr(
        "{photos}, the farthest {distance} away",
        [
          "photos": some(tally.all, of: total, orMore: info.hasUnlisted, .photos),
          "distance": distance(metres: farthest),
        ])
    }
    return tr(
      "{some} of {all} photos within {distance}",
      [
        "some": number(tally.all), "all": number(total, orMore: info.hasUnlisted),
        "distance": distance(metres: radius),
      ])
  }

  /// What an album has, where that is not all of one kind.
  package static func count(of album: AlbumModel) -> String {
    let cards = album.photos.count { $0.isPostcard }
    let photos = album.photos.count - cards
    if cards == 0 { return photoCount(photos) }
    if photos == 0 { return postcardCount(cards) }
    return tr(
      "{photos} and {postcards}",
      ["photos": photoCount(photos), "postcards": postcardCount(cards)])
  }

  /// A number, which may be of the first ones alone.
  private static func number(_ count: Int, orMore: Bool) -> String {
    orMore ? tr("{count}+", ["count": number(count)]) : number(count)
  }

  private static func postcardCount(_ count: Int) -> String {
    tr("{count} postcard", plural: "{count} postcards", count: count)
  }

  /// How many of how many there are; all of them are not said twice.
  private static func some(
    _ some: Int, of all: Int, orMore: Bool = false, _ kind: AlbumModel.Kind
  ) -> String {
    let numbers = ["some": number(some), "all": number(all, orMore: orMore)]
    return switch kind {
    case .photos where some == all && !orMore: photoCount(all)
    case .photos: tr("{some} of {all} photos", numbers)
    case .postcards where some == all: postcardCount(all)
    case .postcards: tr("{some} of {all} postcards", numbers)
    case .mixed: tr("{some} of {all}", numbers)
    }
  }

  /// How much farther than they were searched for photos may be: services measure otherwise.
  private static let tolerance = 1.05
  /// How far from its place a pin may be moved without another one to be meant, in metres.
  private static let samePlace = 1000.0

  package static func noImages(_ info: AlbumInfo?) -> String {
    guard let radius = info?.radius else { return tr("There are no photos of this place.") }
    return tr(
      "There are no photos within {distance} of this place. Another source may have some.",
      ["distance": distance(metres: radius)])
  }

  /// A distance in metres or kilometres.
  package static func distance(metres: Double) -> String {
    // A line does not end between the number and its unit.
    distanceInWords(metres: metres).replacing(" ", with: "\u{A0}")
  }

  private static func distanceInWords(metres: Double) -> String {
    if metres < 999.5 { return tr("{count} m", ["count": String(Int(nearest: metres))]) }
    let tenths = Int(nearest: metres / 100)
    let text =
      tenths % 10 == 0 || tenths >= 100
      ? String((tenths + 5) / 10) : "\(tenths / 10).\(tenths % 10)"
    return tr("{count} km", ["count": tenths < 10_000 ? text : number((tenths + 5) / 10)])
  }

  /// A number with separators between thousands.
  package static func number(_ value: Int) -> String {
    var digits = Array(String(value))
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: place)
      place -= 3
    }
    return String(digits)
  }

  package static func name(of source: SourceChoice) -> String {
    nameAndMeaning(of: source).name
  }
}

extension AlbumModel {
  /// What the photos of an album are.
  fileprivate enum Kind { case photos, postcards, mixed }

  /// Favourites, which come first, may be of another kind than the rest.
  fileprivate var kind: Kind {
    guard let first = photos.first, let last = photos.last else { return .photos }
    guard first.isPostcard == last.isPostcard else { return .mixed }
    return first.isPostcard ? .postcards : .photos
  }
}

extension Photo {
  /// Whether the program drew it of what it knows of the place.
  package var isPostcard: Bool { details.source == SourceChoice.postcards.rawValue }
}
