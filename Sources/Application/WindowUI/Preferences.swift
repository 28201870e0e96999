import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelStore
import Widgets

/// The preferences, which apply immediately.
final class Preferences {
  private let settings: Settings
  private let source: ChoiceRow<SourceChoice>
  private let radius: ChoiceRow<Int>
  private let key: FlickrKeyRow
  private let tiles: TileRows
  private let folder: Widget
  private let resetFolder: Widget
  private let kept: KeptChangesRow
  private let units: ChoiceRow<DistanceUnits.Choice>
  private var observer: Observer?

  /// The radii to choose from, in metres.
  private static let radii: Set = [
    10, 50, 100, 250, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000,
  ]

  /// Opens the preferences over a window.
  static func open(over parent: Widget, context: Context) {
    let layout = Layout("preferences")
    attach(Preferences(layout, context: context), to: layout["dialog"])
    Dialog.present(layout, over: parent)
  }

  private init(_ layout: Layout, context: Context) {
    let settings = context.settings
    self.settings = settings
    source = ChoiceRow(
      layout["source"],
      SourceChoice.allCases.map {
        let (name, meaning) = Words.nameAndMeaning(of: $0)
        return (value: $0, name: name, meaning: meaning)
      }, chosen: settings.photoSource)
    source.onChoose = { settings.photoSource = $0 }
    radius = ChoiceRow(
      layout["radius"],
      Preferences.radii.union([settings.searchRadius]).sorted().map {
        (value: $0, name: Words.distance(metres: Double($0)), meaning: nil)
      }, chosen: settings.searchRadius)
    radius.onChoose = { settings.searchRadius = $0 }
    key = FlickrKeyRow(layout, key: context.flickrKey)
    tiles = TileRows(layout, settings: settings)
    kept = KeptChangesRow(layout, undo: context.session.undo)
    units = ChoiceRow(
      layout["units"],
      DistanceUnits.Choice.allCases.map { (value: $0, name: Words.name(of: $0), meaning: nil) },
      chosen: settings.distanceUnits)
    units.onChoose = { settings.distanceUnits = $0 }
    Task { [session = context.session, row = Ref(retaining: layout["snapshots"])] in
      row.pointer.set("subtitle", to: Words.size(of: await session.snapshots()))
    }
    (folder, resetFolder) = (layout["folder"], layout["reset-folder"])
    let (count, contact, dialog) = (layout["count"], layout["contact"], layout["dialog"])
    settings.bind(.photosPerAlbum, to: count, "value")
    for key: Settings.Key in [.prefetch, .placeArticles, .clickRemoves, .pinCovers] {
      settings.bind(key, to: layout[key.rawValue], "active")
    }
    gtk_editable_set_text(contact.cast(), settings[.contact])
    contact.on("apply") { [contact] in Preferences.use(contact, in: settings) }
    connectFolder(layout["choose-folder"])
    observer = Observer(of: { DistanceUnits.shared.areMiles }) { [weak self] _ in
      self?.radius.rename { Words.distance(metres: Double($0)) }
    }
    MenuKeys.ignoreOutOfSight(in: dialog)
    // Applies what was typed but not confirmed.
    dialog.on("unmap") { [weak self, count, contact] in
      gtk_spin_button_update(count.cast())
      self?.tiles.finish()
      Preferences.use(contact, in: settings)
    }
  }

  private static func use(_ contact: Widget, in settings: Settings) {
    let typed = String(cString: gtk_editable_get_text(contact.cast()))
    if settings[.contact] != typed { settings[.contact] = typed }
  }

  /// Connects the row for the folder of the user's own pictures.
  private func connectFolder(_ button: Widget) {
    folder.on("activated") { [weak self] in self?.chooseFolder() }
    button.on("clicked") { [weak self] in self?.chooseFolder() }
    resetFolder.on("clicked") { [weak self] in
      self?.settings.chosenPicturesFolder = nil
      self?.showFolder()
    }
    showFolder()
  }

  private func showFolder() {
    folder.set("subtitle", to: settings.picturesFolder ?? trc("folder", "None"))
    gtk_widget_set_visible(resetFolder, (settings.chosenPicturesFolder != nil).gboolean)
  }

  private func chooseFolder() {
    let kept = Ref(retaining: folder)
    Task { [weak self, settings] in
      if await PicturesFolder.choose(over: kept.pointer, in: settings) { self?.showFolder() }
    }
  }
}

/// The rows for the source of the map's tiles.
private final class TileRows {
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
        (
          .openStreetMap, tr("OpenStreetMap"),
          tr("Loaded from openstreetmap.org as you look around")
        ),
        (.custom, tr("Your Own Server"), tr("Loaded from a server of your choice")),
        (.offline, tr("Offline Map"), tr("Drawn on this computer, without a network")),
      ], chosen: settings.tileChoice)
    gtk_editable_set_text(address.cast(), settings[.tileAddress])
    gtk_widget_set_tooltip_text(
      address, tr("For example, {example}", ["example": "https://tile.example.org/{z}/{x}/{y}.png"])
    )
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
    if settings[.tileAddress] != template.text { settings[.tileAddress] = template.text }
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

/// The row of what is kept for undo.
private final class KeptChangesRow {
  private let preferences: Widget
  private let widget: Widget
  private let free: Widget
  private let undo: Undo

  init(_ layout: Layout, undo: Undo) {
    self.undo = undo
    (preferences, widget, free) = (layout["dialog"], layout["kept"], layout["free-space"])
    free.on("clicked") { [weak self] in self?.freeSpace() }
    update()
  }

