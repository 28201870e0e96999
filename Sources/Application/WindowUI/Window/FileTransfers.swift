import CAdwaita
import CGLib
import Files
import GLibBridge
import Imaging
import LibraryBackup
import MapWidget
import PinsUI
import PlaceFiles
import Synchronization
import TouristSession
import TravelModel
import Widgets

/// Imports and exports files: those from a drop, a menu or another program, and those that the user
/// saves.
final class FileTransfers {
  private unowned let main: MainWindow
  private lazy var backups = BackupActions(main)
  /// Whether a question is being asked, or its answer carried out.
  private var isAsking = false
  /// Files that arrived before the library was open, or during other work.
  private var waiting: [String] = []
  private var observer: Observer?

  private var session: Session { main.session }
  private var pictures: PictureMap { main.context.pictures }

  init(_ main: MainWindow) {
    self.main = main
    let actions: [(String, @MainActor (FileTransfers) -> Void)] = [
      ("import-places", { $0.runInTurn { await $0.importPlaces() } }),
      ("make-pins", { $0.runInTurn { await $0.makePins() } }),
      ("open-map-file", { $0.runInTurn { await $0.openMap() } }),
      ("restore-library", { $0.runInTurn { await $0.backups.restore() } }),
      ("export-places", { $0.exportPlaces() }),
      ("back-up-library", { $0.backups.backUp() }),
    ]
    for (name, work) in actions {
      main.addMapAction(name) { [weak self] in
        self?.main.whenOpen { if let self { work(self) } }
      }
    }
    observer = Observer { [weak self] in self?.openWaiting() }
  }

  /// Opens files that are dropped on a widget.
  func addDropTarget(to widget: Widget) {
    let target = widget.addController(
      gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY))
    widget.addClass("file-target")
    target.on("drop") { [weak self] (value: UnsafeMutablePointer<GValue>) -> Bool in
      guard let self, !main.isGone,
        // Photos dragged from this program are in the library already.
        let drop = gtk_drop_target_get_current_drop(target), gdk_drop_get_drag(drop) == nil
      else { return false }
      open(FileTransfers.files(in: value))
      return true
    }
  }

  /// Opens files, once the library is open.
  func open(_ files: [String]) {
    waiting += files
    openWaiting()
  }

  /// Exports some pins into a file, or all of them with all trips.
  func exportPlaces(_ chosen: [Pin.ID]? = nil) {
    Task {
      let list = await session.placeList(of: chosen)
      guard !list.places.isEmpty else { return main.toaster.show(tr("There are no pins yet.")) }
      await export(list, called: tr("Places"), tr("Export Places"))
    }
  }

  /// Exports a trip and its pins into a file.
  func exportTrip(_ id: Trip.ID) {
    guard let trip = session.trips[id] else { return }
    Task {
      let list = await session.placeList(of: trip)
      guard !list.paths.isEmpty else {
        return main.toaster.show(tr("The trip needs at least two places."))
      }
      let name = FileName.made(from: trip.details.name) ?? tr("Trip")
      await export(list, called: name, tr("Export Trip"))
    }
  }

  /// Cancels running work.
  func stop() async { await backups.stop() }
}

extension FileTransfers {
  /// Starts work that asks the user something, unless other such work is running, which is said, so
  /// that each question is asked about the result of the one before.
  private func runInTurn(_ work: @escaping @MainActor (FileTransfers) async -> Void) {
    guard session.map.isConnected else { return }
    guard !isAsking else { return tellBusy() }
    isAsking = true
    Task {
      await work(self)
      isAsking = false
      openWaiting()
    }
  }

  private func openWaiting() {
    guard session.map.isConnected, !isAsking, !waiting.isEmpty else { return }
    runInTurn { await $0.openBroughtFiles() }
  }

  private func openBroughtFiles() async {
    let files = waiting
    waiting = []
    if main.isAlbumOpen { main.showMap() }
    let brought = await WorkQueue.shared.run {
      Dictionary(grouping: files, by: BroughtKind.init(of:))
    }
    guard !main.isGone else { return }
    if let map = brought[.map]?.last { await main.sources.open(map) }
    await importPlaces(of: brought[.places] ?? [])
    await makePins(of: brought[.picture] ?? [])
    let found = brought[.backup] ?? []
    guard found.count <= 1 else {
      return main.toaster.show(tr("Only one backup can be restored at a time."))
    }
    if let backup = found.first { await backups.restore(from: backup) }
  }

