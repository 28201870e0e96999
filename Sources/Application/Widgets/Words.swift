import Atlas
import CGLib
package import Files
import GLibBridge
package import LibraryBackup
package import PlaceFiles
package import Places
package import TouristSession
package import TravelModel
package import TravelStore

/// The texts of the program; only here failures become sentences.
package enum Words {
  /// Why the library cannot be used, and what to do about it.
  package static func sentence(for error: StoreError) -> String {
    switch error {
    case .notALibrary(let path):
      tr("The file {path} is not a library of Virtual Tourist. It was not changed.", ["path": path])
    case .newerVersion(let path):
      tr(
        "The library {path} was written by a newer version of Virtual Tourist. It was not changed. Update Virtual Tourist.",
        ["path": path])
    case .unwritable(let path):
      tr(
        "{path} cannot be written. Check that it exists and that you may write there.",
        ["path": path])
    case .noSpace: tr("The disk is full. Free some space.")
    case .unconfirmed(let path):
      tr(
        "The disk failed while writing {path}. Restart Virtual Tourist to see whether this was saved.",
        ["path": path])
    case .lost(let path):
      tr(
        "The library {path} is missing or empty, but its photos are still there. Nothing was changed. If you have a copy of the file, put it back.",
        ["path": path])
    case .damaged(let path):
      tr("The library {path} is damaged. It was not changed.", ["path": path])
    case .busy: tr("Another app is using the library. Close that app.")
    case .unmovable(let path):
      tr(
        "The photos in {path} are on another disk, so the library cannot be replaced. You can merge the backup instead.",
        ["path": path])
    case .cancelled: tr("Cancelled.")
    case .gone: tr("This item no longer exists.")
    case .failed(let path, let reason):
      tr("The library {path} cannot be used: {cause}.", ["path": path, "cause": reason])
    }
  }

  /// Why an address cannot be used for map tiles.
  package static func sentence(for flaw: TileTemplate.Flaw) -> String {
    switch flaw {
    case .lacksPlaces:
      tr("The address of the map tiles lacks {z}, {x} or {y}, so only the offline map is shown.")
    case .notSecure:
      tr(
        "The address of the map tiles does not begin with https://, so only the offline map is shown."
      )
    }
  }

  /// The error shown while an address for map tiles is typed.
  package static func hint(for flaw: TileTemplate.Flaw) -> String {
    switch flaw {
    case .lacksPlaces: tr("The address must contain {z}, {x} and {y}.")
    case .notSecure: tr("The address must begin with https://.")
    }
  }

  package static func sentence(for trouble: SettingsTrouble) -> String {
    switch trouble {
    case .unreadable(let copy):
      tr(
        "Your settings could not be read and were reset. The old file was kept as {path}.",
        ["path": copy])
    case .rejected(let keys):
      tr(
        "A setting has an invalid value, so its default is used: {keys}.",
        plural:
          "Some settings have invalid values, so their defaults are used: {keys}.",
        count: keys.count, ["keys": asList(keys)])
    case .unwritable:
      tr("Your settings cannot be saved. Check that you may write to your settings folder.")
    }
  }

  /// Why a text cannot be used as a key.
  package static func sentence(for flaw: FlickrKey.Flaw) -> String {
    switch flaw {
    case .empty: tr("Type your key.")
    case .impossible: tr("A key is one word of letters and digits.")
    }
  }

  package static func sentence(for failure: KeyStoreFailure) -> String {
    switch failure {
    case .missing:
      tr("There is no keyring on this system, so the key is used for this session only.")
    case .locked: tr("Your keyring is locked, so the key is used for this session only.")
    case .silent: tr("Your keyring does not answer, so the key is used for this session only.")
    case .failed: tr("Your keyring cannot store the key, so it is used for this session only.")
    }
  }

  package static func keyNotRemoved(because failure: KeyStoreFailure) -> String {
    switch failure {
    case .missing: tr("The key could not be removed: there is no keyring on this system.")
    case .locked: tr("The key could not be removed: your keyring is locked.")
    case .silent: tr("The key could not be removed: your keyring does not answer.")
    case .failed: tr("The key could not be removed from your keyring.")
    }
  }

  /// Where the key is stored, or why it is not.
  package static func state(of key: FlickrKey) -> String {
    switch key.state {
    case .unknown: ""
    case .none: trc("key for Flickr", "None")
    case .saved: tr("Stored in your keyring")
    case .thisSessionOnly: key.storeFailure.map(sentence(for:)) ?? tr("For this session only")
    case .fromEnvironment:
      tr("From the environment variable {variable}", ["variable": FlickrKey.variable])
    }
  }

  /// Why the open library is read-only.
  package static func readOnly(_ error: StoreError) -> String {
    guard case .damaged = error else {
      return tr("Nothing can be saved. {reason}", ["reason": sentence(for: error)])
    }
    return tr("Your library is damaged. You can look at it, but changes cannot be saved.")
  }

  package static func tilesRefused(by template: TileTemplate) -> String {
    tr(
      "{server} refuses to send map tiles. You can use the offline map, or another server.",
      ["server": template == .openStreetMap ? tr("OpenStreetMap") : template.host])
  }
}

