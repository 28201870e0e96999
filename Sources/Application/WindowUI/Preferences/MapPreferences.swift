import CAdwaita
import CGLib
import GLibBridge
import TravelModel
import Widgets

/// The preferences of the map.
final class MapPreferences {
  private let settings: Settings
  private let source: ChoiceRow<Settings.TileChoice>
  private let address: Widget
  private let flaw: Widget

  init(_ layout: Layout, settings: Settings) {
    self.settings = settings
    (address, flaw) = (layout["address"], layout["flaw"])
    source = ChoiceRow(
      layout["tiles"],
      [
        .init(
          value: .openStreetMap, name: tr("OpenStreetMap"),
          meaning: tr("Loaded from openstreetmap.org as you look around")),
        .init(
          value: .custom, name: tr("Your Own Server"),
          meaning: tr("Loaded from a server of your choice")),
        .init(
          value: .offline, name: tr("Offline Map"),
          meaning: tr("Drawn on this computer, without a network")),
      ], chosen: settings.tileChoice)
    gtk_editable_set_text(address.cast(), settings.tileAddress)
    gtk_widget_set_tooltip_text(
      address, tr("For instance {example}", ["example": "https://tile.example.org/{z}/{x}/{y}.png"])
    )
    settings.bind(.pinCovers, to: layout["pin-covers"], "active")
    source.onChoose = { [weak self] in self?.choose($0) }
    address.on("apply") { [weak self] in self?.useAddress() }
    address.on("changed") { [weak self] in self?.showFlaw() }
    showAddress()
  }

  /// Applies an address that was typed but not confirmed, if it is valid.
  func finish() {
    if source.chosen == .custom { useAddress() }
  }

  private var typed: Result<TileTemplate, TileTemplate.Flaw> {
    Result { () throws(TileTemplate.Flaw) in
      try TileTemplate(String(cString: gtk_editable_get_text(address.cast())))
    }
  }

  private func choose(_ choice: Settings.TileChoice) {
    showAddress()
    // The map keeps its source until there is a valid address.
    if choice == .custom { useAddress() } else { settings.tileChoice = choice }
  }

  private func useAddress() {
    guard case .success(let template) = typed else { return }
    if settings.tileAddress != template.text { settings.tileAddress = template.text }
    if settings.tileChoice != .custom { settings.tileChoice = .custom }
  }

  private func showAddress() {
    gtk_widget_set_visible(address, (source.chosen == .custom).gboolean)
    showFlaw()
  }

  private func showFlaw() {
    guard source.chosen == .custom, case .failure(let reason) = typed else {
      gtk_widget_set_visible(flaw, 0)
      gtk_widget_remove_css_class(address, "error")
      return address.setAccessibleDescription("")
    }
    let sentence = Words.hint(for: reason)
    flaw.set("title", to: sentence)
    address.setAccessibleDescription(sentence)
    address.addClass("error")
    gtk_widget_set_visible(flaw, 1)
  }
}
