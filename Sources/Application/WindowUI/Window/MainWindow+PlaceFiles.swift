import CAdwaita
import CGLib
import GLibBridge
import PlaceFiles
import Synchronization
import TouristSession
import TravelModel
import Widgets

/// Places brought from files, and taken along in them.
extension MainWindow {
  func addPlaceFileActions() {
    window.addAction("import-places") { [weak self] in
      guard let self, isMapShown else { return }
      takeInTurn { await self.importPlaces() }
    }
    window.addAction("export-places") { [weak self] in
      guard let self, isMapShown else { return }
      Task { await self.exportPlaces() }
    }
  }

  private func importPlaces() async {
    let request = FileRequest(
      purpose: .file, title: tr("Import Places"), acceptLabel: tr("_Import"), folder: nil)
    guard let path = await choose(request) else { return }
    await importPlaces(of: [path])
  }

  /// Reads files of places, and asks whether pins are to be made of what is new in them.
  func importPlaces(of paths: [String]) async {
    guard !paths.isEmpty else { return }
    let isWanted = Wanted()
    var brought = PlaceImport()
    var summaries: [String] = []
    for path in paths {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      showImporting(Words.readingPlaces(of: name), isWanted)
      defer { notices.remove(.importing) }
      do {
        let found = try await session.readPlaces(of: path) { isWanted.value }
        brought.add(found)
        let summary = Words.summary(of: found, in: name)
        let namesFile = paths.count == 1 || !found.isEmpty
        summaries.append(namesFile ? summary : Words.of(file: name, summary))
      } catch {
        guard error != .cancelled else { return }
        let sentence = Words.of(file: name, Words.sentence(for: error))
        guard paths.count > 1 else { return toast(sentence) }
        summaries.append(sentence)
      }
    }
    guard !isGone else { return }
    let summary = summaries.joined(separator: "\n\n")
    guard !brought.isEmpty else {
      return await Dialog.tell(tr("No New Places"), summary, over: window.widget)
    }
    await offerPins(brought.new, along: brought.routes, summary)
  }

  /// Shows what is read, until the user ends it.
  func showImporting(_ text: String, _ isWanted: Wanted) {
    notices.add(
      Notice(
        id: .importing, text: text, remedy: (tr("Cancel"), { isWanted.end() }), isAdvice: true))
  }

  /// Writes some pins into a file, or all of them with all trips.
  func exportPlaces(_ chosen: [Pin.ID]? = nil) async {
    let list = await session.placeList(of: chosen)
    guard !list.places.isEmpty else { return toast(tr("There are no pins yet.")) }
    await export(list, called: tr("Places"), tr("Export Places"))
  }

  /// Writes a trip into a file, with the pins along it.
  func exportTrip(_ id: Trip.ID) async {
    guard let trip = session.trips[id] else { return }
    let list = await session.placeList(of: trip)
    guard !list.paths.isEmpty else { return toast(tr("The trip leads nowhere yet.")) }
    let name = FileName.made(from: trip.details.name) ?? tr("Trip")
    await export(list, called: name, tr("Export Trip"))
  }

  private func export(_ list: PlaceList, called name: String, _ title: String) async {
    let request = FileRequest(
      purpose: .newFile(
        name: "\(name).gpx", endings: PlaceFormat.allCases.map(\.fileExtension)),
      title: title, acceptLabel: tr("_Export"), folder: nil)
    guard let path = await choose(request) else { return }
    let ending = FileName.ending(of: path)
    let format = PlaceFormat.allCases.first { $0.fileExtension == ending } ?? .gpx
    do {
      try await session.write(list, to: path, as: format)
      toast(Words.placesExported(list.places.count))
    } catch {
      toast(Words.placesNotExported(because: error))
    }
  }

  /// The path of a chosen file; nil where the user cancels, or where it is on no disk.
  func choose(_ request: FileRequest) async -> String? {
    guard let file = await FileChoosing.choose(request, over: window.cast()), !isGone else {
      return nil
    }
    guard let path = g_file_get_path(file.pointer) else {
      toast(tr("Please choose a file on this computer."))
      return nil
    }
    return String(adopting: path)
  }
}

/// Whether somebody still waits for work on another thread.
nonisolated final class Wanted: Sendable {
  private let isWanted = Atomic(true)
  var value: Bool { isWanted.load(ordering: .relaxed) }
  func end() { isWanted.store(false, ordering: .relaxed) }
}
