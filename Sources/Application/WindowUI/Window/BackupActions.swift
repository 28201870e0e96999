import CGLib
import GLibBridge
import LibraryBackup
import TouristSession
import TravelStore
import Widgets

/// Backs the library up and restores it, one at a time, and shows how far that has come.
final class BackupActions {
  private let session: Session
  private let settings: Settings
  private let notices: NoticeBar
  /// The program's version.
  private let version: String
  /// What is under way, and the user may end.
  private var current: (progress: BackupProgress, task: Task<Void, Never>)?

  init(context: Context, notices: NoticeBar) {
    (session, settings, version) = (context.session, context.settings, context.version)
    self.notices = notices
  }

  var isBusy: Bool { current != nil }

  /// Backs the library up into a file, and returns what is in it; nil where the user cancels.
  func backUp(to path: String) async throws(BackupFailure) -> BackupContent? {
    try await run({ Words.backingUp($0) }) {
      [session, settings, version] progress throws(BackupFailure) in
      try await session.backUp(
        to: path, settings: settings.text, program: version, progress: progress)
    }
  }

  /// Reads a backup and checks it; nil where the user cancels.
  func read(_ path: String, named name: String) async throws(BackupFailure) -> FoundBackup? {
    try await run({ Words.checkingBackup(name, $0) }) { [session] progress throws(BackupFailure) in
      try await session.readBackup(path, progress: progress)
    }
  }

  /// Merges a backup; nil where the user cancels.
  func merge(_ found: FoundBackup, named name: String) async throws(BackupFailure) -> MergedLibrary?
  {
    try await run({ _ in Words.mergingBackup(name) }) { [session] progress throws(BackupFailure) in
      do throws(StoreError) {
        let merged = try await session.merge(found, progress: progress)
        await session.forget(found)
        return merged
      } catch {
        await session.forget(found)
        throw error == .cancelled ? .cancelled : .library(error)
      }
    }
  }

  /// Replaces the library, and returns where it is now; nil where there was none.
  func replace(by found: FoundBackup) async throws(StoreError) -> String? {
    let text = found.library.settings
    let aside = try await session.replace(by: found, keeping: settings.text)
    if let text { settings.replace(by: text) }
    return aside
  }

  /// Cancels what is under way, and waits until nothing of it is left.
  func stop() async {
    current?.progress.cancel()
    await current?.task.value
  }

  private func run<Value: Sendable>(
    _ words: @escaping @MainActor @Sendable (BackupProgress.Step?) -> String,
    _ work: @escaping @MainActor (BackupProgress) async throws(BackupFailure) -> Value
  ) async throws(BackupFailure) -> Value? {
    guard !isBusy else { return nil }
    let progress = BackupProgress { [weak self] step in
      Task { @MainActor in self?.show(words(step)) }
    }
    let task = Task { () -> Result<Value, BackupFailure> in
      do throws(BackupFailure) { return .success(try await work(progress)) } catch {
        return .failure(error)
      }
    }
    current = (progress, Task { _ = await task.value })
    show(words(nil))
    let outcome = await task.value
    current = nil
    notices.remove(.movingLibrary)
    if case .failure(.cancelled) = outcome { return nil }
    return try outcome.get()
  }

  private func show(_ text: String) {
    guard let progress = current?.progress else { return }
    notices.add(
      Notice(
        id: .movingLibrary, text: text, remedy: (tr("Cancel"), { progress.cancel() })))
  }
}
