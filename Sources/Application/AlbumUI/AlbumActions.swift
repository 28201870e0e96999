import CAdwaita
import CGLib
import ExportUI
import GLibBridge
import TouristSession
import TravelModel
import TravelStore
import Widgets

/// The actions on an album and its photos: keys, presses and menus.
final class AlbumActions {
  private unowned let page: AlbumPage
  private let group = Ref(adopting: g_simple_action_group_new()!)

  private static let prefix = "album"

  private var session: Session { page.session }
  private var settings: Settings { page.settings }
  private var album: AlbumModel? { page.album }
  private var widget: Widget { page.widget }

  init(of page: AlbumPage) {
    self.page = page
    add("new-collection") { $0.session.albums.newCollection($1) }
    add("retry") { actions, _ in actions.retry() }
    add("slideshow") { $0.startSlideshow(of: $1) }
    add("rename") { actions, _ in actions.page.header.title.edit() }
    add("details") { actions, album in actions.widget.ask(.showDetails(album.pin.id)) }
    add("add-to-trip") { actions, album in actions.widget.ask(.addToTrip(album.pin.id)) }
    add("copy-coordinates") { actions, album in
      gdk_clipboard_set_text(gtk_widget_get_clipboard(actions.widget), album.pin.coordinate.decimal)
    }
    add("restore-removed") { actions, album in
      actions.widget.changeLibrary { [session = actions.session] in
        try await session.undo.undoPhotoRemovals(from: album)
      }
    }
    add("export") { $0.page.exporter.export($1, titled: $0.pin(of: $1).title) }
    add("print") { $0.page.exporter.print($1, titled: $0.pin(of: $1).title) }
    add("remove-pin") { actions, album in
      let (pin, session) = (actions.pin(of: album), actions.session)
      actions.widget.changeLibrary { try await session.remove([pin.id]) }
    }
    group.pointer.addTextAction("more-of") { [weak self] title in
      guard let self, let album, let sight = page.about.sight(titled: title) else { return }
      session.albums.newCollection(album, of: sight)
      if page.about.coversAlbum { page.about.toggle() }
    }
    addSourceAction()
    gtk_widget_insert_action_group(widget, AlbumActions.prefix, group.pointer.cast())
    widget.addKeys(ofActions: AlbumActions.prefix)
    settings.onChange(of: .photoSource) { [weak self] in self?.update() }
    settings.onChange(of: .askCommons, .askFlickr, .askPanoramax) { [weak self] in
      if let self, let album { showNotices(of: album) }
    }
  }

  /// Shows the album's source in the menu, and enables what can be done now.
  func update() {
    guard let album else { return }
    let tally = album.tally
    g_simple_action_set_state(
      g_action_map_lookup_action(group.pointer.cast(), "source"),
      g_variant_new_string(session.albums.source(of: album).rawValue))
    // After a failed first search, Try Again takes the place of New Collection, unless Choose Folder
    // is offered instead.
    let isUnfound = tally.all == 0 && album.trouble != nil && remedy(for: album) != .chooseFolder
    group.pointer.enableActions([
      "restore-removed": session.undo.next.restorable.contains(album.pin.id),
      "slideshow": tally.stored > 0, "print": tally.stored > 0,
      "export": tally.stored > 0 && !page.exporter.isBusy, "source": album.allowsNewCollection,
      "new-collection": album.allowsNewCollection && !isUnfound,
      "more-of": album.allowsNewCollection,
    ])
  }

  /// Shows above the photos what went wrong, and what the user can do about it.
  func showNotices(of album: AlbumModel) {
    page.notices.replace([.album, .failedPhotos, .gonePhotos, .fallback], with: notices(of: album))
  }

  /// Retries what failed, after asking for what is missing, such as a key.
  func retry() {
    guard let album else { return }
    switch remedy(for: album) {
    case .tryAgain: session.albums.retry(album)
    case .enterKey(let failure):
      FlickrKeyDialog.show(over: widget, key: page.flickrKey, because: failure) { [weak self] in
        self?.session.albums.retry(album)
      }
    case .turnOn(let sources):
      for source in sources { settings[asks: source] = true }
      // That retries what has failed, but does not replace photos.
      let isRetried = album.tally.all == 0 || (album.trouble == nil && album.hasTurnedOffPhotos)
      if !isRetried { session.albums.retry(album) }
    case .chooseFolder:
      Task { [weak self, session, widget, settings] in
        let isChosen = await FileChoosing.choosePicturesFolder(over: widget, in: settings)
        if isChosen, self?.album === album { session.albums.retry(album) }
      }
    }
  }