extension Words {
  /// The name of a source, and a short explanation.
  package static func nameAndMeaning(of choice: SourceChoice) -> (name: String, meaning: String) {
    switch choice {
    case .automatic:
      (tr("Automatic"), tr("Wikimedia Commons, or postcards if it cannot be reached"))
    case .commons:
      (tr("Wikimedia Commons"), tr("Free photos by volunteers from all over the world"))
    case .flickr: (tr("Flickr"), tr("Photos by its members, with your own key"))
    case .panoramax: (tr("Panoramax"), tr("Pictures of streets, by volunteers"))
    case .pictures: (tr("My Pictures"), tr("Your own pictures that contain a location"))
    case .postcards:
      (tr("Postcards"), trc("postcards", "Drawn on this computer, without a network"))
    }
  }

  package static func name(of units: DistanceUnits.Choice) -> String {
    switch units {
    case .automatic: trc("units of distances", "As in Your Region")
    case .metric: trc("units of distances", "Kilometres")
    case .imperial: trc("units of distances", "Miles")
    }
  }

  package static func photoCount(_ count: Int) -> String {
    tr("{count} photo", plural: "{count} photos", count: count)
  }

  /// A number in short form: 7, 950, 12k, 3M.
  package static func shortCount(_ count: Int) -> String {
    switch count {
    case ..<1_000: String(count)
    case ..<1_000_000:
      // Translators: thousands, as short as can be: on a marker that is two fingers wide.
      tr("{count}k", ["count": String(count / 1_000)])
    default:
      // Translators: millions, as short as can be: on a marker that is two fingers wide.
      tr("{count}M", ["count": String(count / 1_000_000)])
    }
  }

  package static func distance(_ bar: ScaleBar) -> String {
    let count = ["count": String(bar.distance)]
    return switch bar.unit {
    case .metres: tr("{count} m", count)
    case .kilometres: tr("{count} km", count)
    case .feet: tr("{count} ft", count)
    case .miles: tr("{count} mi", count)
    }
  }
}

/// Texts about albums and their photos.
extension Words {
  /// A photo's title, or a substitute.
  package static func title(of photo: Photo) -> String {
    if !photo.details.title.isEmpty { return photo.details.title }
    guard let author = photo.details.author, !author.isEmpty else { return tr("Untitled Photo") }
    return tr("Photo by {author}", ["author": author])
  }

  /// A photo's title in the album of a place; a picture of the user's own that has only a camera's
  /// file name is called by place and day.
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

  package static func removing(_ photo: Photo, at place: String) -> String {
    tr("Remove {title}", ["title": title(of: photo, at: place)])
  }

  package static func viewing(_ photo: Photo, at place: String) -> String {
    tr("View {title}", ["title": title(of: photo, at: place)])
  }

  package static func sentence(for failure: PhotoFailure) -> String {
    switch failure {
    case .source(let failure): sentence(for: failure)
    case .picture(let failure): sentence(for: failure)
    case .noSpace: tr("The disk is full. Free some space.")
    case .unwritable: tr("The photo folder cannot be written.")
    }
  }

