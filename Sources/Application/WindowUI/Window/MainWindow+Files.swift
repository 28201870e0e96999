import CAdwaita
import CGLib
import Files
import GLibBridge
import Imaging
import LibraryBackup
import TouristSession
import TravelModel
import Widgets

/// What files are that somebody brings, by their content.
private nonisolated struct BroughtFiles: Sendable {
  var pictures: [String] = []
  var backups: [String] = []
  /// All others, which may be files of places.
  var places: [String] = []

  /// Looks at files, which blocks.
  init(_ paths: [String]) {
    for path in paths {
      if (try? PictureFile(sniffing: path)) != nil {
        pictures.append(path)
      } else if LibraryBackup.isOne(path) {
        backups.append(path)
      } else {
        places.append(path)
      }
    }
  }
}

/// Files that are dropped on the window, or opened with the program: places, pictures, backups.
extension MainWindow {
  func addDropTarget() {
    let target = gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY)!
    toasts.addClass("file-target")
    target.on("drop") { [weak self] (value: UnsafeMutablePointer<GValue>) -> Bool in
      guard let self, !isGone,
        // The program's own photos are at home already.
        let drop = gtk_drop_target_get_current_drop(target), gdk_drop_get_drag(drop) == nil
      else { return false }
      take(MainWindow.files(in: value))
      return true
    }
    gtk_widget_add_controller(toasts, target)
  }

  /// Takes files, once the library is open.
  func take(_ files: [String]) {
    waitingFiles += files
    takeWaitingFiles()
  }

  func takeWaitingFiles() {
    guard session.map.isConnected, !waitingFiles.isEmpty else { return }
    takeInTurn { [self] in
      let files = waitingFiles
      waitingFiles = []
      if isAlbumOpen { showMap() }
      let brought = await WorkQueue.shared.run { BroughtFiles(files) }
      guard !isGone else { return }
      await importPlaces(of: brought.places)
      await makePins(of: brought.pictures)
      if brought.backups.count > 1 { return toast(Words.oneBackupAtATime) }
      if let backup = brought.backups.first { await restoreLibrary(from: backup) }
    }
  }

  /// Makes pins where pictures were taken, if the user wants that.
  private func makePins(of pictures: [String]) async {
    guard !pictures.isEmpty, !isGone else { return }
    let isWanted = Wanted()
    showImporting(Words.lookingAtPictures, isWanted)
    let found = await context.pictures.placesWithoutPin(of: pictures, among: session.map.pins) {
      isWanted.value
    }
    notices.remove(.importing)
    guard let found, !isGone else { return }
    guard found.located > 0 else { return toast(Words.picturesWithoutPlace(pictures.count)) }
    guard !found.places.isEmpty else { return toast(Words.noPlaceWithoutPin) }
    let pins = found.places.map { NewPin(at: $0) }
    if context.settings.isInPicturesFolder(pictures) {
      await offerPins(pins, filledFrom: .pictures, Words.makePinsMeaning(pins.count))
    } else {
      await offerPins(pins, Words.makePinsOfOtherPicturesMeaning(pins.count))
    }
  }

  /// The paths of dropped files; what is on no disk has an empty one, which nothing can read.
  private static func files(in value: UnsafeMutablePointer<GValue>) -> [String] {
    let list = gdk_file_list_get_files(OpaquePointer(g_value_get_boxed(value)))
    defer { g_slist_free(list) }
    var files: [String] = []
    var item = list
    while let file = item {
      let path = g_file_get_path(OpaquePointer(file.pointee.data))
      files.append(path.map { String(adopting: $0) } ?? "")
      item = file.pointee.next
    }
    return files
  }
}
