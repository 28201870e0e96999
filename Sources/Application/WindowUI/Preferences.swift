import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelModel
import TravelStore
import Widgets

/// The preferences, which apply immediately.
enum Preferences {
  /// The radii to choose from, in metres.
  private static let radii: Set = [
    10, 50, 100, 250, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000,
  ]

  /// Opens the preferences over a window.
  static func open(over parent: Widget, context: Context, background: DailyBackground) {
    let layout = Layout("preferences")
    let settings = context.settings
    let sources = SourceChoice.allCases.map { source in
      let (name, meaning) = Words.nameAndMeaning(of: source)
      return Choice(source, name, meaning)
    }
    fill(layout["source"], with: sources, chosen: settings.photoSource) {
      settings.photoSource = $0
    }
    let radii = radii.union([settings.searchRadius]).sorted()
    fill(
      layout["radius"], with: radii.map { Choice($0, Words.distance(metres: Double($0))) },
      chosen: settings.searchRadius
    ) {
      settings.searchRadius = $0
    }
    let units = DistanceUnits.Choice.allCases.map { Choice($0, Words.name(of: $0)) }
    fill(layout["units"], with: units, chosen: settings.distanceUnits) {
      settings.distanceUnits = $0
    }
    for key: Settings.Key in [
      .clickRemoves, .dailyBackground, .pinCovers, .askCommons, .askFlickr, .askPanoramax,
      .prefetch, .placeArticles,
    ] {
      settings.bind(key, to: layout[key.rawValue], "active")
    }
    let backgroundRow = layout["background"]
    let observer = Observer { backgroundRow.set("subtitle", to: background.description) }
    attach(observer, to: backgroundRow)
    connectFolder(layout, settings)
    connectKey(layout, context.flickrKey)
    connectLibrary(layout, context.session.library)
    connectKeptChanges(layout, context.session.undo)
    Task { [session = context.session, row = Ref(retaining: layout["snapshots"])] in
      row.pointer.set("subtitle", to: Words.size(of: await session.snapshots()))
    }
    connectCaches(layout, Caches(in: context.cacheFolder))
    let (count, contact, dialog) = (layout["count"], layout["contact"], layout["dialog"])
    settings.bind(.photosPerAlbum, to: count, "value")
    gtk_editable_set_text(contact.cast(), settings[.contact])
    func useContact() {
      let typed = typedText(in: contact)
      if settings[.contact] != typed { settings[.contact] = typed }
    }
    contact.on("apply") { useContact() }
    let useAddress = connectTiles(layout, settings)
    // Applies what was typed but not confirmed.
    dialog.on("unmap") {
      gtk_spin_button_update(count.cast())
      useAddress()
      useContact()
    }
    MenuKeys.ignoreOutOfSight(in: dialog)
    Dialog.present(layout, over: parent)
  }

  /// Connects the row for the folder of the user's own pictures.
  private static func connectFolder(_ layout: Layout, _ settings: Settings) {
    let (folder, reset) = (layout["folder"], layout["reset-folder"])
    func show() {
      folder.set("subtitle", to: settings.picturesFolder ?? trc("folder", "None"))
      gtk_widget_set_visible(reset, (settings.chosenPicturesFolder != nil).gboolean)
    }
    func choose() {
      let kept = Ref(retaining: folder)
      Task {
        let isChosen = await FileChoosing.choosePicturesFolder(over: kept.pointer, in: settings)
        // The preferences may be closed by then.
        if isChosen, kept.pointer.window != nil { show() }
      }
    }
    folder.on("activated") { choose() }
    layout["choose-folder"].on("clicked") { choose() }
    reset.on("clicked") {
      settings.chosenPicturesFolder = nil
      show()
    }
    show()
  }