  package static func sentence(for failure: SourceFailure) -> String {
    switch failure {
    case .unreachable: tr("The photo service cannot be reached. Check your connection.")
    case .untrusted:
      tr(
        "The photo service cannot prove its identity. Check the date of this computer, and whether your network asks for a login."
      )
    case .busy: tr("The photo service is overloaded at the moment. Try again later.")
    case .refused: tr("The photo service refuses to answer.")
    case .forbidden: tr("The photo service refers to an address that is not safe to open.")
    case .unreadable: tr("The photo service sent an answer that cannot be read.")
    case .turnedOff: tr("This photo service is turned off in the preferences.")
    case .keyMissing: tr("Flickr needs a key of your own.")
    case .keyRefused: tr("Flickr does not accept your key.")
    // Translators: who showed it in the web shows it no longer.
    case .gone: tr("This photo has been taken down.")
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

  /// The sentence for an album's trouble; `key` is the user's Flickr key.
  package static func sentence(for trouble: AlbumModel.Trouble, key: FlickrKey) -> String {
    switch trouble {
    case .search(.keyRefused) where key.state == .fromEnvironment:
      tr(
        "Flickr does not accept the key from {variable}. Correct or remove it there, and start Virtual Tourist again.",
        ["variable": FlickrKey.variable])
    case .search(let failure): sentence(for: failure)
    case .nothingElse: tr("There are no other photos of this place.")
    case .noneOf(let title):
      tr("Wikimedia Commons has no photos of “{place}”.", ["place": title])
    case .library(let error): sentence(for: error)
    }
  }

  package static func newCollectionFailed(
    because trouble: AlbumModel.Trouble, key: FlickrKey
  ) -> String {
    let reason = sentence(for: trouble, key: key)
    return switch trouble {
    case .nothingElse, .noneOf: reason
    case .search, .library: tr("Your photos stay as they are. {reason}", ["reason": reason])
    }
  }

  /// Why postcards are shown instead of photos; a service that was turned off may be on again.
  package static func fallback(because failure: SourceFailure, isOnAgain: Bool) -> String {
    let why =
      switch failure {
      case .busy: tr("Wikimedia Commons is overloaded at the moment.")
      case .untrusted: tr("Wikimedia Commons cannot prove its identity.")
      case .turnedOff where isOnAgain: tr("Wikimedia Commons was turned off.")
      case .turnedOff: tr("Wikimedia Commons is turned off in the preferences.")
      default: tr("Wikimedia Commons cannot be reached.")
      }
    return tr("{reason} Postcards are shown instead.", ["reason": why])
  }

  package static func failedPhotos(_ count: Int, because failure: PhotoFailure?) -> String {
    let what = tr(
      "A photo could not be loaded.", plural: "{count} photos could not be loaded.", count: count)
    return failure.map { asParagraph([what, sentence(for: $0)]) } ?? what
  }

  /// The notice about photos that will not come back.
  package static func gonePhotos(_ count: Int) -> String {
    tr(
      // Translators: who showed them in the web shows them no longer.
      "{count} photo has been taken down.", plural: "These {count} photos have been taken down.",
      count: count)
  }

  /// The photos of an album when no work is running, for its status line, the list of places and
  /// the card of its pin.
  package static func photos(_ stock: PhotoStock) -> String {
    if stock.stored == 0, stock.hasFailed { return tr("Photos could not be loaded") }
    if stock.all == 0 { return tr("No photos yet") }
    return some(stock.stored, of: stock.all, .photos)
  }

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
        "{photos}. {service} is busy, waiting…",
        [
          "photos": photos,
          "service": source == .commons ? tr("Wikimedia") : name(of: source),
        ])
    case .none: break
    }
    guard tally.all > 0, let info = album.info else { return "" }
    if tally.stored < tally.all { return photos(album.stock) }
    // Favourites from other sources come first, and do not count for this one.
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
        "{photos}, taken {distance} from the pin",
        ["photos": photoCount(tally.all), "distance": distance(metres: nearest)])
    }
    guard let radius = info.radius else {
      let photos = some(tally.all, of: total, orMore: info.hasUnlisted, .photos)
      guard let category = info.category else { return photos }
      return tr("{photos} of “{place}”", ["photos": photos, "place": category])
    }
    // Even in a large radius, all photos that were found may be near.
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
      "{some} of {all} photo within {distance}",
      plural: "{some} of {all} photos within {distance}", count: total,
      [
        "some": number(tally.all), "all": number(total, orMore: info.hasUnlisted),
        "distance": distance(metres: radius),
      ])
  }

  /// The number of an album's photos and postcards.
  package static func count(of album: AlbumModel) -> String {
    let cards = album.photos.count { $0.isPostcard }
    let photos = album.photos.count - cards
    if cards == 0 { return photoCount(photos) }
    if photos == 0 { return postcardCount(cards) }
    return tr(
      "{photos} and {postcards}",
      ["photos": photoCount(photos), "postcards": postcardCount(cards)])
  }

  /// A number, with a plus sign if there may be more.
  private static func number(_ count: Int, orMore: Bool) -> String {
    // Translators: so many or more.
    orMore ? tr("{count}+", ["count": number(count)]) : number(count)
  }

  private static func postcardCount(_ count: Int) -> String {
    tr("{count} postcard", plural: "{count} postcards", count: count)
  }

  /// “3 of 5 photos”, or just “5 photos” if they are all.
  private static func some(
    _ some: Int, of all: Int, orMore: Bool = false, _ kind: AlbumModel.Kind
  ) -> String {
    let numbers = ["some": number(some), "all": number(all, orMore: orMore)]
    return switch kind {
    case .photos where some == all && !orMore: photoCount(all)
    case .photos:
      tr("{some} of {all} photo", plural: "{some} of {all} photos", count: all, numbers)
    case .postcards where some == all: postcardCount(all)
    case .postcards:
      tr("{some} of {all} postcard", plural: "{some} of {all} postcards", count: all, numbers)
    case .mixed: tr("{some} of {all}", numbers)
    }
  }

  /// The factor by which photos may be farther away than the search radius, because services
  /// measure differently.
  private static let tolerance = 1.05
  /// The distance that a pin may be moved and still mean the same place, in metres.
  private static let samePlace = 1000.0

  package static func noImages(_ info: AlbumInfo?) -> String {
    guard let radius = info?.radius else { return tr("There are no photos of this place.") }
    return tr(
      "There are no photos within {distance} of this place. Another source may have some.",
      ["distance": distance(metres: radius)])
  }

  /// A distance in metres or kilometres, or in feet or miles.
  package static func distance(metres: Double, inMiles: Bool? = nil) -> String {
    let text =
      inMiles ?? DistanceUnits.shared.areMiles
      ? imperialDistance(metres: metres) : metricDistance(metres: metres)
    // No line break between the number and its unit.
    return text.replacing(" ", with: "\u{A0}")
  }

  private static func metricDistance(metres: Double) -> String {
    if metres < 999.5 { return tr("{count} m", ["count": number(Int(nearest: metres))]) }
    return tr("{count} km", ["count": decimal(metres / 1000)])
  }

  private static func imperialDistance(metres: Double) -> String {
    let miles = metres / 1000 / kilometresInAMile
    guard miles < leastMiles else { return tr("{count} mi", ["count": decimal(miles)]) }
    return tr("{count} ft", ["count": number(Int(nearest: miles * feetInAMile))])
  }

  private static let feetInAMile = 5280.0
  /// A shorter distance is in feet, as on maps.
  private static let leastMiles = 0.2

  /// A number with one decimal place below ten, if that is not zero.
  private static func decimal(_ value: Double) -> String {
    let tenths = Int(nearest: value * 10)
    return tenths % 10 == 0 || tenths >= 100
      ? number((tenths + 5) / 10) : "\(tenths / 10)\(decimalPoint)\(tenths % 10)"
  }

  /// A number with separators between thousands.
  package static func number(_ value: Int) -> String { grouped(value) }

  package static func name(of source: SourceChoice) -> String { nameAndMeaning(of: source).name }
}

