import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// Turns the photos of an album by itself, on the whole screen, while each slowly comes nearer.
final class Slideshow {
  /// Called when it is time for the next photo; tells whether there is one.
  var onNext: () -> Bool = { false }
  /// Called when it goes on, or is paused.
  var onPause: (_ isPaused: Bool) -> Void = { _ in }
  /// Whether the next photo has to wait, as while a menu about this one is open.
  var mustWait: () -> Bool = { false }
  /// Whether a better picture of this photo is on its way, for which it stays a little longer.
  var isLoading: () -> Bool = { false }
  private(set) var state = State.off

  private let canvas: PictureCanvas
  private let caption: Widget
  private let place: Widget
  private let credit: Widget
  private var clock: ScheduledCall?
  /// How often this photo has been given its time again because it was loading.
  private var delays = 0
  private var approach: Animation?
  private var inhibitor: IdleInhibitor?

  enum State { case off, running, paused }

  /// How long a photo is shown, in milliseconds.
  private static let interval: UInt32 = 5000
  private static let mostDelays = 3
  /// How much larger a photo becomes in its time, as a part of its size.
  private static let growth = 0.08
  /// How many times larger it becomes that stays for longer.
  private static let greatestGrowth = 1.16

  init(canvas: PictureCanvas, layout: Layout) {
    self.canvas = canvas
    (caption, place, credit) = (
      layout["caption"], layout["caption-place"], layout["caption-credit"]
    )
    showCaption(false)
  }

  isolated deinit { stop() }

  var isOn: Bool { state != .off }

  /// Begins, or goes on, with the photo that is shown.
  func run() {
    guard state != .running else { return }
    let wasPaused = state == .paused
    state = .running
    // Nobody touches a key meanwhile.
    inhibitor = canvas.widget.window.map { IdleInhibitor(over: $0, reason: tr("Slideshow")) }
    showCaption(true)
    giveTime()
    if wasPaused { onPause(false) }
  }

  /// Stays at the photo that is shown.
  func pause() {
    guard state == .running else { return }
    state = .paused
    halt()
    onPause(true)
  }

  /// Stays at the photo, whose size is now the user's.
  func leaveToUser() {
    pause()
    canvas.growth = 1
  }

  func stop() {
    guard isOn else { return }
    state = .off
    halt()
    canvas.growth = 1
    showCaption(false)
  }

  /// Sets what is written on the photos from now on: where they are, and whose the present one is.
  func caption(_ place: String, _ credit: String) {
    gtk_label_set_text(self.place.cast(), place)
    gtk_label_set_text(self.credit.cast(), credit)
    gtk_widget_set_visible(self.credit, (!credit.isEmpty).gboolean)
  }

  /// Follows the viewer to another photo.
  func photoShown() {
    approach?.stop()
    canvas.growth = 1
    delays = 0
    if state == .running { giveTime() }
  }

  /// Gives the photo its time, from now on.
  private func giveTime() {
    clock?.cancel()
    approach?.stop()
    clock = MainLoop.after(milliseconds: Slideshow.interval) { [weak self] in self?.turn() }
    guard adw_get_enable_animations(canvas.widget) != 0 else { return }
    let beginning = canvas.growth
    let way = min(Slideshow.growth, Slideshow.greatestGrowth - beginning)
    guard way > 0 else { return }
    approach = Animation(
      on: canvas.widget, milliseconds: Slideshow.interval, easing: ADW_LINEAR
    ) { [weak canvas] value in canvas?.growth = beginning + value * way }
  }

  private func turn() {
    if isLoading(), delays < Slideshow.mostDelays {
      delays += 1
      return giveTime()
    }
    if mustWait() || !onNext() { giveTime() }
  }

  private func halt() {
    clock?.cancel()
    approach?.stop()
    inhibitor?.end()
    inhibitor = nil
  }

  private func showCaption(_ isShown: Bool) {
    gtk_widget_set_visible(caption, isShown.gboolean)
    caption.setAccessibleHidden(!isShown)
  }
}
