import CAdwaita
import CGLib
import ExportUI
import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// The actions of the viewer's menu, on the photo that is shown.
final class ViewerActions {
  let group = Ref(adopting: g_simple_action_group_new()!)
  private unowned let viewer: PhotoViewer

  init(of viewer: PhotoViewer) { self.viewer = viewer }

  /// Adds the actions to a widget.
  func add(to widget: Widget) {
    add("save-as") { $0.saveAs($1) }
    add("copy") { actions, photo in
      guard let lent = actions.lent(photo) else { return }
      Task { await PhotoClipboard.copy([lent], from: actions.viewer.widget) }
    }
    add("open-with") { $0.handOver($1, to: PhotoHandover.openWith) }
    add("set-background") { actions, photo in
      actions.handOver(photo) {
        await PhotoHandover.setBackground($0, hasPreview: true, over: $1)
      }
    }
    add("make-postcard") { $0.viewer.widget.ask(.makePostcard($1.id)) }
    add("show-on-map") { actions, photo in
      guard let place = photo.details.coordinate else { return }
      actions.viewer.widget.ask(.showPlace(place))
    }
    add("remove") { actions, _ in actions.viewer.remove() }
    add("favorite") { actions, _ in actions.viewer.toggleFavorite() }
    add("slideshow") { actions, _ in actions.viewer.slideshow.toggle() }
    gtk_widget_insert_action_group(widget, "viewer", group.pointer.cast())
  }

  /// Enables the actions that are possible.
  func enable(hasPicture: Bool) {
    let (photo, isInLibrary) = (viewer.photo, viewer.showsLibrary)
    let canBeFavorite = photo.map { $0.isFavorite || $0.state == .stored } ?? false
    group.pointer.enableActions([
      "copy": hasPicture, "open-with": hasPicture, "set-background": hasPicture,
      // The large picture may not have come.
      "make-postcard": hasPicture && viewer.album?.foundPhoto == nil,
      // The user already has the file of an own picture; saving a copy could only overwrite it.
      "save-as": hasPicture && isInLibrary,
      "remove": isInLibrary, "favorite": isInLibrary && canBeFavorite,
      "show-on-map": photo?.details.coordinate != nil,
    ])
  }

  private func add(
    _ name: String, _ perform: @escaping @MainActor (ViewerActions, Photo) -> Void
  ) {
    group.pointer.addAction(name) { [weak self] in
      if let self, let photo = viewer.photo { perform(self, photo) }
    }
  }

  private func handOver(
    _ photo: Photo,
    to receiver:
      @escaping @MainActor (String, UnsafeMutablePointer<GtkWindow>) async -> HandoverFailure?
  ) {
    let widget = viewer.widget
    guard let lent = lent(photo), let window = widget.window else { return }
    Task {
      let copy = await lent.copy()
      guard let copy else { return widget.ask(.showMessage(Words.sentence(for: .notCopied))) }
      if let failure = await receiver(copy.path, window) {
        widget.ask(.showMessage(Words.sentence(for: failure)))
      }
    }
  }

  /// A copy of the shown photo for other programs; nil if it has no picture.
  private func lent(_ photo: Photo) -> LentPhoto? {
    viewer.pictures.path.map { LentPhoto(photo, titled: viewer.photoName, path: $0) }
  }

  private func saveAs(_ photo: Photo) {
    let widget = viewer.widget
    guard let lent = lent(photo), let window = widget.window else { return }
    let folder = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map { String(cString: $0) }
    Task {
      let files = await FileChoosing.choose(
        .newFile(name: lent.fileName), title: tr("Save Photo"), acceptLabel: tr("_Save"),
        for: .photos, in: folder, settings: viewer.settings, over: window)
      guard let file = files.first else { return }
      let outcome = await PhotoSaving.save(lent, to: file)
      let name = g_file_get_basename(file.pointer).map { String(adopting: $0) }
      widget.ask(.showMessage(Words.saved(outcome, as: name ?? "")))
    }
  }
}