extension AlbumModel {
  fileprivate enum Kind { case photos, postcards, mixed }

  /// The kind of these photos.
  ///
  /// Favourites, which come first, may differ from the rest.
  fileprivate var kind: Kind {
    guard let first = photos.first, let last = photos.last else { return .photos }
    guard first.isPostcard == last.isPostcard else { return .mixed }
    return first.isPostcard ? .postcards : .photos
  }
}

extension Photo {
  /// Whether the program has drawn the photo itself.
  package var isPostcard: Bool { details.source == SourceChoice.postcards.rawValue }
}

/// Days, with months in letters so that nobody confuses month and day.
extension Words {
  /// When a photo was taken, as exactly as its source says; other texts are returned as they are.
  package static func taken(_ text: String) -> String {
    guard let date = TakenDate(text) else { return text }
    guard let time = date.time else { return day(of: date) }
    let clock = formatted(date, "%R") ?? "\(time.hour):\(time.minute)"
    // Translators: {time} has 24 hours.
    return tr("{date}, {time}", ["date": day(of: date), "time": clock])
  }

  /// The day on which a photo was taken; nil if its source does not say.
  static func day(taken text: String) -> String? {
    TakenDate(text).flatMap { $0.day == nil ? nil : day(of: $0) }
  }

  /// A year, or the first and the last one.
  package static func years(_ years: ClosedRange<Int>) -> String {
    let (first, last) = (String(years.lowerBound), String(years.upperBound))
    return first == last ? first : period(first, last)
  }

  /// The days from the first to the last photo; nil if no source says.
  package static func days(taken texts: [String]) -> String? {
    let dates = texts.sorted().compactMap(TakenDate.init)
    guard let first = dates.first.map(day), let last = dates.last.map(day) else { return nil }
    return first == last ? first : period(first, last)
  }

  private static func period(_ first: String, _ last: String) -> String {
    // Translators: from one day to another.
    tr("{first} – {second}", ["first": first, "second": last])
  }

  /// Today's date, as short as on a postmark.
  package static var postmarkDay: String {
    // Translators: the day, the month and the year, as g_date_time_format() writes them.
    written(g_date_time_new_now_local(), tr("%-d %b %Y")) ?? ""
  }

  /// A date as exactly as it is known.
  private static func day(of date: TakenDate) -> String {
    let year = String(date.year)
    guard date.month != nil else { return year }
    // Translators: the month and the year, as g_date_time_format() writes them.
    guard date.day != nil else { return formatted(date, tr("%OB %Y")) ?? year }
    // Translators: the day, the month and the year, as g_date_time_format() writes them.
    return formatted(date, tr("%-d %B %Y")) ?? year
  }

  private static func formatted(_ date: TakenDate, _ format: String) -> String? {
    written(
      g_date_time_new_local(
        Int32(date.year), Int32(date.month ?? 1), Int32(date.day ?? 1),
        Int32(date.time?.hour ?? 12), Int32(date.time?.minute ?? 0), 0), format)
  }