  /// The paths of dropped files; one that is not local has an empty path, which cannot be read.
  private static func files(in value: UnsafeMutablePointer<GValue>) -> [String] {
    let list = gdk_file_list_get_files(OpaquePointer(g_value_get_boxed(value)))
    guard let list else { return [] }
    defer { g_slist_free(list) }
    return sequence(first: list, next: { $0.pointee.next }).map {
      g_file_get_path(OpaquePointer($0.pointee.data)).map { String(adopting: $0) } ?? ""
    }
  }

  /// Says why requested work does not begin.
  func tellBusy() {
    main.toaster.show(tr("Wait until the running import, backup or restore has finished."))
  }

  /// Says that another library has taken the place of the earlier one, and where that is now.
  func tellRestored(_ earlier: String?) async {
    guard !main.isGone else { return }
    main.forgetPictures()
    guard let earlier else { return main.toaster.show(tr("Library restored")) }
    await Dialog.tell(
      tr("Library Restored"),
      tr("Your earlier library is in this folder:\n{path}", ["path": earlier]), over: main.window)
  }

  /// Says that a file was written, and offers to show its folder, because to open the file would
  /// start this program.
  func tellWritten(_ sentence: String, _ path: String) {
    let folder = String(adopting: g_path_get_dirname(path))
    main.window.ask(.showMadeFile(sentence: sentence, path: folder))
  }

  /// The paths of chosen files; none if the user cancels, or if one is not local.
  func choose(
    _ purpose: FileRequest.Purpose, _ title: String, _ acceptLabel: String,
    for occasion: FileOccasion
  ) async -> [String] {
    let files = await FileChoosing.choose(
      purpose, title: title, acceptLabel: acceptLabel, for: occasion, in: nil,
      settings: main.context.settings, over: main.window.cast())
    guard !main.isGone else { return [] }
    let paths = files.compactMap { g_file_get_path($0.pointer).map { String(adopting: $0) } }
    guard paths.count == files.count else {
      main.toaster.show(tr("Choose a file on this computer."))
      return []
    }
    return paths
  }

  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

extension FileTransfers {
  /// Lets the user choose a file, and makes it the map.
  private func openMap() async {
    let kind = FileKind(tr("Maps"), endings: ["mbtiles", "pmtiles"])
    let paths = await choose(.files(kind), tr("Open Map File"), tr("_Open"), for: .maps)
    if let path = paths.first { await main.sources.open(path) }
  }
}

/// Files of places.
extension FileTransfers {
  private func importPlaces() async {
    let kind = FileKind(
      tr("Places"),
      endings: PlaceFormat.allCases.map(\.rawValue) + ["kmz", "json", "tsv", "txt", "zip"])
    let paths = await choose(
      .files(kind, areSeveral: true), tr("Import Places"), tr("_Import"), for: .places)
    await importPlaces(of: paths)
  }

  /// Reads files of places, and asks whether to make pins of the new ones.
  private func importPlaces(of paths: [String]) async {
    guard !paths.isEmpty else { return }
    let isWanted = Wanted()
    var brought = PlaceImport()
    var summaries: [String] = []
    for path in paths {
      let name = FileTransfers.name(of: path)
      showImporting(Words.readingPlaces(of: name), isWanted)
      defer { main.notices.remove(.importing) }
      do {
        let found = try await session.readPlaces(of: path) { isWanted.value }
        brought.add(found)
        let summary = Words.summary(of: found, in: name)
        let namesFile = paths.count == 1 || !found.isEmpty
        summaries.append(namesFile ? summary : Words.of(file: name, summary))
      } catch {
        guard error != .cancelled else { return }
        let sentence = Words.of(file: name, Words.sentence(for: error))
        guard paths.count > 1 else { return main.toaster.show(sentence) }
        summaries.append(sentence)
      }
    }
    guard !main.isGone else { return }
    let summary = summaries.joined(separator: "\n\n")
    let title = brought.isEmpty ? tr("No New Places") : tr("Places Read")
    main.notifications.tell(.fileRead, title, summary)
    guard !brought.isEmpty else { return await Dialog.tell(title, summary, over: main.window) }
    await offerPins(brought.new, along: brought.routes, summary)
  }

  /// Shows which file is being read, until the user cancels it.
  private func showImporting(_ text: String, _ isWanted: Wanted) {
    main.notices.add(
      Notice(
        id: .importing, text: text, remedy: (tr("Cancel"), { isWanted.end() }), isAdvice: true))
  }