  /// Retries, removes or opens the photo that was tapped.
  func tap(_ photo: Photo) {
    if photo.state == .failed, !photo.isGone { return retry(photo) }
    guard settings[.clickRemoves] else { return view(photo) }
    remove([photo])
    page.advice.photoPressed()
  }

  func view(_ photo: Photo) { widget.ask(.viewPhoto(photo.id)) }

  func remove(_ photos: [Photo]) {
    guard let album, !photos.isEmpty else { return }
    Task { [session] in await session.remove(photos, from: album) }
  }

  /// Marks photos as favourites; if all of them are already, removes the mark.
  func turnFavorite(_ photos: [Photo]) {
    guard let album else { return }
    let isFavorite = !photos.allSatisfy(\.isFavorite)
    let changed = photos.filter { $0.isFavorite || $0.state == .stored }
    widget.changeLibrary { [session, settings, widget] in
      try await session.setFavorites(changed, to: isFavorite, in: album)
      if isFavorite, !changed.isEmpty { widget.explainFavorites(onceIn: settings) }
    }
  }

  func openMenu(of photo: Photo, over cell: Widget) {
    let group = g_simple_action_group_new()!
    if photo.state == .failed, !photo.isGone {
      group.addAction("retry") { [weak self] in self?.retry(photo) }
    }
    group.addAction("view") { [weak self] in self?.view(photo) }
    if photo.state == .stored || photo.isFavorite {
      group.addAction(photo.isFavorite ? "drop-favorite" : "add-favorite") { [weak self] in
        self?.turnFavorite([photo])
      }
    }
    if let address = photo.details.pageAddress.flatMap(WebAddress.page) {
      group.addAction("page") { [widget] in widget.ask(.openPage(address: address)) }
    }
    if photo.state == .stored {
      group.addAction("make-postcard") { [widget] in widget.ask(.makePostcard(photo.id)) }
    }
    group.addAction("remove") { [weak self] in self?.remove([photo]) }
    gtk_widget_insert_action_group(cell, "photo", group.cast())
    g_object_unref(group.raw)
    let popover = gtk_popover_menu_new_from_model(Menus.model("photo"))!
    attachPopover(popover, to: cell)
    gtk_popover_popup(popover.cast())
  }
}

extension AlbumActions {
  private func add(_ name: String, _ perform: @escaping (AlbumActions, AlbumModel) -> Void) {
    group.pointer.addAction(name) { [weak self] in
      if let self, let album { perform(self, album) }
    }
  }

  /// Adds the action that chooses a source and fills the album from it at once.
  ///
  /// Also fills the menu of sources, which all pages share.
  private func addSourceAction() {
    let text = g_variant_type_new("s")
    defer { g_variant_type_free(text) }
    let action = Ref(
      adopting: g_simple_action_new_stateful(
        "source", text, g_variant_new_string(settings.photoSource.rawValue))!)
    action.pointer.on("activate") { [weak self] (value: OpaquePointer) in
      let name = String(cString: g_variant_get_string(value, nil))
      guard let self, let album, let choice = SourceChoice(rawValue: name) else { return }
      // Choosing the present source again must not replace its photos.
      if choice != session.albums.source(of: album) || album.tally.all == 0 {
        session.albums.newCollection(album, from: choice)
      }
    }
    g_action_map_add_action(group.pointer.cast(), action.pointer.cast())
    let menu = Menus.model("album-sources")
    guard g_menu_model_get_n_items(menu) == 0 else { return }
    for choice in SourceChoice.allCases {
      g_menu_append(
        menu.cast(), Words.name(of: choice), "\(AlbumActions.prefix).source::\(choice.rawValue)")
    }
  }

