import CGLib
import GLibBridge
import MapWidget
import Places
import TouristSession
import Widgets

/// The sources of the map, the offline map and the tiles over it, and their failures.
final class MapSources {
  private unowned let main: MainWindow
  private var observers: [Observer] = []

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
    showTiles()
    offerOwnServer()
    context.settings.onChange(of: .tileSource, .tileAddress) { [weak self] in
      self?.showTiles()
      self?.offerOwnServer()
    }
    context.network.onReturn { [weak material] in material?.retryTiles() }
    observers = [
      Observer { [material, network = context.network] in
        // Retries when the network returns, if the tile server does not answer.
        if material.reach != .reachable { network.start() }
      },
      Observer { [weak self] in self?.showRefusal() },
    ]
  }

  private func showTiles() {
    notices.remove(.tileAddress)
    switch context.settings.tileTemplate {
    case .success(let template): material.showTiles(by: template.map(context.makeTileLoader))
    case .failure(let flaw):
      material.showTiles(by: nil)
      notices.add(Notice(id: .tileAddress, text: Words.sentence(for: flaw)))
    }
  }

  /// Offers the user's own server in the menu of maps, between the other two, once its address is known.
  private func offerOwnServer() {
    let menu = Menus.model("maps")
    let address: String = context.settings[.tileAddress]
    let isOffered = g_menu_model_get_n_items(menu) > 2
    guard isOffered == address.isEmpty else { return }
    if isOffered {
      g_menu_remove(menu.cast(), 1)
    } else {
      g_menu_insert(menu.cast(), 1, tr("Your Own _Server"), "win.tile-source::custom")
    }
  }

  private func showRefusal() {
    guard material.reach == .refused, let template = material.tiles?.template else {
      return notices.remove(.tiles)
    }
    let choose = { [weak self] in
      guard let self else { return }
      main.openPreferences()
    }
    notices.add(
      Notice(
        id: .tiles, text: Words.tilesRefused(by: template),
        remedy: (tr("Choose Map…"), choose), isAdvice: true))
  }
}
