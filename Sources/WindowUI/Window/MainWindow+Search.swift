import CAdwaita
import CGLib
import GLibBridge
import MapUI
import TouristSession
import TravelModel
import Widgets

/// Showing the results of a search.
extension MainWindow {
  func connectSearch() {
    search.onClose = { [weak self] in self?.mapPage.takeFocus() }
    search.onShow = { [weak self] in self?.showFound($0) }
    search.onDropPin = { [weak self] in self?.dropPin(atFound: $0) }
  }

  private func showFound(_ result: SearchResult) {
    search.close()
    mapPage.show(result.place)
    if case .pin = result.kind { return }
    dismissFoundToast()
    let toast = MainWindow.makeToast(result.title)
    adw_toast_set_button_label(toast, tr("Drop a Pin Here"))
    toast.on("button-clicked") { [session] in session.dropPin(at: result.place.coordinate) }
    let held = Ref(adopting: toast)
    foundToast = held
    toaster.show(held)
  }

  /// Dismisses the offer to drop a pin at a result that is out of view.
  func dismissFoundToast() {
    if let foundToast { toaster.dismiss(foundToast) }
    foundToast = nil
  }

  private func dropPin(atFound result: SearchResult) {
    dismissFoundToast()
    search.close()
    mapPage.show(result.place)
    session.dropPin(at: result.place.coordinate)
  }
}

/// Loading the offline map.
extension MainWindow {
  /// Loads the offline map after a head start for tiles, which cover it.
  func scheduleOfflineMap() {
    let hasTiles = (try? context.settings.tileSource.get())?.template != nil
    MainLoop.after(milliseconds: hasTiles ? MainWindow.tilesHeadStart : 0) { [weak self] in
      self?.loadOfflineMap()
    }
  }

  /// The head start of tiles, in milliseconds: enough for cached ones, and hardly noticed.
  private static let tilesHeadStart: UInt32 = 400

  func loadOfflineMap() {
    guard session.startupGuard.begin(.offlineMap) else { return }
    let world = session.world
    Task { [weak self] in
      let gazetteer = try? await world.gazetteer()
      let outlines = try? await world.outlines()
      guard let self, !isGone else { return }
      if let outlines { material.showOfflineMap(outlines, gazetteer) }
      if outlines == nil || gazetteer == nil {
        notices.add(Notice(id: .offlineMap, text: Words.offlineMapBroken))
      }
      endAfterProbation(.offlineMap)
    }
  }
}