  private func notices(of album: AlbumModel) -> [Notice] {
    // An empty album shows its trouble in the middle of the page.
    guard album.tally.all > 0, album.allowsNewCollection else { return [] }
    let remedy = remedy(for: album)
    let again = (remedy.label, { [weak self] () -> Void in self?.retry() })
    // Whether what was turned off is on again.
    let isOnAgain = remedy == .tryAgain
    var found: [Notice] = []
    if let trouble = album.trouble, trouble != .search(.turnedOff) || !isOnAgain {
      let isFinal =
        switch trouble {
        case .nothingElse, .noneOf: true
        case .search, .library: false
        }
      found.append(
        Notice(
          id: .album, text: Words.newCollectionFailed(because: trouble, key: page.flickrKey),
          remedy: isFinal ? nil : again))
    }
    if album.tally.failed > 0, album.trouble == nil {
      let failed = album.photos.filter { $0.state == .failed && !$0.isGone }
      let gone = album.photos.filter(\.isGone)
      if !failed.isEmpty {
        let failures = Set(failed.map(\.failure))
        let isSame = failures.count == 1 && !(album.hasTurnedOffPhotos && isOnAgain)
        found.append(
          Notice(
            id: .failedPhotos,
            text: Words.failedPhotos(failed.count, because: isSame ? failed[0].failure : nil),
            remedy: again))
      }
      if !gone.isEmpty {
        let collect = { [weak self] () -> Void in
          if let self, let album = self.album { session.albums.newCollection(album) }
        }
        let remove = { [weak self] () -> Void in self?.remove(gone) }
        found.append(
          Notice(
            id: .gonePhotos, text: Words.gonePhotos(gone.count),
            remedy: (tr("New Collection"), collect), alternative: (tr("Remove"), remove)))
      }
    }
    if let failure = album.info?.fallbackReason {
      // The user who has turned the service off may want it to stay so.
      found.append(
        Notice(
          id: .fallback, text: Words.fallback(because: failure, isOnAgain: isOnAgain),
          remedy: again, isAdvice: failure == .turnedOff))
    } else if album.info?.hasBegunAgain == true {
      found.append(
        Notice(
          id: .fallback,
          text: tr("You have seen all photos of this place, so they are shown again.")))
    }
    return found
  }

  /// The remedy for an album's trouble, or for photos that failed.
  func remedy(for album: AlbumModel) -> AlbumRemedy {
    switch album.trouble {
    // A key from the environment can only be changed there.
    case .search(let failure) where failure == .keyMissing || failure == .keyRefused:
      page.flickrKey.state == .fromEnvironment ? .tryAgain : .enterKey(failure)
    case .search(.turnedOff): turningOn([session.albums.source(of: album).source])
    case nil where album.hasTurnedOffPhotos:
      turningOn(album.photos.filter { $0.isTurnedOff }.map(\.details.source))
    case nil where album.info?.fallbackReason == .turnedOff:
      turningOn([session.albums.source(of: album).source])
    case .search(.folderUnreadable): .chooseFolder
    default: .tryAgain
    }
  }

  /// Turning on those of some sources that are turned off, or trying again if none is any more.
  private func turningOn(_ sources: [String]) -> AlbumRemedy {
    let sources = Set(sources).filter { !settings[asks: $0] }
    return sources.isEmpty ? .tryAgain : .turnOn(sources)
  }

  private func retry(_ photo: Photo) {
    if let album { session.albums.retry([photo.id], of: album) }
  }

  /// Starts a slideshow at the focused photo, or at the first one.
  private func startSlideshow(of album: AlbumModel) {
    let shown = album.photos.filter { $0.state == .stored }
    let focused = page.grid.focusedPhoto.flatMap { photo in shown.first { $0.id == photo.id } }
    guard let photo = focused ?? shown.first else { return }
    widget.ask(.playPhotos(photo.id))
  }

  /// The pin as it is now.
  private func pin(of album: AlbumModel) -> Pin { session.map.pins[album.pin.id] ?? album.pin }
}

/// What the user can do when photos are missing.
enum AlbumRemedy: Equatable {
  case tryAgain
  /// Enter another Flickr key, because the present one failed or there is none.
  case enterKey(SourceFailure)
  /// Turn photo services on, by the names of the sources.
  case turnOn(Set<String>)
  /// Choose another folder of own pictures.
  case chooseFolder

  var label: String {
    switch self {
    case .tryAgain: tr("Try Again")
    case .enterKey: tr("Enter Key…")
    case .turnOn: tr("Turn On")
    case .chooseFolder: tr("Choose Folder…")
    }
  }
}

extension AlbumModel {
  /// Whether photos are missing because their service was turned off.
  fileprivate var hasTurnedOffPhotos: Bool { photos.contains { $0.isTurnedOff } }
}

extension Photo {
  /// Whether the photo is missing because its service was turned off.
  fileprivate var isTurnedOff: Bool { failure == .source(.turnedOff) }
}
