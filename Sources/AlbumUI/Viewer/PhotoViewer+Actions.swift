import CAdwaita
import CGLib
import GLibBridge
import TravelModel
import Widgets

/// The actions of the viewer's menu.
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
      let copy = await PhotoSaving.copyForOthers(path, of: photo)
      guard let copy else { return onMessage(Words.sentence(for: .notCopied)) }
      if let failure = await receiver(copy, window.cast()) {
        onMessage(Words.sentence(for: failure))
      }
    }
  }

  private func copy(_ photo: Photo) {
    guard let path = pictures.path else { return }
    Task {
      // A file manager pastes a file, which needs a telling name and the credit.
      let copy = await PhotoSaving.copyForOthers(path, of: photo)
      guard let copy, let picture = await pictures.wholePicture(of: copy) else {
        return onMessage(Words.sentence(for: .notCopied))
      }
      PhotoHandover.copy(picture, copy, from: widget)
      onMessage(tr("Photo copied"))
    }
  }

  private func saveAs(_ photo: Photo) {
    guard let path = pictures.path, let window = gtk_widget_get_root(widget) else { return }
    let request = FileRequest(
      purpose: .newFile(name: PhotoSaving.proposedName(for: photo, path: path)),
      title: tr("Save Photo"), acceptLabel: tr("_Save"),
      folder: savingFolder ?? PhotoSaving.picturesFolder)
    Task {
      guard let file = await FileChoosing.choose(request, over: window.cast()) else { return }
      savingFolder = g_file_get_parent(file.pointer).map { Ref(adopting: $0) }
      save(photo, path, to: file)
    }
  }

  private func save(_ photo: Photo, _ path: String, to target: Ref<OpaquePointer>) {
    Task {
      let outcome = await PhotoSaving.save(path, of: photo.details, to: target)
      let name = g_file_get_basename(target.pointer)
      defer { g_free(name) }
      onMessage(Words.saved(outcome, as: name.map { String(cString: $0) } ?? ""))
    }
  }
}
