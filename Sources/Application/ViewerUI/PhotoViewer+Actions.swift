import CAdwaita
import CGLib
import ExportUI
import GLibBridge
import TravelModel
import Widgets

/// The actions of the viewer's menu.
extension PhotoViewer {
  /// The names of the actions that need a picture.
  private static let pictureActions = [
    "save-as", "copy", "open-with", "set-background", "make-postcard",
  ]

  func addActions() {
    addAction("save-as") { $0.saveAs($1) }
    addAction("copy") { $0.copy($1) }
    addAction("open-with") { $0.handOver($1, to: PhotoHandover.openWith) }
    addAction("set-background") { $0.handOver($1, to: PhotoHandover.setBackground) }
    addAction("make-postcard") { viewer, photo in
      viewer.widget.activate(.makePostcard, photo.id.number)
    }
    addAction("show-on-map") { viewer, photo in
      guard let place = photo.details.coordinate else { return }
      viewer.widget.activate(.showPlace, place.decimal)
    }
    addAction("remove") { $0.remove($1) }
    addAction("favorite") { viewer, _ in viewer.setFavorite(!viewer.showsFavorite) }
    addAction("slideshow") { viewer, _ in viewer.toggleSlideshow() }
    gtk_widget_insert_action_group(widget, "viewer", actions.pointer.cast())
  }

  private func addAction(
    _ name: String, _ perform: @escaping @MainActor (PhotoViewer, Photo) -> Void
  ) {
    actions.pointer.addAction(name) { [weak self] in
      if let self, let photo { perform(self, photo) }
    }
  }

  /// Enables the actions that are possible.
  func enableActions(hasPicture: Bool) {
    func enable(_ name: String, _ isPossible: Bool) {
      let action = g_action_map_lookup_action(actions.pointer.cast(), name)!
      g_simple_action_set_enabled(action, isPossible.gboolean)
    }
    for name in PhotoViewer.pictureActions { enable(name, hasPicture) }
    // The user has the file of an own picture; a copy with a credit could only take its place.
    enable("save-as", hasPicture && showsLibrary)
    enable("remove", showsLibrary)
    enable(
      "favorite", showsLibrary && (photo.map { $0.isFavorite || $0.state == .stored } ?? false))
    enable("show-on-map", photo?.details.coordinate != nil)
  }

  private func handOver(
    _ photo: Photo,
    to receiver:
      @escaping @MainActor (String, UnsafeMutablePointer<GtkWindow>) async -> HandoverFailure?
  ) {
    guard let path = pictures.path, let window = widget.window else { return }
    Task {
      let copy = await lent(photo, path).copy()
      guard let copy else { return widget.activate(.showMessage, Words.sentence(for: .notCopied)) }
      if let failure = await receiver(copy, window) {
        widget.activate(.showMessage, Words.sentence(for: failure))
      }
    }
  }

  /// The photo that is shown, for other programs.
  private func lent(_ photo: Photo, _ path: String) -> LentPhoto {
    LentPhoto(photo, titled: photoName, path: path)
  }

  private func copy(_ photo: Photo) {
    guard let path = pictures.path else { return }
    Task { await PhotoClipboard.copy([lent(photo, path)], from: widget) }
  }

  private func saveAs(_ photo: Photo) {
    guard let path = pictures.path, let window = widget.window else { return }
    let lent = lent(photo, path)
    let request = FileRequest(
      purpose: .newFile(name: lent.fileName),
      title: tr("Save Photo"), acceptLabel: tr("_Save"),
      folder: savingFolder ?? PhotoSaving.picturesFolder)
    Task {
      guard let file = await FileChoosing.choose(request, over: window) else { return }
      savingFolder = g_file_get_parent(file.pointer).map { Ref(adopting: $0) }
      save(lent, to: file)
    }
  }

  private func save(_ lent: LentPhoto, to target: Ref<OpaquePointer>) {
    Task {
      let outcome = await PhotoSaving.save(lent.photo, to: target)
      let name = g_file_get_basename(target.pointer).map { String(adopting: $0) }
      widget.activate(
        .showMessage, Words.saved(outcome, as: name ?? ""))
    }
  }
}
