import CGLib
import GLibBridge
import MapUI
import PlacesUI
import TouristSession
import TravelModel
import Widgets

/// The list of places beside the map.
extension MainWindow {
  func makePlaces() -> PlacesColumn {
    PlacesColumn(
      around: mapPage, session: session, settings: context.settings, breakpoints: breakpoints
    ) { [unowned self] in pinPhotos }
  }

  func connectPlaces() {
    places.onExport = { [weak self] pins in
      guard let self else { return }
      Task { await self.exportPlaces(pins) }
    }
    let settings = context.settings
    settings.addAction(of: .trips, to: window)
    mapPage.showsTrips = settings.isOn(.trips)
    settings.onChange(of: .trips) { [weak self] in
      guard let self else { return }
      mapPage.showsTrips = context.settings.isOn(.trips)
    }
    settings.addPlaceActions(to: window) { [weak self] in self?.places.applySettings() }
    mapColumn.addKeys { [weak self] (key: PlacesKey) in
      guard let self, key == .toggle else { return false }
      places.toggle()
      return true
    }
    mapColumn.addKeys { [weak self] (_: TourKey) in
      self?.playAll()
      return true
    }
  }
}
