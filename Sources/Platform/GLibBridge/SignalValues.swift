public import CGLib

/// A Swift type that can be read from the `GValue` that a signal passes to its handlers.
public protocol SignalArgument {
  init(signalValue: UnsafePointer<GValue>)
}

/// A Swift type that a signal handler can return.
public protocol SignalResult {
  func write(to value: UnsafeMutablePointer<GValue>)
}

extension Bool: SignalArgument {
  public init(signalValue: UnsafePointer<GValue>) { self = g_value_get_boolean(signalValue) != 0 }
}

extension Int32: SignalArgument {
  public init(signalValue: UnsafePointer<GValue>) { self = g_value_get_int(signalValue) }
}

extension UInt32: SignalArgument {
  /// Reads an unsigned number, flags, or an enumeration.
  public init(signalValue: UnsafePointer<GValue>) {
    switch g_type_fundamental(signalValue.pointee.g_type) {
    case .glibEnum: self = UInt32(bitPattern: g_value_get_enum(signalValue))
    case .glibFlags: self = g_value_get_flags(signalValue)
    default: self = g_value_get_uint(signalValue)
    }
  }
}

extension Double: SignalArgument {
  public init(signalValue: UnsafePointer<GValue>) { self = g_value_get_double(signalValue) }
}

/// Returning an object from a signal handler transfers a reference.
extension OpaquePointer: SignalResult {
  public func write(to value: UnsafeMutablePointer<GValue>) { g_value_take_object(value, raw) }
}

extension Optional: SignalResult where Wrapped: SignalResult {
  public func write(to value: UnsafeMutablePointer<GValue>) { self?.write(to: value) }
}

extension String: SignalArgument {
  public init(signalValue: UnsafePointer<GValue>) {
    self = g_value_get_string(signalValue).map { String(cString: $0) } ?? ""
  }
}

extension UnsafeMutablePointer: SignalArgument {
  public init(signalValue: UnsafePointer<GValue>) {
    self.init(raw: g_value_peek_pointer(signalValue)!)
  }
}

/// An object that may be NULL.
extension Optional: SignalArgument where Wrapped == OpaquePointer {
  public init(signalValue: UnsafePointer<GValue>) {
    self = g_value_peek_pointer(signalValue).map { OpaquePointer($0) }
  }
}

extension OpaquePointer: SignalArgument {
  public init(signalValue: UnsafePointer<GValue>) {
    self.init(raw: g_value_peek_pointer(signalValue)!)
  }
}
