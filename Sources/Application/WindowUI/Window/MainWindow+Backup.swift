import CGLib
import GLibBridge
import LibraryBackup
import PinsUI
import TouristSession
import TravelStore
import Widgets

/// The library as one file, and back.
extension MainWindow {
  func addBackupActions() {
    window.addAction("back-up-library") { [weak self] in
      guard let self, isMapShown else { return }
      Task { await self.backUpLibrary() }
    }
    window.addAction("restore-library") { [weak self] in
      guard let self, isMapShown else { return }
      takeInTurn { await self.restoreLibrary() }
    }
  }

  private func backUpLibrary() async {
    guard session.map.isConnected, !backups.isBusy else { return }
    let request = FileRequest(
      purpose: .newFile(name: Words.backupName), title: tr("Back Up Library"),
      acceptLabel: tr("_Back Up"), folder: nil)
    guard let path = await choose(request) else { return }
    do throws(BackupFailure) {
      guard let content = try await backups.backUp(to: path), !isGone else { return }
      toast(Words.backedUp(content))
    } catch {
      if let sentence = Words.sentence(for: error) { toast(sentence) }
    }
  }

  private func restoreLibrary() async {
    guard !backups.isBusy else { return }
    let request = FileRequest(
      purpose: .file, title: tr("Restore Library"), acceptLabel: tr("_Open"), folder: nil)
    guard let path = await choose(request) else { return }
    await restoreLibrary(from: path)
  }

  /// Reads a backup, and asks what is to be done with it.
  func restoreLibrary(from path: String) async {
    guard !backups.isBusy else { return }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    do throws(BackupFailure) {
      guard let found = try await backups.read(path, named: name), !isGone else { return }
      await ask(about: found, named: name)
    } catch {
      if let sentence = Words.sentence(for: error) { toast(sentence) }
    }
  }

  private func ask(about found: FoundBackup, named name: String) async {
    let layout = Layout("restore")
    layout["dialog"].set("body", to: Words.summary(of: found.content, in: name))
    switch await Dialog.answer(to: layout, over: window) {
    case "merge": await merge(found, named: name)
    case "replace": await replaceLibrary(by: found)
    default: await session.forget(found)
    }
  }

  private func merge(_ found: FoundBackup, named name: String) async {
    do throws(BackupFailure) {
      guard let merged = try await backups.merge(found, named: name), !isGone else { return }
      mapPage.pinLayer.forgetPictures()
      // What can be undone is offered, in the same words.
      if merged.step == nil { toast(Words.merged(merged)) }
    } catch {
      if let sentence = Words.sentence(for: error) { toast(sentence) }
    }
  }

  private func replaceLibrary(by found: FoundBackup) async {
    do throws(StoreError) {
      let aside = try await backups.replace(by: found)
      guard !isGone else { return }
      mapPage.pinLayer.forgetPictures()
      guard let aside else { return toast(tr("Library restored")) }
      await Dialog.tell(
        tr("Library Restored"),
        tr("Your earlier library is in this folder:\n{path}", ["path": aside]), over: window)
    } catch {
      toast(Words.sentence(for: error))
    }
  }
}
