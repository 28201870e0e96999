import CAdwaita
import CGLib
import GLibBridge
import MapWidget
import PinsUI
import Places
import TouristSession
import TravelModel
import Widgets

/// The sources of the map, the offline map and the tiles over it, and their failures.
final class MapSources {
  private unowned let main: MainWindow
  private var observers: [Observer] = []
  /// Opens the user's own map.
  private var opening: Task<Void, Never>?
  private var day: DayChoice?

  private var material: MapMaterial { main.material }
  private var context: Context { main.context }
  private var notices: NoticeBar { main.notices }

  /// Starts to read the offline map on other threads, while this one makes the window.
  init(_ main: MainWindow) {
    self.main = main
    let (world, material) = (main.session.world, main.material)
    let reading = Task.detached { await world.mapData() }
    Task { [weak self] in
      let data = await reading.value
      if let data { material.showOfflineMap(data) }
      // Later, because the first view does not need them.
      let names = await world.mapNames()
      if data != nil { material.showNames(names) }
      if data?.isWhole != true || !names.isWhole {
        self?.notices.add(
          Notice(
            id: .offlineMap,
            text: tr(
              "The offline map is damaged or missing, so places have no names. Install Virtual Tourist again."
            )))
      }
    }
  }

  /// Shows the tiles that the user has chosen.
  func start() {
    showTiles(comingIntoSight: false)
    listMaps()
    context.settings.onChange(of: .tileSource, .tileAddress, .tileFile, .tileDay) { [weak self] in
      self?.showTiles()
    }
    context.settings.onChange(of: .tileAddress, .tileFile) { [weak self] in self?.listMaps() }
    context.network.onReturn { [weak material] in material?.retryTiles() }
    observers = [
      Observer { [material, network = context.network] in
        // Retries when the network returns, if the tile server does not answer.
        if material.reach != .reachable { network.start() }
      },
      Observer { [weak self] in self?.showRefusal() },
    ]
  }

  /// Makes a file the map, or says why it cannot be.
  func open(_ path: String) async {
    var failure: MapFileFailure?
    do throws(MapFileFailure) { _ = try await MapFile.open(path) } catch { failure = error }
    guard !main.isGone else { return }
    if let failure { return main.toaster.show(Words.sentence(for: failure, of: path)) }
    context.settings[.tileFile] = path
    context.settings.mapChoice = .file
    // It may have been the map before, and elsewhere.
    showTiles()
  }

  private func showTiles(comingIntoSight: Bool = true) {
    notices.remove(.tileAddress)
    opening?.cancel()
    let settings = context.settings
    showDay(settings.mapChoice == .earth)
    if settings.mapChoice == .file { return showFile(settings[.tileFile], comingIntoSight) }
    do throws(TileTemplate.Flaw) {
      let server = try settings.mapChoice.server(in: settings)
      material.showTiles(by: server.map { context.makeTileLoader($0.template, of: $0.map) })
    } catch {
      material.showTiles(by: nil)
      notices.add(Notice(id: .tileAddress, text: Words.sentence(for: error)))
    }
  }

  /// Lets the user choose the day of the map, if it has any.
  private func showDay(_ hasDays: Bool) {
    let (button, settings) = (main.mapPage.dayButton, context.settings)
    gtk_widget_set_visible(button, hasDays.gboolean)
    guard hasDays, day == nil else { return }
    day = DayChoice(button, name: tr("Day"), chosen: settings.mapDay, isOptional: false)
    day?.onChoice = { chosen in
      if let chosen, chosen != settings.mapDay { settings.mapDay = chosen }
      return settings.mapDay
    }
  }

  private func showFile(_ path: String, _ comingIntoSight: Bool) {
    opening = Task { [weak self] in
      var file: MapFile?
      var failure: MapFileFailure?
      do throws(MapFileFailure) { file = try await MapFile.open(path) } catch { failure = error }
      guard let self, !Task.isCancelled, !main.isGone else { return }
      material.showTiles(by: file.map { TileLoader($0) })
      if comingIntoSight, let file { main.mapPage.bringIntoSight(file.map) }
      guard let failure else { return }
      let text = Words.sentence(for: failure, of: path)
      notices.add(Notice(id: .tileAddress, text: text, remedy: chooseMap, isAdvice: true))
    }
  }

  /// Lists the maps in the menu: those of the user's own once they are known.
  private func listMaps() {
    let menu = Menus.model("maps")
    g_menu_remove_all(menu.cast())
    for choice in MapChoice.allCases {
      guard let entry = choice.entry(in: context.settings) else { continue }
      g_menu_append(menu.cast(), entry, "win.tile-source::\(choice.rawValue)")
    }
  }

  private var chooseMap: Notice.Remedy {
    (tr("Choose Map…"), { [weak self] in self?.main.openPreferences() })
  }

  private func showRefusal() {
    guard material.reach == .refused, let template = material.tiles?.template else {
      return notices.remove(.tiles)
    }
    notices.add(
      Notice(
        id: .tiles, text: Words.tilesRefused(by: template), remedy: chooseMap, isAdvice: true))
  }
}
