import GLibBridge
import LibraryBackup
import TouristSession
import TravelStore
import Widgets

/// Backs up and restores the library, one at a time, and shows the progress.
final class BackupActions {
  private unowned let main: MainWindow
  /// The running work, and how the user can end it.
  private var current: (progress: BackupProgress, end: () async -> Void)?

  private var session: Session { main.session }
  private var settings: Settings { main.context.settings }

  init(_ main: MainWindow) { self.main = main }

  /// Backs the library up into a file that the user chooses.
  func backUp() {
    guard session.map.isConnected else { return }
    guard current == nil else { return main.files.tellBusy() }
    Task {
      let purpose = FileRequest.Purpose.newFile(name: Words.backupName)
      let paths = await main.files.choose(
        purpose, tr("Back Up Library"), tr("_Back Up"), for: .backups)
      guard let path = paths.first else { return }
      let content = await run({ Words.backingUp($0) }) {
        [session, settings, version = main.context.version] progress throws(BackupFailure) in
        try await session.backUp(
          to: path, settings: settings.text, program: version, progress: progress)
      }
      if let content { main.files.tellWritten(Words.backedUp(content, to: path), path) }
    }
  }

  /// Restores the library from a file that the user chooses.
  func restore() async {
    guard current == nil else { return main.files.tellBusy() }
    let kind = FileKind(tr("Backups"), endings: ["zip"])
    let paths = await main.files.choose(
      .files(kind), tr("Restore Library"), tr("_Open"), for: .backups)
    if let path = paths.first { await restore(from: path) }
  }

  /// Reads a backup, and asks whether to merge it or to replace the library.
  func restore(from path: String) async {
    let name = FileTransfers.name(of: path)
    let found = await run({ Words.checkingBackup(name, $0) }) {
      [session] progress throws(BackupFailure) in
      try await session.readBackup(path, progress: progress)
    }
    guard let found else { return }
    let layout = Layout("restore")
    let summary = Words.summary(of: found.content, in: name)
    layout["dialog"].set("body", to: summary)
    main.notifications.tell(.fileRead, tr("Backup Checked"), summary)
    switch await Dialog.answer(to: layout, over: main.window) {
    case "merge": await merge(found, named: name)
    case "replace": await replaceLibrary(by: found)
    default: await session.discard(found.library)
    }
  }

  /// Cancels running work, and waits until it has ended.
  func stop() async {
    current?.progress.cancel()
    await current?.end()
  }
}

extension BackupActions {
  private func merge(_ found: FoundBackup, named name: String) async {
    let merged = await run({ _ in tr("Restoring “{name}”…", ["name": name]) }) {
      [session] progress throws(BackupFailure) in
      do throws(StoreError) {
        let merged = try await session.merge(found, progress: progress)
        await session.discard(found.library)
        return merged
      } catch {
        await session.discard(found.library)
        throw error == .cancelled ? .cancelled : .library(error)
      }
    }
    guard let merged else { return }
    main.forgetPictures()
    // What can be undone is offered, in the same words.
    if merged.step == nil { main.toaster.show(Words.merged(merged)) }
  }

  private func replaceLibrary(by found: FoundBackup) async {
    let text = found.library.settings
    do throws(StoreError) {
      let aside = try await session.replace(by: found.library, keeping: settings.text) {
        if let text { settings.replace(by: text) }
      }
      await main.files.tellRestored(aside)
    } catch {
      main.toaster.show(Words.sentence(for: error))
    }
  }

  /// Runs work and shows its progress in `words`; nil if the user cancels, if it fails or other work
  /// is running, which is said, or if the window is closed.
  private func run<Value: Sendable>(
    _ words: @escaping @MainActor @Sendable (BackupProgress.Step?) -> String,
    _ work: @escaping @MainActor (BackupProgress) async throws(BackupFailure) -> Value
  ) async -> Value? {
    guard current == nil else {
      main.files.tellBusy()
      return nil
    }
    let progress = BackupProgress { [weak self] step in
      Task { @MainActor in self?.show(words(step)) }
    }
    let task = Task { try await work(progress) }
    current = (progress, { _ = await task.result })
    show(words(nil))
    let outcome = await task.result
    current = nil
    main.notices.remove(.movingLibrary)
    switch outcome {
    case .success(let value): return main.isGone ? nil : value
    case .failure(let failure):
      let sentence = (failure as? BackupFailure).flatMap(Words.sentence(for:))
      if let sentence { main.toaster.show(sentence) }
      return nil
    }
  }

  private func show(_ text: String) {
    guard let progress = current?.progress else { return }
    main.notices.add(
      Notice(
        id: .movingLibrary, text: text, remedy: (tr("Cancel"), { progress.cancel() })))
  }
}
