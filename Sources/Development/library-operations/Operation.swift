import AlbumExport
import Files
import Imaging
import LibraryBackup
import LibrarySchema
import OwnPictures
import PlaceFiles
import TestFiles
import TestSupport
import TouristSession
import TravelModel
import TravelStore
import Widgets

/// What the user is told at the end of an operation.
enum Outcome {
  case done
  /// It is done, except for what the sentence says.
  case partly(String)
  case failed(String)

  var sentence: String? {
    switch self {
    case .done: nil
    case .partly(let sentence), .failed(let sentence): sentence
    }
  }
}

/// Something that a user does with a library.
enum Operation: String, CaseIterable {
  case firstStart = "first-start"
  case startOfOlder = "start-of-older"
  case start, quit, drop, fill, move, trip
  case newCollection = "new-collection"
  case undoCollection = "undo-collection"
  case removePhoto = "remove-photo"
  case removePin = "remove-pin"
  case removeTrip = "remove-trip"
  case undo, redo, forget
  case importPlaces = "import"
  case backUp = "back-up"
  case restore, merge
  case setAside = "set-aside"
  case snapshot
  case restoreSnapshot = "restore-snapshot"
  case thumbnails, pictures
  case exportGPX = "export-gpx"
  case exportKML = "export-kml"
  case exportGeoJSON = "export-geojson"
  case exportCSV = "export-csv"
  case exportFolder = "export-folder"
  case exportWeb = "export-web"
  case exportZip = "export-zip"
  case exportPDF = "export-pdf"
  case exportPostcard = "export-postcard"

  /// Whether the library is open when the operation begins.
  var isOpen: Bool { ![.firstStart, .startOfOlder, .start].contains(self) }

  /// The extension of the file that it writes; nil if it is no export.
  private var ending: String? {
    rawValue.hasPrefix("export-") ? String(rawValue.dropFirst("export-".count)) : nil
  }

  /// The content of the home in which it begins.
  @MainActor
  func template() async throws -> FolderImage {
    try await Scratch.use(Home.empty) { path in
      let home = Home(at: path)
      if self == .startOfOlder {
        try Operation.makeOlderLibrary(in: home)
      } else if self != .firstStart {
        await home.session.open()
        for (number, title) in ["One", "Two"].enumerated() {
          await home.drop(title, at: Double(number + 1))
          _ = try await home.album(of: title)
        }
        let pins = try [home.pin("One").id, home.pin("Two").id]
        try await home.session.makeTrip(TripDetails(name: "Tour"), through: pins)
        try await prepare(home)
      }
      await home.end()
      return FolderImage(of: path)
    }
  }

  /// Does what must be done before it.
  @MainActor
  private func prepare(_ home: Home) async throws {
    switch self {
    case .undoCollection: _ = try await Operation.newCollection.work(home)
    case .undo: _ = try await Operation.removePin.work(home)
    case .redo:
      try await Operation.undo.prepare(home)
      _ = try await Operation.undo.work(home)
    case .forget:
      _ = try await Operation.newCollection.work(home)
      _ = try await Operation.removePin.work(home)
    case .fill: _ = try await Operation.drop.work(home)
    case .restore, .merge:
      _ = try await Operation.backUp.work(home)
      if self == .merge { await home.session.startNewLibrary() }
      _ = try await Operation.drop.work(home)
    case .restoreSnapshot:
      await home.session.keepSnapshot()
      _ = try await Operation.drop.work(home)
    default:
      guard let ending else { return }
      try IncomingFile(path: "\(home.exports)/old.\(ending)").append(Array("old".utf8))
    }
  }

  /// Does the operation and closes the library, and returns what the user is told.
  @MainActor
  func run(in home: Home) async -> Outcome {
    var outcome = Outcome.done
    do {
      if let missing = try await work(home) { outcome = .partly(missing) }
      if case .done = outcome, let trouble = await home.trouble { throw trouble }
    } catch {
      outcome = .failed(sentence(for: error) ?? "")
    }
    do throws(StoreError) { try await home.session.close() } catch {
      if case .done = outcome { outcome = .failed(Words.sentence(for: error)) }
    }
    return outcome
  }

  /// Whether its result is visible after the next start.
  @MainActor
  func isWell(in home: Home) async throws -> Bool {
    try await [.thumbnails, .pictures].contains(self) ? work(home) == nil : true
  }