  /// Formats a moment by g_date_time_format(), and frees it.
  package static func written(_ moment: OpaquePointer?, _ format: String) -> String? {
    guard let moment else { return nil }
    defer { g_date_time_unref(moment) }
    return g_date_time_format(moment, format).map { String(adopting: $0) }
  }
}

/// Texts about search results.
extension Words {
  /// A detail that distinguishes a search result from others of its name.
  package static func detail(of result: SearchResult) -> String {
    let kind: String
    switch result.kind {
    case .coordinate, .pin, .city: return result.detail
    case .country: kind = tr("Country")
    case .landmark(_, let landmark): kind = name(of: landmark)
    }
    return result.detail.isEmpty ? kind : "\(kind) · \(result.detail)"
  }

  private static func name(of kind: Landmark.Kind) -> String {
    switch kind {
    case .ocean: tr("Ocean")
    case .sea: tr("Sea")
    case .bay: tr("Bay")
    case .strait: tr("Strait")
    case .lake: tr("Lake")
    case .river: tr("River")
    case .delta: tr("River delta")
    case .range: tr("Mountains")
    case .plateau: tr("Plateau")
    case .plain: trc("landscape", "Plain")
    case .desert: tr("Desert")
    case .valley: tr("Valley")
    case .coast: tr("Coast")
    case .peninsula: tr("Peninsula")
    case .island: tr("Island")
    case .islands: tr("Islands")
    case .region: tr("Region")
    case .peak: tr("Mountain")
    case .province: tr("Province")
    }
  }
}

/// Texts about files of places.
extension Words {
  package static func readingPlaces(of name: String) -> String {
    tr("Reading “{name}”…", ["name": name])
  }

  /// A sentence about a file; a file without a local path has no name.
  package static func of(file name: String, _ sentence: String) -> String {
    name.isEmpty ? sentence : tr("“{name}”: {sentence}", ["name": name, "sentence": sentence])
  }

  /// The content of a file besides new places, and what is wrong with it.
  package static func summary(of found: PlaceImport, in name: String) -> String {
    var sentences: [String] = []
    if !found.new.isEmpty {
      sentences.append(
        tr(
          "“{name}” has {count} new place.",
          plural: "“{name}” has {count} new places.", count: found.new.count,
          ["name": name]))
    } else if found.known == 0, found.routes.isEmpty, found.knownRoutes == 0 {
      sentences.append(tr("There are no places in “{name}”.", ["name": name]))
    }
    if found.known > 0 {
      sentences.append(
        tr(
          "{count} place is already on the map.",
          plural: "{count} places are already on the map.", count: found.known))
    }
    if !found.routes.isEmpty {
      sentences.append(
        tr(
          // Translators: those of a file.
          "Its routes and tracks make {count} trip.",
          plural: "Its routes and tracks make {count} trips.", count: found.routes.count))
    }
    if found.knownRoutes > 0 {
      sentences.append(
        tr(
          "{count} trip already exists.", plural: "{count} trips already exist.",
          count: found.knownRoutes))
    }
    if found.isThinned {
      sentences.append(tr("Long tracks stop only at their ends and at places along the way."))
    }
    return asParagraph(sentences + problems(of: found))
  }

  /// The list of problems in a file, with their lines.
  package static func problems(of found: PlaceImport) -> [String] {
    let kinds = Set(found.problems.map(\.kind))
    let ends: Set<PlaceList.Problem.Kind> = [.brokenOff, .tooMany]
    // Of more problems than are listed, the kinds are not known.
    let unlisted = found.problemCount - found.problems.count
    let isOneKind = kinds.subtracting(ends).count == 1
    var sentences: [String] = []
    for kind in PlaceList.Problem.Kind.allCases where kinds.contains(kind) {
      let problems = found.problems.filter { $0.kind == kind }
      guard !ends.contains(kind) else {
        sentences += problems.prefix(3).map { sentence(for: kind, 1, lines(of: [$0])) }
        continue
      }
      let count = problems.count + (isOneKind ? unlisted : 0)
      sentences.append(sentence(for: kind, count, lines(of: problems)))
    }
    if unlisted > 0, !isOneKind {
      sentences.append(
        tr(
          "{count} more line has problems.", plural: "{count} more lines have problems.",
          count: unlisted))
    }
    return sentences
  }

