import CAdwaita
import GLibBridge
import TouristSession
import TravelStore
import Widgets

/// Shows notices about an open library, with remedies, as long as the observer lives.
func observeLibrary(of main: MainWindow) -> Observer {
  Observer { [session = main.session, unowned main] in
    var found: [Notice] = []
    if let error = session.library.writeFailure {
      func open() { Task { await session.open() } }
      let remedy =
        error.canBeSetAside
        ? (tr("Show Options"), { askAboutDamage(main) }) : (tr("Try Again"), { open() })
      found.append(Notice(id: .readOnly, text: Words.readOnly(error), remedy: remedy))
    }
    if let error = session.map.savingFailure {
      let what = tr(
        "A pin is not saved yet.", plural: "{count} pins are not saved yet.",
        count: session.map.drafts.count)
      found.append(
        Notice(
          id: .unsavedPins, text: "\(what) \(Words.sentence(for: error))",
          remedy: (tr("Try Again"), { session.map.retrySaving() })))
    }
    if let error = session.map.readingFailure {
      found.append(
        Notice(
          id: .unreadPins,
          text: tr(
            "Your pins could not be read. {reason}", ["reason": Words.sentence(for: error)]),
          remedy: (tr("Try Again"), { Task { await session.retryReading() } })))
    }
    main.notices.replace([.readOnly, .unsavedPins, .unreadPins], with: found)
  }
}

private func askAboutDamage(_ main: MainWindow) {
  Task { [session = main.session] in
    let layout = Layout("damage")
    Dialog.setEnabled(await session.hasSnapshot(), answer: "restore", to: layout["dialog"])
    switch await Dialog.answer(to: layout, over: main.window) {
    case "again": await session.open()
    case "restore": await offerSnapshot(main)
    case "anew": await session.startNewLibrary()
    default: break
    }
  }
}

/// The page shown when the library cannot be opened, with the reason and possible remedies.
final class TroublePage {
  let widget: Widget
  private let layout = Layout("trouble")
  private let session: Session

  init(_ main: MainWindow) {
    session = main.session
    widget = layout["page"]
    layout["again"].on("clicked") { [session] in Task { await session.open() } }
    let restore = layout["restore"]
    restore.on("clicked") { [unowned main] in
      let button = Ref(retaining: restore)
      gtk_widget_set_sensitive(restore, 0)
      Task {
        await offerSnapshot(main)
        gtk_widget_set_sensitive(button.pointer, 1)
      }
    }
    layout["set-aside"].on("clicked") { [session] in Task { await session.startNewLibrary() } }
  }

  func show(_ error: StoreError) {
    adw_status_page_set_description(layout["status"].cast(), markup(Words.sentence(for: error)))
    gtk_widget_set_visible(layout["set-aside"], error.canBeSetAside.gboolean)
    gtk_widget_set_visible(layout["restore"], 0)
    guard error.canBeReplaced else { return }
    Task { [session, restore = Ref(retaining: layout["restore"])] in
      gtk_widget_set_visible(restore.pointer, await session.hasSnapshot().gboolean)
    }
  }
}

/// Offers the last whole snapshot in place of a library that cannot be used.
private func offerSnapshot(_ main: MainWindow) async {
  let session = main.session
  do throws(StoreError) {
    let found = try await session.findSnapshot()
    guard !main.isGone else { return }
    guard let found else { return main.toaster.show(tr("No snapshot can be read.")) }
    let layout = Layout("restore-snapshot")
    layout["dialog"].set("body", to: Words.summary(of: found))
    guard await Dialog.answer(to: layout, over: main.window) == "restore" else {
      return await session.discard(found.library)
    }
    await main.files.tellRestored(try await session.replace(by: found.library))
  } catch {
    if !main.isGone { main.toaster.show(Words.sentence(for: error)) }
  }
}

extension StoreError {
  fileprivate var canBeSetAside: Bool {
    switch self {
    case .notALibrary, .lost, .damaged: true
    default: false
    }
  }

  fileprivate var canBeReplaced: Bool {
    if case .newerVersion = self { true } else { canBeSetAside }
  }
}