  /// Does the operation, and returns a sentence about what is missing; nil if nothing is.
  @MainActor
  private func work(_ home: Home) async throws -> String? {
    let (session, exports) = (home.session, home.exports)
    switch self {
    case .firstStart, .startOfOlder, .start: await session.open()
    case .quit: break
    case .drop: await home.drop("Three", at: 3)
    case .fill: return try Operation.missing(from: try await home.album(of: "Three"))
    case .move:
      let place = Coordinate(latitude: 5, longitude: 5)!
      try await session.move(try home.pin("One").id, to: place)
    case .trip:
      let pins = try [home.pin("Two").id, home.pin("One").id]
      try await session.makeTrip(TripDetails(name: "Other"), through: pins)
    case .newCollection:
      let album = try await home.album(of: "One")
      session.albums.newCollection(album)
      try await wait(for: "a new collection") { !album.isBusy }
      return try Operation.missing(from: album)
    case .removePhoto:
      let album = try await home.album(of: "One")
      if let photo = album.photos.first { await session.remove([photo], from: album) }
      return try Operation.missing(from: album)
    case .removePin: try await session.remove([try home.pin("Two").id])
    case .removeTrip: for trip in session.trips.trips { try await session.removeTrip(trip.id) }
    case .undo, .undoCollection: if try await session.undo.applyLast(.undo) == nil { return "" }
    case .redo: if try await session.undo.applyLast(.redo) == nil { return "" }
    case .forget: try await session.undo.forgetAll()
    case .importPlaces:
      let found = try await session.readPlaces(of: "\(exports)/new.gpx") { true }
      try await session.makePins(found.new, along: found.routes)
      return found.problemCount == 0 ? nil : "Some places are left out."
    case .backUp:
      let content = try await session.backUp(
        to: "\(exports)/backup.zip", settings: "", program: "", progress: BackupProgress())
      return content.missing == 0 ? nil : Words.backedUp(content, to: exports)
    case .restore, .merge:
      let found = try await session.readBackup("\(exports)/backup.zip", progress: BackupProgress())
      if self == .restore {
        _ = try await session.replace(by: found.library, keeping: "")
      } else {
        _ = try await session.merge(found, progress: BackupProgress())
      }
    case .setAside: await session.startNewLibrary()
    case .snapshot: await session.keepSnapshot()
    case .restoreSnapshot:
      guard let found = try await session.findSnapshot() else { return "No snapshot is whole." }
      _ = try await session.replace(by: found.library)
      return found.missing == 0 ? nil : "Some photos are to be downloaded again."
    case .thumbnails:
      let decoder = PictureDecoder(cacheFolder: "\(home.path)/cache")
      for photo in try await home.album(of: "One").photos {
        guard let file = session.albums.file(of: photo), let path = photo.path else { continue }
        _ = try await decoder.thumbnail(of: file, named: path, side: 128)
      }
    case .pictures:
      let folder = "\(home.path)/pictures"
      let source = PicturesSource(cacheFolder: "\(home.path)/cache") { folder }
      return try await source.places().count == 2 ? nil : "Some pictures are not shown."
    case .exportGPX, .exportKML, .exportGeoJSON, .exportCSV:
      let format = PlaceFormat(rawValue: ending!)!
      try await session.write(
        await session.placeList(), to: "\(exports)/old.\(ending!)", as: format)
    case .exportFolder, .exportWeb, .exportZip, .exportPDF, .exportPostcard:
      let album = try await home.exportedAlbum(of: "One")
      let missing = try await WorkQueue.shared.run { () throws(ExportFailure) in
        try write(album, in: exports)
      }
      return Credits.missing(missing)
    }
    return nil
  }

  /// Exports an album, and returns the number of photos that are missing from it; blocks.
  private func write(_ album: ExportedAlbum, in folder: String) throws(ExportFailure) -> Int {
    let (path, progress) = ("\(folder)/old.\(ending!)", ExportProgress())
    switch self {
    case .exportFolder:
      return try PictureFolder.write(album, into: folder, progress: progress).missing
    case .exportWeb:
      return try WebAlbum.write(album, map: nil, into: folder, progress: progress).missing
    case .exportZip: return try AlbumZip.write(album, to: path, progress: progress).missing
    case .exportPDF:
      return try AlbumPDF.write(album, map: nil, to: path, paper: .a4, progress: progress).missing
    default:
      let card = try PhotoPostcard(of: album, map: nil, languages: ["en"])
      try card.write(to: path, as: .pdf, progress: progress)
      return 0
    }
  }

  /// A sentence about missing photos of an album; throws the failure of the whole album.
  @MainActor
  private static func missing(from album: AlbumModel) throws -> String? {
    if let trouble = album.trouble { throw trouble }
    let failure = album.photos.lazy.compactMap(\.failure).first
    let count = album.tally.failed
    return count == 0 ? nil : Words.failedPhotos(count, because: failure)
  }

  /// Makes a library as it was before the last step of the schema.
  @MainActor
  private static func makeOlderLibrary(in home: Home) throws {
    let library = try Database("\(home.path)/data/\(Facts.library)")
    let steps = LibrarySchema.steps.dropLast()
    for step in steps { try library.rows(step) }
    try library.rows(
      """
      PRAGMA application_id = \(LibrarySchema.applicationID); PRAGMA user_version = \(steps.count);
      INSERT INTO pin (latitude, longitude, title) VALUES (1, 2, 'One')
      """)
  }
}
