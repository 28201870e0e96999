import CGLib
import GLibBridge
import MapWidget
import PinListUI
import PinsUI
import TouristSession
import TravelModel
import Widgets

/// The list of places beside the map.
extension MainWindow {
  func makePlaces() -> PlacesColumn {
    PlacesColumn(
      around: mapPage, below: search.bar, session: session, settings: context.settings,
      breakpoints: breakpoints
    ) { [unowned self] in pinPhotos }
  }

  /// Tints the countries where the user has been, if that is wanted.
  func tintCountries() {
    let isOn = context.settings.isOn(.countries)
    if isOn { session.been.start() }
    // They are read in any case, so that they are followed also when that is wanted later.
    let been = session.been.countries.map(\.number)
    let tinted = isOn ? Set(been) : []
    if tinted != material.tinted { material.tinted = tinted }
  }

  func connectPlaces() {
    places.onExport = { [weak self] pins in
      guard let self else { return }
      Task { await self.exportPlaces(pins) }
    }
    places.onExportTrip = { [weak self] trip in
      guard let self else { return }
      Task { await self.exportTrip(trip) }
    }
    let settings = context.settings
    settings.addActions(of: .trips, .countries, .placesOrder, .placesInView, to: window)
    mapPage.showsTrips = settings.isOn(.trips)
    settings.onChange(of: .trips) { [weak self] in
      guard let self else { return }
      mapPage.showsTrips = context.settings.isOn(.trips)
    }
    settings.onChange(of: .countries) { [weak self] in self?.tintCountries() }
    settings.onChange(of: .placesOrder, .placesInView) { [weak self] in
      self?.places.applySettings()
    }
    mapColumn.addKeys { [weak self] (key: PlacesKey) in
      guard let self else { return false }
      switch key {
      case .toggle: places.toggle()
      // Where the keyboard is still on the button that has opened it.
      case .leave: return places.uncoverMap()
      }
      return true
    }
    // Where neither what has the keyboard nor the list has any use for the key.
    mapColumn.addKeys { [weak self] (_: BubbleKey) in
      guard let self, !places.coversMap else { return false }
      return search.close() || mapPage.unmark()
    }
    mapColumn.addKeys { [weak self] (_: TourKey) in
      self?.playAll()
      return true
    }
  }
}
