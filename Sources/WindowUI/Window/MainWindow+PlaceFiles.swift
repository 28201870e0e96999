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
    guard session.map.isConnected else { return }
    let request = FileRequest(
      purpose: .file, title: tr("Import Places"), acceptLabel: tr("_Import"), folder: nil)
    guard let path = await choose(request) else { return }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let isWanted = Wanted()
    notices.add(
      Notice(
        id: .importing, text: Words.readingPlaces(of: name),
        remedy: (tr("Cancel"), { isWanted.end() }),
        isAdvice: true))
    defer { notices.remove(.importing) }
    do {
      let found = try await session.readPlaces(of: path) { isWanted.value }
      guard !isGone else { return }
      guard !found.new.isEmpty else {
        return Dialog.showMessage(
          tr("No New Places"), Words.summary(of: found, in: name), over: window.widget)
      }
      offerPins(found.new, Words.summary(of: found, in: name))
    } catch {
      if error != .cancelled { toast(Words.sentence(for: error)) }
    }
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
private nonisolated final class Wanted: Sendable {
  private let isWanted = Atomic(true)
  var value: Bool { isWanted.load(ordering: .relaxed) }
  func end() { isWanted.store(false, ordering: .relaxed) }
}
