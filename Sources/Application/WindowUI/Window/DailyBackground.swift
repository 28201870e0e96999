import CAdwaita
import CGLib
import ExportUI
import GLibBridge
import Observation
import TouristSession
import TravelModel
import ViewerUI
import Widgets

/// Makes another favourite the desktop's background each day, if the user wants that: at the first
/// start of a day, or at its beginning.
@Observable
final class DailyBackground {
  /// What it does, has done, or could not do.
  private(set) var description: String

  @ObservationIgnored private unowned let main: MainWindow
  @ObservationIgnored private let settings: Settings
  /// Whether it has turned itself off, because it has failed.
  @ObservationIgnored private var hasFailed = false
  @ObservationIgnored private var isBusy = false
  @ObservationIgnored private var midnight: ScheduledCall?
  @ObservationIgnored private var observer: Observer?

  init(_ main: MainWindow) {
    self.main = main
    settings = main.context.settings
    let credit: String = settings[.backgroundCredit]
    let hasBegun = settings[.dailyBackground] && !credit.isEmpty
    description = hasBegun ? DailyBackground.today(credit) : DailyBackground.plan
    settings.onChange(of: .dailyBackground) { [weak self] in self?.turnOnOrOff() }
    // Timers stand still while the computer sleeps.
    main.window.on("notify::is-active") { [weak self] in self?.change() }
    observer = Observer(of: { [map = main.session.map] in map.isConnected }) { [weak self] _ in
      self?.change()
    }
  }

  private static var plan: String {
    tr("One of your favourites, set when you first use the app that day")
  }

  private static func today(_ credit: String) -> String {
    // Translators: {title} is followed by the author and the licence of the photo.
    tr("Today: {title}", ["title": credit])
  }

  private func turnOnOrOff() {
    if !hasFailed { description = DailyBackground.plan }
    hasFailed = false
    midnight?.cancel()
    guard settings[.dailyBackground] else { return }
    // Who turns it on wants to see something.
    settings[.backgroundDay] = ""
    change()
  }

  /// Changes the background, unless this day has one.
  private func change() {
    guard settings[.dailyBackground], main.session.map.isConnected, !isBusy else { return }
    awaitMidnight()
    let today = Words.written(g_date_time_new_now_local(), "%F") ?? ""
    guard settings[.backgroundDay] != today else { return }
    isBusy = true
    Task { [weak self] in
      await self?.show(on: today)
      self?.isBusy = false
    }
  }

  private func awaitMidnight() {
    let now = g_date_time_new_now_local()!
    defer { g_date_time_unref(now) }
    let minutes = 24 * 60 - 60 * g_date_time_get_hour(now) - g_date_time_get_minute(now)
    midnight?.cancel()
    midnight = MainLoop.after(milliseconds: UInt32(minutes) * 60_000) { [weak self] in
      self?.change()
    }
  }

  /// Makes the next favourite the background of a day.
  private func show(on day: String) async {
    let session = main.session
    guard let photo = await session.favorite(after: settings.backgroundPhoto),
      let stored = session.albums.file(of: photo)
    else { return description = tr("You have no favourites yet: mark photos with the heart") }
    let title = Words.title(of: photo, at: session.map.pins[photo.pin]?.title ?? "")
    let large = try? await main.context.largeImages.image(of: photo)
    let copy = await LentPhoto(photo, titled: title, path: large ?? stored).copy()
    // The user may have turned it off meanwhile.
    guard !main.isGone, settings[.dailyBackground] else { return }
    guard let copy else {
      // Its file may be lost: the next time, another one is shown.
      settings.backgroundPhoto = photo.id
      return description = Words.sentence(for: .notCopied)
    }
    let failure = await PhotoHandover.setBackground(
      copy.path, hasPreview: false, over: main.window.cast())
    if let failure { return fail(failure) }
    let credit = [title, Words.credit(of: photo)].filter { !$0.isEmpty }.joined(separator: " · ")
    settings[.backgroundDay] = day
    settings.backgroundPhoto = photo.id
    settings[.backgroundCredit] = credit
    description = DailyBackground.today(credit)
  }

  /// Says once what went wrong.
  private func fail(_ failure: HandoverFailure) {
    hasFailed = true
    description = Words.sentence(for: failure)
    settings[.dailyBackground] = false
    if !main.isGone { main.toaster.show(description) }
  }
}
