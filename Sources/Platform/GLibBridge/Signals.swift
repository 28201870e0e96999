import CGLib

/// A connected handler, so that it can be disconnected before its object goes away.
public struct SignalHandler: Sendable {
  let id: gulong
}

extension ObjectPointer {
  /// Calls `handler` each time the object emits `signal`.
  ///
  /// The handler names the arguments it wants, in the signal's order and without the emitting
  /// object; trailing arguments it leaves out are ignored. The object owns the handler, so capture
  /// the object itself, and anything that owns it, weakly.
  @MainActor @discardableResult
  public func on<each Argument: SignalArgument>(
    _ signal: String, perform handler: @escaping @MainActor (repeat each Argument) -> Void
  ) -> SignalHandler {
    connect(signal) { arguments, _ in
      var arguments = arguments
      handler(repeat read((each Argument).self, from: &arguments))
    }
  }

  /// Calls `handler` each time the object emits `signal`, and answers the signal with its result.
  @MainActor @discardableResult
  public func on<each Argument: SignalArgument, Result: SignalResult>(
    _ signal: String, answer handler: @escaping @MainActor (repeat each Argument) -> Result
  ) -> SignalHandler {
    connect(signal) { arguments, result in
      var arguments = arguments
      let answer = handler(repeat read((each Argument).self, from: &arguments))
      if let result { answer.write(to: result) }
    }
  }

  @MainActor public func emit(_ signal: String) {
    let type = raw.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
    var value = GValue()
    g_value_init(&value, type)
    g_value_set_object(&value, raw)
    g_signal_emitv(&value, g_signal_lookup(signal, type), 0, nil)
    g_value_unset(&value)
  }

  /// Stops calling a handler that `on` connected to this object.
  @MainActor public func disconnect(_ handler: SignalHandler) {
    g_signal_handler_disconnect(raw, handler.id)
  }
}

extension ObjectPointer {
  @MainActor fileprivate func connect(
    _ signal: String, _ invoke: @escaping Handler
  ) -> SignalHandler {
    let box = Unmanaged.passRetained(HandlerBox(invoke)).toOpaque()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box)!
    g_closure_set_marshal(closure, marshal)
    g_closure_add_finalize_notifier(closure, box) { box, _ in
      Unmanaged<HandlerBox>.fromOpaque(box!).release()
    }
    let id = g_signal_connect_closure(raw, signal, closure, 0)
    precondition(id != 0, "no signal named \(signal)")
    return SignalHandler(id: id)
  }
}

private func read<Argument: SignalArgument>(
  _: Argument.Type, from values: inout UnsafePointer<GValue>
) -> Argument {
  defer { values += 1 }
  return Argument(signalValue: values)
}

private typealias Handler =
  @MainActor (UnsafePointer<GValue>, UnsafeMutablePointer<GValue>?) -> Void
/// Keeps a handler alive for as long as its `GClosure`, whose finalizer releases it.
private typealias HandlerBox = Box<Handler>

/// The C function that GLib calls for every signal, on the thread of the main loop.
private let marshal: GClosureMarshal = { closure, result, _, values, _, _ in
  nonisolated(unsafe) let box = Unmanaged<HandlerBox>.fromOpaque(closure!.pointee.data)
    .takeUnretainedValue()
  nonisolated(unsafe) let arguments = values! + 1  // values[0] is the emitting object.
  nonisolated(unsafe) let result = result
  MainActor.assumeIsolated { box.value(arguments, result) }
}