  /// A number of problems of the same kind, with their lines.
  private static func sentence(
    for kind: PlaceList.Problem.Kind, _ count: Int, _ lines: String
  ) -> String {
    let lines = ["lines": lines]
    return switch kind {
    case .noCoordinate:
      tr(
        "{count} place was skipped: it has no coordinates ({lines}).",
        plural: "{count} places were skipped: they have no coordinates ({lines}).",
        count: count, lines)
    case .badCoordinate:
      tr(
        "{count} place was skipped: its coordinates are not valid ({lines}).",
        plural: "{count} places were skipped: their coordinates are not valid ({lines}).",
        count: count, lines)
    case .badLatitude:
      tr(
        "{count} place was skipped: its latitude is not valid ({lines}).",
        plural: "{count} places were skipped: their latitudes are not valid ({lines}).",
        count: count, lines)
    case .badLongitude:
      tr(
        "{count} place was skipped: its longitude is not valid ({lines}).",
        plural: "{count} places were skipped: their longitudes are not valid ({lines}).",
        count: count, lines)
    case .badCharacters:
      tr(
        "Invalid characters were replaced in {count} line ({lines}).",
        plural: "Invalid characters were replaced in {count} lines ({lines}).",
        count: count, lines)
    case .unclosedQuote:
      tr(
        "{count} quotation mark was ignored: it is not closed ({lines}).",
        plural: "{count} quotation marks were ignored: they are not closed ({lines}).",
        count: count, lines)
    case .longLine:
      tr(
        "{count} line was skipped: it is too long ({lines}).",
        plural: "{count} lines were skipped: they are too long ({lines}).",
        count: count, lines)
    case .brokenOff:
      tr("The file is damaged: nothing was read from {lines} on.", lines)
    case .tooMany:
      tr("The file has too many places: nothing was read from {lines} on.", lines)
    }
  }

  /// The line numbers of the first problems, with the names of their files if those are in an archive.
  private static func lines(of problems: [PlaceList.Problem]) -> String {
    let (first, more) = (problems.prefix(3), problems.count > 3 ? ["…"] : [])
    let named = first.compactMap { problem in
      (problem.entry?.split(separator: "/").last).map {
        // Translators: of a file.
        tr("line {line} of “{name}”", ["line": number(problem.line), "name": String($0)])
      }
    }
    guard named.isEmpty else { return asList(named + more) }
    return tr(
      // Translators: of a file.
      "line {numbers}", plural: "lines {numbers}", count: problems.count,
      ["numbers": asList(first.map { number($0.line) } + more)])
  }

  package static func picturesWithoutPlace(_ count: Int) -> String {
    tr(
      "The picture does not say where it was taken.",
      plural: "None of the {count} pictures says where it was taken.", count: count)
  }

  package static func sentence(for error: PlaceFileError) -> String {
    switch error {
    case .unreadable: tr("The file cannot be read.")
    case .tooLarge: tr("The file is too large.")
    case .unknownKind:
      tr("This type of file is not supported. Choose a GPX, KML, GeoJSON or table file.")
    case .noCoordinateColumn: tr("The table has no column of coordinates.")
    case .harmful: tr("The file was not read because it looks harmful.")
    case .damaged: tr("The file is damaged.")
    case .cancelled: ""
    }
  }

  package static func placesExported(_ count: Int, to path: String) -> String {
    tr(
      "{count} place exported to “{folder}”", plural: "{count} places exported to “{folder}”",
      count: count, ["folder": folder(of: path)])
  }

  /// The name of the folder into which a file or folder was written, or its own name if a sandbox
  /// does not know that folder.
  package static func folder(of path: String) -> String {
    let names = path.split(separator: "/").suffix(2)
    return (FileRequest.isLent(path) ? names.last : names.first).map(String.init) ?? path
  }

  package static func placesNotExported(because failure: DiskFailure) -> String {
    switch failure {
    case .noSpace: tr("The places were not exported: the disk is full.")
    case .unwritable: tr("The places were not exported: the folder cannot be written.")
    }
  }
}

/// Texts about backups of the library.
extension Words {
  /// Why a library was not backed up or restored; nil if the user cancelled.
  package static func sentence(for failure: BackupFailure) -> String? {
    switch failure {
    case .cancelled: nil
    case .insideLibrary:
      tr("The library was not backed up: choose a folder outside the library.")
    case .disk(.noSpace): tr("The library was not backed up: the disk is full.")
    case .disk(.unwritable): tr("The library was not backed up: the folder cannot be written.")
    case .library(let error): sentence(for: error)
    case .unreadable: tr("The backup cannot be read.")
    case .notABackup: tr("The file is not a backup of a Virtual Tourist library.")
    case .newerVersion:
      tr("The backup was made by a newer version of Virtual Tourist. Update Virtual Tourist.")
    case .damaged: tr("The backup is damaged. Nothing was restored.")
    case .harmful: tr("The backup was not read because it looks harmful.")
    }
  }

  /// Says where a library was backed up, and what is missing from the backup.
  package static func backedUp(_ content: BackupContent, to path: String) -> String {
    let folder = ["folder": folder(of: path)]
    guard content.missing > 0 else { return tr("Library backed up to “{folder}”", folder) }
    return tr(
      "Library backed up to “{folder}”, without {count} photo whose file is missing",
      plural: "Library backed up to “{folder}”, without {count} photos whose files are missing",
      count: content.missing, folder)
  }

