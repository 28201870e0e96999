import CAdwaita
import CGLib
import ExportUI
import GLibBridge
import TouristSession
import TravelModel
import TravelStore
import Widgets

/// The album's menus and their actions.
enum AlbumActions {
  static let prefix = "album"

  static func add(to page: AlbumPage) {
    let group = g_simple_action_group_new()!
    group.addAction("new-collection") { [weak page] in page?.replaceAlbum() }
    group.addAction("retry") { [weak page] in page?.retry() }
    group.addAction("slideshow") { [weak page] in page?.startSlideshow() }
    group.addAction("rename") { [weak page] in page?.title.edit() }
    group.addAction("copy-coordinates") { [weak page] in page?.copyCoordinates() }
    group.addAction("restore-removed") { [weak page] in page?.restoreRemoved() }
    group.addAction("export") { [weak page] in page?.exportAlbum() }
    group.addAction("print") { [weak page] in page?.printAlbum() }
    group.addAction("remove-pin") { [weak page] in page?.removePin() }
    let source = makeSourceAction(page)
    g_action_map_add_action(group.cast(), source.pointer.cast())
    fillSourceMenu()
    gtk_widget_insert_action_group(page.widget, prefix, group.cast())
    page.actions = Ref(adopting: group.cast())
    page.settings.onChange(of: .photoSource) { [weak page] in
      if let page { update(page) }
    }
  }

  /// Shows the album's source in the menu, and enables what can be done now.
  static func update(_ page: AlbumPage) {
    guard let album = page.album else { return }
    func action(_ name: String) -> OpaquePointer {
      g_action_map_lookup_action(page.actions!.pointer.cast(), name)
    }
    let canRestore = page.session.undo.next.restorable.contains(album.pin.id)
    g_simple_action_set_enabled(action("restore-removed"), canRestore.gboolean)
    let source = page.session.albums.source(of: album)
    g_simple_action_set_state(action("source"), g_variant_new_string(source.rawValue))
    g_simple_action_set_enabled(action("slideshow"), (album.tally.stored > 0).gboolean)
    g_simple_action_set_enabled(action("print"), (album.tally.stored > 0).gboolean)
    let canExport = album.tally.stored > 0 && !page.exporter.isBusy
    g_simple_action_set_enabled(action("export"), canExport.gboolean)
    g_simple_action_set_enabled(action("source"), album.takesNewCollection.gboolean)
    // Where the first search failed, Try Again does the same; it is not there beside Choose Folder.
    let isUnfound =
      album.tally.all == 0 && album.trouble != nil
      && album.remedy(with: page.flickrKey) != .chooseFolder
    g_simple_action_set_enabled(
      action("new-collection"), (album.takesNewCollection && !isUnfound).gboolean)
  }

  /// The choice of a source, from which the album is filled at once.
  private static func makeSourceAction(_ page: AlbumPage) -> Ref<OpaquePointer> {
    let text = g_variant_type_new("s")
    defer { g_variant_type_free(text) }
    let action = g_simple_action_new_stateful(
      "source", text, g_variant_new_string(page.settings.photoSource.rawValue))!
    action.on("activate") { [weak page] (value: OpaquePointer) in
      let name = String(cString: g_variant_get_string(value, nil))
      guard let page, let album = page.album, let choice = SourceChoice(rawValue: name) else {
        return
      }
      // Choosing the present source again must not replace its photos.
      let isChange = choice != page.session.albums.source(of: album)
      if isChange || album.tally.all == 0 { page.replaceAlbum(from: choice) }
    }
    return Ref(adopting: action)
  }

  static func makeMenuButton() -> Widget {
    let button = gtk_menu_button_new()!
    gtk_menu_button_set_icon_name(button.cast(), "view-more-symbolic")
    Menus.give("album", to: button)
    gtk_widget_set_tooltip_text(button, tr("Album Menu"))
    button.setAccessibleName(tr("Album Menu"))
    return button
  }

  /// Fills the menu of sources, which all pages share.
  private static func fillSourceMenu() {
    let menu = Menus.model("album-sources")
    guard g_menu_model_get_n_items(menu) == 0 else { return }
    for choice in SourceChoice.allCases {
      g_menu_append(menu.cast(), Words.name(of: choice), "\(prefix).source::\(choice.rawValue)")
    }
  }
}

extension AlbumPage {
  /// Shows the photos large, one after another, from the focused one or the first on.
  func startSlideshow() {
    let shown = album?.photos.filter { $0.state == .stored } ?? []
    let focused = grid.focusedCell?.photo.flatMap { photo in shown.first { $0.id == photo.id } }
    guard let photo = focused ?? shown.first else { return }
    widget.activate(.playPhotos, photo.id.number)
  }

  func copyCoordinates() {
    guard let album else { return }
    gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), album.pin.coordinate.decimal)
  }

  func exportAlbum() {
    if let album { exporter.export(album, titled: placeName(of: album)) }
  }

  func printAlbum() {
    if let album { exporter.print(album, titled: placeName(of: album)) }
  }

  /// The name that the pin has now.
  private func placeName(of album: AlbumModel) -> String {
    (session.map.pins[album.pin.id] ?? album.pin).title
  }
}
