import CAdwaita
import CGLib
import GLibBridge
import Travels

/// What the viewer's menu does.
extension PhotoViewer {
  func perform(_ action: ViewerAction) {
    guard let photo else { return }
    switch action {
    case .showOnMap: onShowOnMap(photo)
    case .remove: remove(photo)
    case .saveAs: saveAs(photo)
    case .copy: copy(photo)
    case .openWith: handOver(photo) { await PhotoHandover.openWith($0, over: $1) }
    case .setBackground: handOver(photo) { await PhotoHandover.setBackground($0, over: $1) }
    }
  }

  private func handOver(
    _ photo: Photo,
    to receiver:
      @escaping @MainActor (String, UnsafeMutablePointer<GtkWindow>) async -> HandoverFailure?
  ) {
    guard let path = pictures.path, let window = gtk_widget_get_root(widget) else { return }
    Task {
      let copy = await PhotoSaving.lend(path, of: photo, writeCredit: tools.writeCredit)
      guard let copy else { return onMessage(Words.sentence(for: .notCopied)) }
      if let failure = await receiver(copy, window.cast()) {
        onMessage(Words.sentence(for: failure))
      }
    }
  }

  private func copy(_ photo: Photo) {
    guard let path = pictures.path else { return }
    Task {
      // Where files are pasted, it is to be one with a name that says whose it is.
      let copy = await PhotoSaving.lend(path, of: photo, writeCredit: tools.writeCredit)
      guard let copy, let picture = await pictures.wholePicture(of: copy) else {
        return onMessage(Words.sentence(for: .notCopied))
      }
      PhotoHandover.copy(picture, copy, from: widget)
      onMessage(tr("Photo copied"))
    }
  }

  private func saveAs(_ photo: Photo) {
    guard let path = pictures.path else { return }
    let window: UnsafeMutablePointer<GtkWindow>? = gtk_widget_get_root(widget).map { $0.cast() }
    let chooser = gtk_file_chooser_native_new(
      tr("Save Photo"), window, GTK_FILE_CHOOSER_ACTION_SAVE, tr("_Save"), tr("_Cancel"))!
    let dialog = Ref(adopting: chooser)
    gtk_native_dialog_set_modal(chooser.cast(), 1)
    gtk_file_chooser_set_current_name(
      OpaquePointer(raw: chooser.raw), PhotoSaving.proposedName(for: photo, path: path))
    if let folder = savingFolder ?? PhotoSaving.picturesFolder {
      gtk_file_chooser_set_current_folder(
        OpaquePointer(raw: chooser.raw), folder.pointer.cast(), nil)
    }
    chooser.on("response") { [weak self] (response: Int32) in
      guard let self else { return }
      defer { savingDialog = nil }
      guard response == GTK_RESPONSE_ACCEPT.rawValue,
        let file = gtk_file_chooser_get_file(OpaquePointer(raw: chooser.raw))
      else { return }
      savingFolder = g_file_get_parent(file).map { Ref(adopting: $0) }
      save(photo, path, to: Ref(adopting: file))
    }
    // GTK keeps no reference of its own to a dialog of the desktop.
    savingDialog = dialog
    gtk_native_dialog_show(chooser.cast())
  }

  private func save(_ photo: Photo, _ path: String, to target: Ref<OpaquePointer>) {
    Task {
      let outcome = await PhotoSaving.save(
        path, of: photo.details, to: target, writeCredit: tools.writeCredit)
      let name = g_file_get_basename(target.pointer)
      defer { g_free(name) }
      onMessage(Words.saved(outcome, as: name.map { String(cString: $0) } ?? ""))
    }
  }
}
