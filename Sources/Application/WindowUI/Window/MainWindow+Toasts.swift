import CAdwaita
import GLibBridge
import TravelModel
import Widgets

/// The window's toasts.
extension MainWindow {
  /// Shows a message at once, in place of an earlier one.
  func toast(_ text: String, button: Toast.Button? = nil) {
    let toast = Toast(text, button: button)
    message = toast
    toaster.showAtOnce(toast)
  }

  func open(page address: String) {
    Task {
      guard await !WebPage.open(address, from: window.cast()) else { return }
      toast(Words.pageNotOpened)
    }
  }

  /// Shows that something was written, and offers to open it.
  func toastFile(_ text: String) {
    let lines = text.split(separator: "\n", maxSplits: 1).map(String.init)
    guard lines.count == 2 else { return }
    toast(
      lines[0],
      button: (
        tr("Open"),
        { [weak self] in
          Task {
            guard let self, await !WebPage.open(file: lines[1], from: self.window.cast()) else {
              return
            }
            self.toast(Words.fileNotOpened)
          }
        }
      ))
  }

  /// Shows a place in another program.
  func open(_ place: PlaceRequest) {
    Task {
      guard await !WebPage.open(place, from: window.cast()) else { return }
      toast(Words.placeNotOpened)
    }
  }
}