  /// The progress of a backup; nil at its beginning.
  package static func backingUp(_ step: BackupProgress.Step?) -> String {
    guard let step, step.all > 0 else { return tr("Backing up the library…") }
    return tr(
      "Backing up: {done} of {all} photo", plural: "Backing up: {done} of {all} photos",
      count: step.all, ["done": String(step.done), "all": String(step.all)])
  }

  package static func checkingBackup(_ name: String, _ step: BackupProgress.Step?) -> String {
    guard let step, step.all > 0 else { return tr("Checking “{name}”…", ["name": name]) }
    let percent = String(step.done * 100 / step.all)
    return tr("Checking “{name}”: {percent} %", ["name": name, "percent": percent])
  }

  package static func summary(of content: BackupContent, in name: String) -> String {
    var parts = [
      "name": name, "pins": pinCount(content.pinCount), "photos": photoCount(content.photoCount),
    ]
    guard let day = day(content.made) else {
      return tr("“{name}” has {pins} and {photos}.", parts)
    }
    parts["day"] = day
    return tr("“{name}” has {pins} and {photos}, backed up on {day}.", parts)
  }

  package static func merged(_ merged: MergedLibrary) -> String {
    let counts = ["pins": pinCount(merged.pinCount), "photos": photoCount(merged.photoCount)]
    if merged.tripCount > 0 {
      return tr(
        "{count} trip, {pins} and {photos} added",
        plural: "{count} trips, {pins} and {photos} added", count: merged.tripCount, counts)
    }
    if merged.pinCount == 0, merged.photoCount == 0 {
      return tr("Your library already has everything in this backup.")
    }
    return tr("{pins} and {photos} added", counts)
  }

  /// What a snapshot has, and what it lacks.
  package static func summary(of found: FoundSnapshot) -> String {
    let moment = gint64(found.time)
    // Translators: the day, the month and the year, as g_date_time_format() writes them.
    let day = written(g_date_time_new_from_unix_local(moment), tr("%-d %B %Y")) ?? ""
    let clock = written(g_date_time_new_from_unix_local(moment), "%R") ?? ""
    var sentences = [
      tr(
        // Translators: {time} has 24 hours.
        "The snapshot of {date}, {time}, has {pins} and {photos}.",
        [
          "date": day, "time": clock, "pins": pinCount(found.content.pinCount),
          "photos": photoCount(found.content.photoCount),
        ])
    ]
    if found.skipped > 0 {
      sentences.append(
        tr(
          "A later snapshot is damaged.", plural: "{count} later snapshots are damaged.",
          count: found.skipped))
    }
    if found.missing > 0 {
      sentences.append(
        tr(
          "The file of {count} photo is gone, so the photo is fetched again.",
          plural: "The files of {count} photos are gone, so the photos are fetched again.",
          count: found.missing))
    }
    return asParagraph(sentences)
  }

  /// How many snapshots there are, and what they take of what they may.
  package static func size(of snapshots: KeptSnapshots) -> String {
    let count = tr("{count} snapshot", plural: "{count} snapshots", count: snapshots.count)
    return [
      count,
      tr(
        "{size} of at most {bound}",
        ["size": size(snapshots.bytes), "bound": size(snapshots.bound)]),
    ].joined(separator: " · ")
  }

  package static func cached(_ bytes: Int) -> String {
    tr("{size}, downloaded or made again when needed", ["size": size(bytes)])
  }

  /// A number of bytes, such as “12 MB”.
  package static func size(_ bytes: Int) -> String {
    String(adopting: g_format_size(guint64(bytes)))
  }

  package static var backupName: String {
    let day = written(g_date_time_new_now_local(), "%Y-%m-%d") ?? ""
    return "\(tr("Virtual Tourist")) \(day).\(LibraryBackup.fileExtension)"
  }

  package static func pinCount(_ count: Int) -> String {
    tr("{count} pin", plural: "{count} pins", count: count)
  }

  /// A day in the user's format; nil if it is unknown.
  private static func day(_ time: Int64) -> String? {
    time > 0 ? written(g_date_time_new_from_unix_local(gint64(time)), "%x") : nil
  }
}

/// Texts about trips.
extension Words {
  static func changed(_ change: TripChange) -> String {
    let name = (change.after ?? change.before)?.details.name ?? ""
    if change.before == nil { return tr("Made the trip “{name}”", ["name": name]) }
    if change.after == nil { return tr("Removed the trip “{name}”", ["name": name]) }
    return tr("Changed the trip “{name}”", ["name": name])
  }

  /// Says what an undo has done to a trip.
  static func undone(_ change: TripChange) -> String {
    let name = (change.after ?? change.before)?.details.name ?? ""
    return change.after == nil
      ? tr("Removed the trip “{name}” again", ["name": name])
      : tr("Restored the trip “{name}”", ["name": name])
  }

