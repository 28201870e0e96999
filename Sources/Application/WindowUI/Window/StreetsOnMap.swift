import GLibBridge
import MapWidget
import PinsUI
import TouristSession
import TravelModel
import Widgets

/// Where there are pictures of streets, on the map while that is switched on.
final class StreetsOnMap {
  private unowned let main: MainWindow

  private var settings: Settings { main.context.settings }

  init(_ main: MainWindow) {
    self.main = main
    settings.addActions(of: .streets, to: main.window)
    settings.onChange(of: .streets) { [weak self] in
      self?.show()
      self?.explain()
    }
    settings.onChange(of: .askPanoramax) { [weak self] in self?.show() }
    show()
  }

  private func show() {
    let isShown = settings[.streets] && settings[.askPanoramax]
    guard isShown != (main.mapPage.streets != nil) else { return }
    main.mapPage.streets =
      isShown
      ? StreetCoverage(
        onFailure: { [weak self] in self?.tell($0) }, fetch: main.context.fetchStreets) : nil
  }

  /// Says why the user, who has just switched them on, sees none.
  private func explain() {
    guard settings[.streets] else { return }
    if !settings[.askPanoramax] {
      tell(SourceFailure.turnedOff)
    } else if main.mapPage.camera.view.zoom < StreetCoverage.leastZoom {
      main.toaster.show(tr("Zoom in to see where there are street pictures."))
    }
  }

  private func tell(_ error: any Error) {
    main.toaster.show(Words.sentence(for: PhotoFailure(error) ?? .source(.unreachable)))
  }
}