  /// Connects the rows for the source of the map's tiles, and the switch that chooses the offline map
  /// or one of the network; returns what applies the address of the user's own server, if it is valid.
  private static func connectTiles(
    _ layout: Layout, _ settings: Settings
  ) -> @MainActor () -> Void {
    let (address, flaw) = (layout["address"], layout["flaw"])
    let (row, online, onlineRow) = (layout["tiles"], layout["online"], layout["online-row"])
    var chosen = settings.mapChoice
    func typed() -> Result<TileTemplate, TileTemplate.Flaw> {
      Result { () throws(TileTemplate.Flaw) in
        try TileTemplate(typedText(in: address))
      }
    }
    func useAddress() {
      guard chosen == .custom, case .success(let template) = typed() else { return }
      if settings[.tileAddress] != template.text { settings[.tileAddress] = template.text }
      if settings.mapChoice != .custom { settings.mapChoice = .custom }
    }
    func showFlaw() {
      guard chosen == .custom, case .failure(let reason) = typed() else {
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
    // What the switch turns on again: the user's own server, if there is one.
    let hasOwn = (try? TileTemplate(settings[.tileAddress])) != nil
    var served = chosen.isOnline ? chosen : hasOwn ? .custom : .openStreetMap
    func next() -> (choice: MapChoice, template: TileTemplate) {
      let server = try? served == .custom ? typed().get() : served.server(in: settings)?.template
      return server.map { (served, $0) } ?? (.openStreetMap, .openStreetMap)
    }
    /// What the map shows, which keeps its source until there is a valid address.
    func shown() -> TileTemplate? { try? settings.mapChoice.server(in: settings)?.template }
    func showServer() {
      let server = (shown() ?? next().template).host
      onlineRow.set("subtitle", to: tr("{server}, as you look around the map", ["server": server]))
      gtk_switch_set_active(online.cast(), (shown() != nil).gboolean)
    }
    func showAddress() {
      gtk_widget_set_visible(address, (chosen == .custom).gboolean)
      showFlaw()
      showServer()
    }
    // A file is opened in the menu of the map; then it can be chosen here, too.
    let choices = MapChoice.allCases.filter { $0 != .file || $0.entry(in: settings) != nil }
      .map { Choice($0, $0.words.name, $0.words.meaning) }
    fill(row, with: choices, chosen: chosen) {
      chosen = $0
      if chosen.isOnline { served = chosen }
      if $0 == .custom { useAddress() } else { settings.mapChoice = $0 }
      showAddress()
    }
    gtk_editable_set_text(address.cast(), settings[.tileAddress])
    gtk_widget_set_tooltip_text(
      address, tr("For example, {example}", ["example": "https://tile.example.org/{z}/{x}/{y}.png"])
    )
    address.on("apply") {
      useAddress()
      showServer()
    }
    address.on("changed") { showAddress() }
    online.on("notify::active") {
      let isOn = gtk_switch_get_active(online.cast()) != 0
      guard isOn != (shown() != nil) else { return }
      let wanted = isOn ? next().choice : .offline
      adw_combo_row_set_selected(
        row.cast(), guint(choices.firstIndex { $0.value == wanted } ?? 0))
      // The address may be chosen already, but not applied.
      useAddress()
      showServer()
    }
    showAddress()
    return useAddress
  }

  /// Connects the row of the library.
  private static func connectLibrary(_ layout: Layout, _ library: Library) {
    Task { [row = Ref(retaining: layout["library"])] in
      row.pointer.set("subtitle", to: Words.size(await library.size()))
    }
    layout["show-library"].on("clicked") { [dialog = layout["dialog"]] in
      let kept = Ref(retaining: dialog)
      Task {
        guard let window = kept.pointer.window else { return }
        let isOpen = await WebPage.open(file: library.folder, from: window)
        // The preferences may be closed by then.
        guard !isOpen, gtk_widget_get_mapped(kept.pointer) != 0 else { return }
        Dialog.addToast(tr("No app can open the folder."), to: kept.pointer)
      }
    }
  }

  /// Connects the row of the caches.
  private static func connectCaches(_ layout: Layout, _ caches: Caches) {
    let (row, clear) = (layout["caches"], layout["clear-caches"])
    clear.setAccessibleName(tr("Clear Cached Map Tiles and Pictures"))
    func update(clearing: Bool = false) {
      let (shown, button) = (Ref(retaining: row), Ref(retaining: clear))
      Task {
        if clearing { await caches.clear() }
        let size = await caches.size()
        shown.pointer.set("subtitle", to: Words.cached(size))
        enable(button.pointer, size > 0, in: shown.pointer)
      }
    }
    clear.on("clicked") { update(clearing: true) }
    update()
  }

  /// Connects the row of what is kept for undo.
  private static func connectKeptChanges(_ layout: Layout, _ undo: Undo) {
    let (row, free) = (layout["kept"], layout["free-space"])
    func update() {
      let (shown, button) = (Ref(retaining: row), Ref(retaining: free))
      Task {
        let kept = try? await undo.keptChanges()
        shown.pointer.set("subtitle", to: kept.map(Words.kept) ?? "")
        enable(button.pointer, (kept?.steps ?? 0) > 0, in: shown.pointer)
      }
    }
    free.on("clicked") { [dialog = layout["dialog"]] in
      let (kept, button) = (Ref(retaining: dialog), Ref(retaining: free))
      Task {
        guard await Dialog.answer(to: Layout("free-space"), over: kept.pointer) == "free" else {
          return
        }
        var failure: StoreError?
        do throws(StoreError) { try await undo.forgetAll() } catch { failure = error }
        // The preferences may be closed by then.
        guard button.pointer.window != nil else { return }
        if let failure { Dialog.addToast(Words.sentence(for: failure), to: kept.pointer) }
        update()
      }
    }
    update()
  }

  /// Enables or disables the button of a row, which takes the focus from a disabled one.
  private static func enable(_ button: Widget, _ isEnabled: Bool, in row: Widget) {
    Focus.recover(in: row) {
      gtk_widget_grab_focus(row)
    } after: {
      gtk_widget_set_sensitive(button, isEnabled.gboolean)
    }
  }

  /// Connects the row of the user's Flickr key.
  private static func connectKey(_ layout: Layout, _ key: FlickrKey) {
    let (dialog, row) = (layout["dialog"], layout["key"])
    let (change, remove) = (layout["change-key"], layout["remove-key"])
    for (button, signal) in [(row, "activated"), (change, "clicked")] {
      button.on(signal) { FlickrKeyDialog.show(over: dialog, key: key) }
    }
    remove.on("clicked") {
      let kept = Ref(retaining: dialog)
      Task {
        do {
          try await key.forget()
        } catch let failure as KeyStoreFailure {
          guard gtk_widget_get_mapped(kept.pointer) != 0 else { return }
          Dialog.addToast(Words.keyNotRemoved(because: failure), to: kept.pointer)
        }
      }
    }
    let observer = Observer {
      row.set("subtitle", to: Words.state(of: key))
      let (hasKey, isOurs) =
        switch key.state {
        case .unknown, .none: (false, true)
        case .saved, .thisSessionOnly: (true, true)
        case .fromEnvironment: (true, false)
        }
      gtk_button_set_label(change.cast(), hasKey ? tr("Change…") : tr("Set…"))
      change.setAccessibleName(hasKey ? tr("Change Flickr Key…") : tr("Set Flickr Key…"))
      gtk_list_box_row_set_activatable(row.cast(), isOurs.gboolean)
      gtk_widget_set_visible(change, isOurs.gboolean)
      gtk_widget_set_visible(remove, (hasKey && isOurs).gboolean)
    }
    attach(observer, to: row)
    Task { await key.look() }
  }

  /// Fills a row for choosing one of several values; their names may change meanwhile.
  private static func fill<Value: Equatable>(
    _ widget: Widget, with choices: @escaping @autoclosure () -> [Choice<Value>], chosen: Value,
    onChoose: @escaping (Value) -> Void
  ) {
    let row: UnsafeMutablePointer<AdwComboRow> = widget.cast()
    // A narrow row wraps its title before it shortens the chosen name.
    adw_combo_row_set_list_factory(row, adw_combo_row_get_factory(row))
    let factory = Ref(
      adopting: gtk_builder_list_item_factory_new_from_resource(nil, Layout.path(of: "choice"))!)
    adw_combo_row_set_factory(row, factory.pointer)
    var (shown, chosen, isNaming) = ([Choice<Value>](), chosen, false)
    func showMeaning() {
      guard let choice = shown.first(where: { $0.value == chosen }) else { return }
      if let meaning = choice.meaning { adw_action_row_set_subtitle(widget.cast(), meaning) }
      // Screen readers would otherwise read the title without the value.
      widget.setAccessibleDescription(
        choice.meaning.map { tr("{name}: {value}", ["name": choice.name, "value": $0]) }
          ?? choice.name)
    }
    let observer = Observer(of: choices) {
      shown = $0
      isNaming = true
      let names = Ref(adopting: gtk_string_list_new(nil)!)
      for choice in shown { gtk_string_list_append(names.pointer, choice.name) }
      adw_combo_row_set_model(row, names.pointer)
      adw_combo_row_set_selected(row, guint(shown.firstIndex { $0.value == chosen } ?? 0))
      isNaming = false
      showMeaning()
    }
    attach(observer, to: widget)
    widget.on("notify::selected") {
      guard !isNaming else { return }
      chosen = shown[min(Int(adw_combo_row_get_selected(row)), shown.count - 1)].value
      showMeaning()
      onChoose(chosen)
    }
  }
}

/// A value to choose, its name, and a short explanation.
private struct Choice<Value> {
  let value: Value
  let name: String
  let meaning: String?

  init(_ value: Value, _ name: String, _ meaning: String? = nil) {
    (self.value, self.name, self.meaning) = (value, name, meaning)
  }
}