  /// The line below a trip's name.
  package static func detail(of trip: Trip, pins: Int, length: Double) -> String {
    [
      days(of: trip.details),
      tr("{number} place", plural: "{number} places", count: pins, ["number": number(pins)]),
      pins > 1 ? distance(metres: length) : nil,
    ].compactMap { $0 }.joined(separator: " · ")
  }

  /// The days of a trip; nil if it has none.
  package static func days(of details: TripDetails) -> String? {
    switch (details.firstDay, details.lastDay) {
    case (let first?, let last?) where first != last: period(day(first), day(last))
    case (let first?, _): day(first)
    case (nil, let last?): tr("until {day}", ["day": day(last)])
    case (nil, nil): nil
    }
  }

  package static func day(_ day: CalendarDay) -> String {
    let noon = g_date_time_new_local(gint(day.year), gint(day.month), gint(day.day), 12, 0, 0)
    return written(noon, "%x") ?? day.text
  }

  /// The distance of a stop from the one before, whose title counts up to the first comma.
  package static func stop(distance metres: Double?, from title: String?) -> String {
    guard let metres, let title else { return trc("first stop of a trip", "Start") }
    let place = String(title.prefix { !commas.contains($0) })
    return tr("{distance} from {place}", ["distance": distance(metres: metres), "place": place])
  }

  /// The commas of all scripts in which the program names places.
  private static let commas: Set<Character> = [",", "،", "、", "，"]
}

/// Texts about steps that were done or undone.
extension Words {
  /// What an undo would restore: a pin, photos of an album, or a whole album.
  ///
  /// The verb comes first, because a long title is cut off at its end in a narrow window.
  package static func done(_ steps: [ShownStep]) -> String? {
    guard let step = steps.last else { return nil }
    let title = ["title": step.pins.first?.title ?? ""]
    switch step.kind {
    case .pinsRemoved where step.pins.count == 1: return trc("pin", "Removed “{title}”", title)
    case .pinsRemoved:
      return tr("{count} pin removed", plural: "{count} pins removed", count: step.pins.count)
    case .pinsMade where step.pins.count == 1: return trc("pin", "Added “{title}”", title)
    case .pinsMade:
      return tr("{count} pin made", plural: "{count} pins made", count: step.pins.count)
    case .pinMoved: return trc("pin", "Moved “{title}”", title)
    case .pinRenamed: return trc("pin", "Renamed “{title}”", title)
    case .pinDetails: return trc("pin", "Changed “{title}”", title)
    case .tripChanged: return step.trips.first.map { changed($0) }
    case .photosRemoved: return step.photos.last.map { removedPhotos(steps, $0) }
    case .albumReplaced:
      let count = step.album?.count ?? 0
      if step.album?.source == SourceChoice.postcards.rawValue {
        return tr("{count} postcard replaced", plural: "{count} postcards replaced", count: count)
      }
      return tr("{count} photo replaced", plural: "{count} photos replaced", count: count)
    case .libraryMerged: return step.merged.map { merged($0) }
    }
  }

  package static func kept(_ kept: KeptChanges) -> String {
    guard kept.steps > 0 else { return trc("kept for undo", "Nothing") }
    let steps = tr("{count} change", plural: "{count} changes", count: kept.steps)
    guard kept.photos > 0 else { return steps }
    return [steps, photoCount(kept.photos), size(kept.bytes)].joined(separator: " · ")
  }

  private static func removedPhotos(_ steps: [ShownStep], _ last: Photo) -> String {
    let count = steps.reversed().prefix { $0.kind == .photosRemoved && $0.pin == last.pin }
      .reduce(0) { $0 + $1.photos.count }
    guard count == 1 else {
      return tr("{count} photo removed", plural: "{count} photos removed", count: count)
    }
    return trc("photo", "Removed “{title}”", ["title": title(of: last)])
  }

  /// Says what was undone; `place` is the name of the photos' pin.
  package static func undone(_ step: ShownStep, at place: String) -> String {
    let (title, place) = (["title": step.pins.first?.title ?? ""], ["title": place])
    return switch step.kind {
    case .pinsRemoved where step.pins.count == 1: trc("pin", "Restored “{title}”", title)
    case .pinsRemoved:
      tr("Restored {count} pin", plural: "Restored {count} pins", count: step.pins.count)
    case .pinsMade where step.pins.count == 1: trc("pin", "Removed “{title}”", title)
    case .pinsMade:
      tr("Removed {count} pin", plural: "Removed {count} pins", count: step.pins.count)
    case .pinMoved: trc("pin", "Moved “{title}” back", title)
    case .pinRenamed: tr("Restored the name “{title}”", title)
    case .pinDetails: tr("Restored the details of “{title}”", title)
    case .tripChanged: step.trips.first.map { undone($0) } ?? ""
    case .photosRemoved: tr("Restored photos of “{title}”", place)
    case .albumReplaced: tr("Restored the album of “{title}”", place)
    case .libraryMerged: tr("Removed what the backup added")
    }
  }
}
