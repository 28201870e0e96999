import CAdwaita
import CGLib
import GLibBridge
import MapUI
import Tourist
import Travels
import Widgets

/// What the window does with what a search has found.
extension MainWindow {
  /// Lets the search show its results on the map.
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

  /// Takes back the offer to drop a pin where the map no longer is.
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

/// How the offline map comes onto the map.
extension MainWindow {
  /// Lets tiles from the network come first, where there are any: they would only be held up by
  /// what they are going to cover.
  func scheduleOfflineMap() {
    let hasTiles = (try? context.settings.tileSource.get())?.template != nil
    MainLoop.after(milliseconds: hasTiles ? MainWindow.tilesHeadStart : 0) { [weak self] in
      self?.loadOfflineMap()
    }
  }

  /// How long tiles may take before the offline map is painted, in milliseconds: what a start
  /// takes with tiles at hand, and less than a user waits without a doubt.
  private static let tilesHeadStart: UInt32 = 400

  /// Brings the offline map onto the map.
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
      endSoon(.offlineMap)
    }
  }
}
