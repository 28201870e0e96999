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
      Task { await self.importPlaces() }
    }
    window.addAction("export-places") { [weak self] in
      guard let self, isMapShown else { return }
      Task { await self.exportPlaces() }
    }
  }

  private func importPlaces() async {
    guard session.map.isConnected, !isImporting else { return }
    let request = FileRequest(
      purpose: .file, title: tr("Import Places"), acceptLabel: tr("_Import"), folder: nil)
    guard let path = await choose(request) else { return }
    await importPlaces(of: [path])
  }

  /// Reads files of places, and asks whether pins are to be made of what is new in them.
  func importPlaces(of paths: [String]) async {
    guard !paths.isEmpty, !isImporting else { return }
    isImporting = true
    defer { isImporting = false }
    let isWanted = Wanted()
    defer { notices.remove(.importing) }
    var new: [NewPin] = []
    var seen: Set<NewPin> = []
    var summaries: [String] = []
    for path in paths {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      showImporting(Words.readingPlaces(of: name), isWanted)
      do {
        let found = try await session.readPlaces(of: path) { isWanted.value }
        new += found.new.filter { seen.insert($0).inserted }
        let summary = Words.summary(of: found, in: name)
        let namesFile = paths.count == 1 || !found.new.isEmpty
        summaries.append(namesFile ? summary : Words.of(file: name, summary))
      } catch {
        guard error != .cancelled else { return }
        let sentence = Words.sentence(for: error)
        guard paths.count > 1 else { return toast(sentence) }
        summaries.append(Words.of(file: name, sentence))
      }
    }
    guard !isGone else { return }
    let summary = summaries.joined(separator: "\n\n")
    guard !new.isEmpty else {
      return Dialog.showMessage(tr("No New Places"), summary, over: window.widget)
    }
    offerPins(new, summary)
  }

  /// Shows what is read, until the user ends it.
  func showImporting(_ text: String, _ isWanted: Wanted) {
    notices.add(
      Notice(
        id: .importing, text: text, remedy: (tr("Cancel"), { isWanted.end() }), isAdvice: true))
  }

  /// Writes some pins into a file, or all of them.
  func exportPlaces(_ chosen: [Pin.ID]? = nil) async {
    let count = chosen?.count ?? session.map.pins.count
    guard count > 0 else { return toast(tr("There are no pins yet.")) }
    let request = FileRequest(
      purpose: .newFile(name: "\(tr("Places")).gpx"), title: tr("Export Places"),
      acceptLabel: tr("_Export"), folder: nil)
    guard let path = await choose(request) else { return }
    let end = path.split(separator: ".").last?.lowercased()
    let format = PlaceFormat.allCases.first { $0.fileExtension == end } ?? .gpx
    do {
      try await session.writePlaces(chosen, to: path, as: format)
      toast(Words.placesExported(count))
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
