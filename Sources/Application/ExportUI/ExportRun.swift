import AlbumExport
import CGLib
import GLibBridge
import Observation
import Widgets

/// Writes what the user exports, one thing at a time, and shows the progress.
@Observable
final class ExportRun {
  /// Where messages appear.
  let widget: Widget

  private let notice: Notice.ID
  private let notices: NoticeBar
  private let settings: Settings
  /// Turns a failure into a sentence; nil if the user has cancelled.
  private let sentence: (ExportFailure) -> String?
  private var current: (progress: ExportProgress, task: Task<Void, Never>)?

  init(
    _ notice: Notice.ID, in notices: NoticeBar, settings: Settings, over widget: Widget,
    whereItFails sentence: @escaping (ExportFailure) -> String?
  ) {
    (self.notice, self.notices, self.sentence) = (notice, notices, sentence)
    (self.settings, self.widget) = (settings, widget)
  }

  var isBusy: Bool { current != nil }

  /// Lets the user choose a path, starting in the folder last used, or else in one of the usual ones;
  /// nil if there is none that can be written, which is reported.
  func chooseTarget(
    _ purpose: FileRequest.Purpose, title: String, acceptLabel: String, in usual: GUserDirectory
  ) async -> String? {
    guard let window = widget.window else { return nil }
    let start = g_get_user_special_dir(usual) ?? g_get_home_dir()!
    let targets = await FileChoosing.choose(
      purpose, title: title, acceptLabel: acceptLabel,
      for: notice == .makingPostcard ? .postcards : .albums, in: String(cString: start),
      settings: settings, over: window)
    guard let target = targets.first, !isBusy else { return nil }
    guard let path = g_file_get_path(target.pointer) else {
      say(.notLocal)
      return nil
    }
    return String(adopting: path)
  }

  /// Does work that returns a sentence about what was made, and its path; `text` describes the
  /// progress.
  func write(
    _ text: @escaping @MainActor (_ done: Int) -> String,
    by work: @escaping (ExportProgress) async throws(ExportFailure) -> (made: String, path: String)
  ) {
    let progress = ExportProgress { [weak self] done in
      Task { @MainActor in self?.show(text(done)) }
    }
    let task = Task {
      do throws(ExportFailure) {
        let (made, path) = try await work(progress)
        end()
        widget.ask(.showMadeFile(sentence: made, path: path))
      } catch {
        end()
        say(error)
      }
    }
    current = (progress, task)
    show(text(0))
  }

  /// Reports why nothing was made.
  func say(_ failure: ExportFailure) {
    if let sentence = sentence(failure) { widget.ask(.showMessage(sentence)) }
  }

  /// Cancels the work, and waits until it has ended.
  func stop() async {
    current?.progress.cancel()
    await current?.task.value
  }

  private func show(_ text: String) {
    guard let progress = current?.progress else { return }
    notices.add(Notice(id: notice, text: text, remedy: (tr("Cancel"), { progress.cancel() })))
  }

  private func end() {
    current = nil
    notices.remove(notice)
  }
}