  private func update() {
    Task { [weak self, undo] in
      let kept = try? await undo.keptChanges()
      guard let self else { return }
      widget.set("subtitle", to: kept.map(Words.kept) ?? "")
      gtk_widget_set_sensitive(free, ((kept?.steps ?? 0) > 0).gboolean)
    }
  }

  private func freeSpace() {
    let kept = Ref(retaining: preferences)
    Task { [weak self, undo] in
      guard await Dialog.answer(to: Layout("free-space"), over: kept.pointer) == "free" else {
        return
      }
      do throws(StoreError) {
        try await undo.forgetAll()
      } catch {
        guard self != nil, gtk_widget_get_mapped(kept.pointer) != 0 else { return }
        Dialog.addToast(Words.sentence(for: error), to: kept.pointer)
      }
      self?.update()
    }
  }
}

/// The row of the user's Flickr key.
private final class FlickrKeyRow {
  private let preferences: Widget
  private let widget: Widget
  private let key: FlickrKey
  private let change: Widget
  private let remove: Widget
  private var observer: Observer?

  init(_ layout: Layout, key: FlickrKey) {
    self.key = key
    preferences = layout["dialog"]
    (widget, change, remove) = (layout["key"], layout["change-key"], layout["remove-key"])
    for (button, signal) in [(widget, "activated"), (change, "clicked")] {
      button.on(signal) { [preferences] in FlickrKeyDialog.show(over: preferences, key: key) }
    }
    remove.on("clicked") { [weak self] in self?.forget() }
    observer = Observer { [weak self] in self?.update() }
    Task { await key.look() }
  }

  private func update() {
    widget.set("subtitle", to: Words.state(of: key))
    let (hasKey, isOurs) =
      switch key.state {
      case .unknown, .none: (false, true)
      case .saved, .thisSessionOnly: (true, true)
      case .fromEnvironment: (true, false)
      }
    gtk_button_set_label(change.cast(), hasKey ? tr("Change…") : tr("Set…"))
    change.setAccessibleName(hasKey ? tr("Change Flickr Key…") : tr("Set Flickr Key…"))
    gtk_list_box_row_set_activatable(widget.cast(), isOurs.gboolean)
    gtk_widget_set_visible(change, isOurs.gboolean)
    gtk_widget_set_visible(remove, (hasKey && isOurs).gboolean)
  }

  private func forget() {
    Task {
      do {
        try await key.forget()
      } catch let failure as KeyStoreFailure {
        guard gtk_widget_get_mapped(preferences) != 0 else { return }
        Dialog.addToast(Words.keyNotRemoved(because: failure), to: preferences)
      }
    }
  }
}

/// A row for choosing one of several values.
private final class ChoiceRow<Value: Equatable> {
  /// A value, its name, and a short explanation.
  typealias Choice = (value: Value, name: String, meaning: String?)

  private let widget: Widget
  var onChoose: (Value) -> Void = { _ in }
  private var choices: [Choice]
  /// Whether what is chosen changes because it is called otherwise.
  private var isRenaming = false

  init(_ widget: Widget, _ choices: [Choice], chosen: Value) {
    self.widget = widget
    self.choices = choices
    showNameInFull()
    showChoices(selecting: choices.firstIndex { $0.value == chosen } ?? 0)
    widget.on("notify::selected") { [weak self] in
      guard let self, !isRenaming else { return }
      showMeaning()
      onChoose(self.chosen)
    }
  }

  var chosen: Value { selected.value }

  /// Calls the choices otherwise.
  func rename(_ name: (Value) -> String) {
    let names = choices.map { name($0.value) }
    guard names != choices.map({ $0.name }) else { return }
    let position = Int(adw_combo_row_get_selected(widget.cast()))
    choices = zip(choices, names).map { ($0.value, $1, $0.meaning) }
    isRenaming = true
    showChoices(selecting: position)
    isRenaming = false
  }

  private func showChoices(selecting position: Int) {
    let names = Ref(adopting: gtk_string_list_new(nil)!)
    for choice in choices { gtk_string_list_append(names.pointer, choice.name) }
    adw_combo_row_set_model(widget.cast(), names.pointer)
    adw_combo_row_set_selected(widget.cast(), guint(position))
    showMeaning()
  }

  private var selected: Choice {
    choices[min(Int(adw_combo_row_get_selected(widget.cast())), choices.count - 1)]
  }

  /// Makes a narrow row wrap its title before it shortens the chosen name.
  private func showNameInFull() {
    let row: UnsafeMutablePointer<AdwComboRow> = widget.cast()
    adw_combo_row_set_list_factory(row, adw_combo_row_get_factory(row))
    let factory = Ref(adopting: gtk_signal_list_item_factory_new()!)
    factory.pointer.on("setup") { (item: OpaquePointer) in
      gtk_list_item_set_child(item, gtk_label_new(nil))
    }
    factory.pointer.on("bind") { (item: OpaquePointer) in
      guard let label = gtk_list_item_get_child(item), let name = gtk_list_item_get_item(item)
      else { return }
      gtk_label_set_label(label.cast(), gtk_string_object_get_string(OpaquePointer(name)))
    }
    adw_combo_row_set_factory(row, factory.pointer)
  }

  private func showMeaning() {
    if let meaning = selected.meaning { adw_action_row_set_subtitle(widget.cast(), meaning) }
    // Screen readers would otherwise read the title without the value.
    widget.setAccessibleDescription(
      selected.meaning.map { tr("{name}: {value}", ["name": selected.name, "value": $0]) }
        ?? selected.name)
  }
}
