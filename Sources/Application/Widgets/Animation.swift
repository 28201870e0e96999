package import CAdwaita
import GLibBridge

/// A value that moves from 0 to 1; it jumps if the user has turned animations off.
package final class Animation {
  private let animation: Ref<UnsafeMutablePointer<AdwAnimation>>
  package private(set) var isRunning = true

  /// Plays in step with `widget`'s frames; calls `step` with each value, and `done` at the end.
  package init(
    on widget: Widget, milliseconds: UInt32, easing: AdwEasing,
    step: @escaping @MainActor (Double) -> Void, done: @escaping @MainActor () -> Void = {}
  ) {
    let box = Unmanaged.passRetained(StepBox(step)).toOpaque()
    let target = adw_callback_animation_target_new(
      { value, box in
        nonisolated(unsafe) let box = Unmanaged<StepBox>.fromOpaque(box!).takeUnretainedValue()
        MainActor.assumeIsolated { box.value(value) }
      }, box,
      { box in Unmanaged<StepBox>.fromOpaque(box!).release() })
    let animation = adw_timed_animation_new(widget, 0, 1, milliseconds, target)!
    adw_timed_animation_set_easing(animation.cast(), easing)
    self.animation = Ref(retaining: animation)
    animation.on("done") { [weak self] in
      self?.isRunning = false
      done()
    }
    adw_animation_play(animation)
  }

  /// Stops without calling `done`.
  package func stop() {
    guard isRunning else { return }
    isRunning = false
    adw_animation_pause(animation.pointer)
  }
}

/// Calls `work` once at the beginning of the widget's next frame, after the present one is drawn.
package func atNextFrame(of widget: Widget, _ work: @escaping @MainActor () -> Void) {
  let box = Unmanaged.passRetained(StepBox({ _ in work() })).toOpaque()
  gtk_widget_add_tick_callback(
    widget,
    { _, _, box in
      nonisolated(unsafe) let box = Unmanaged<StepBox>.fromOpaque(box!).takeUnretainedValue()
      MainActor.assumeIsolated { box.value(0) }
      return 0
    }, box, { box in Unmanaged<StepBox>.fromOpaque(box!).release() })
}

private typealias StepBox = Box<@MainActor (Double) -> Void>