  private func export(_ list: PlaceList, called name: String, _ title: String) async {
    let purpose = FileRequest.Purpose.newFile(
      name: "\(name).gpx", endings: PlaceFormat.allCases.map(\.rawValue))
    guard let path = await choose(purpose, title, tr("_Export"), for: .places).first else {
      return
    }
    do {
      try await session.write(list, to: path, as: PlaceFormat(endingOf: path) ?? .gpx)
      tellWritten(Words.placesExported(list.places.count, to: path), path)
    } catch {
      main.toaster.show(Words.placesNotExported(because: error))
    }
  }
}

/// Pins at the places of pictures.
extension FileTransfers {
  /// Makes pins of the user's own pictures, after asking.
  private func makePins() async {
    let settings = main.context.settings
    if !settings[.pictures] { pictures.show() }
    await pictures.waitUntilRead()
    let places = await pictures.placesWithoutPin(among: session.map.pins)
    let state = pictures.state
    // The user may have switched the pictures on meanwhile.
    if !settings[.pictures] { pictures.hide() }
    guard !main.isGone else { return }
    switch state {
    case .failed(let failure): main.toaster.show(Words.sentence(for: failure))
    case .shown: await offerPins(at: places, areOwn: true)
    case .hidden, .reading: break
    }
  }

  /// Makes pins of opened pictures, after asking.
  private func makePins(of files: [String]) async {
    guard !files.isEmpty, !main.isGone else { return }
    let isWanted = Wanted()
    showImporting(tr("Finding where the pictures were taken…"), isWanted)
    let found = await pictures.placesWithoutPin(of: files, among: session.map.pins) {
      isWanted.value
    }
    main.notices.remove(.importing)
    guard let found, !main.isGone else { return }
    guard found.located > 0 else {
      return main.toaster.show(Words.picturesWithoutPlace(files.count))
    }
    await offerPins(at: found.places, areOwn: main.context.settings.isInPicturesFolder(files))
  }

  /// Offers pins at the places of pictures, whose albums are filled with the user's own pictures.
  private func offerPins(at places: [Coordinate], areOwn: Bool) async {
    guard !places.isEmpty else {
      return main.toaster.show(tr("All places of your pictures already have a pin."))
    }
    let meaning =
      areOwn
      ? tr(
        "Your pictures were taken at {count} place without a pin. Its album will hold copies of them.",
        plural:
          "Your pictures were taken at {count} places without a pin. Their albums will hold copies of them.",
        count: places.count)
      : tr(
        "The pictures were taken at {count} place without a pin.",
        plural: "The pictures were taken at {count} places without a pin.", count: places.count)
    await offerPins(
      places.map { NewPin(at: $0) }, filledFrom: areOwn ? .pictures : nil, meaning)
  }

  /// Asks whether to make pins, and trips through them, and makes them.
  private func offerPins(
    _ pins: [NewPin], along routes: [NewRoute] = [], filledFrom source: SourceChoice? = nil,
    _ meaning: String
  ) async {
    let layout = Layout("make-pins")
    let dialog = layout["dialog"]
    let (heading, label) =
      pins.isEmpty
      ? (
        tr("Make {count} Trip?", plural: "Make {count} Trips?", count: routes.count),
        tr("_Make Trip", plural: "_Make Trips", count: routes.count)
      )
      : (
        tr("Make {count} Pin?", plural: "Make {count} Pins?", count: pins.count),
        tr("_Make Pin", plural: "_Make Pins", count: pins.count)
      )
    dialog.set("heading", to: heading)
    dialog.set("body", to: meaning)
    Dialog.setLabel(label, answer: "make", of: dialog)
    guard await Dialog.answer(to: layout, over: main.window) == "make", !main.isGone else { return }
    await main.window.changeLibrary { [session, mapPage = main.mapPage] in
      let made = try await session.makePins(pins, along: routes, filledFrom: source)
      mapPage.bringIntoSight(all: made.map(\.coordinate))
    }.value
  }
}

/// What a file is that is brought to the window.
private nonisolated enum BroughtKind {
  case picture, backup, map
  /// Any other file, which may be one of places.
  case places

  /// Reads the file's beginning, which blocks.
  init(of path: String) {
    if (try? PictureFile(sniffing: path)) != nil {
      self = .picture
    } else {
      self = MapFile.isOne(path) ? .map : LibraryBackup.isOne(path) ? .backup : .places
    }
  }
}

/// Whether the result of work on another thread is still wanted.
private nonisolated final class Wanted: Sendable {
  private let isWanted = Atomic(true)
  var value: Bool { isWanted.load(ordering: .relaxed) }
  func end() { isWanted.store(false, ordering: .relaxed) }
}
