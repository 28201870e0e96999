public import CGLib

/// A Swift type that can be read from the `GValue` that a signal passes to its handlers.
public protocol SignalArgument {
  init(signalValue: UnsafePointer<GValue>)
}

/// A Swift type that a signal handler can return.
public protocol SignalResult {
  func write(to value: UnsafeMutablePointer<GValue>)
}

// GLib's fundamental types are macros, which Swift does not import.

extension Bool: SignalArgument, PropertyValue {
  public static var glibType: GType { 5 << 2 }
  public init(signalValue: UnsafePointer<GValue>) { self = g_value_get_boolean(signalValue) != 0 }
  public func write(to value: UnsafeMutablePointer<GValue>) {
    g_value_set_boolean(value, self ? 1 : 0)
  }
}

extension Int32: SignalArgument, PropertyValue {
  public static var glibType: GType { 6 << 2 }
  public init(signalValue: UnsafePointer<GValue>) { self = g_value_get_int(signalValue) }
  public func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_int(value, self) }
}

extension UInt32: SignalArgument {
  /// Reads an unsigned number, flags, or an enumeration.
  public init(signalValue: UnsafePointer<GValue>) {
    switch g_type_fundamental(signalValue.pointee.g_type) {
    case 12 << 2: self = UInt32(bitPattern: g_value_get_enum(signalValue))
    case 13 << 2: self = g_value_get_flags(signalValue)
    default: self = g_value_get_uint(signalValue)
    }
  }
}

extension Double: SignalArgument, PropertyValue {
  public static var glibType: GType { 15 << 2 }
  public init(signalValue: UnsafePointer<GValue>) { self = g_value_get_double(signalValue) }
  public func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_double(value, self) }
}

extension String: SignalArgument, PropertyValue {
  public static var glibType: GType { 16 << 2 }
  public init(signalValue: UnsafePointer<GValue>) {
    self = g_value_get_string(signalValue).map { String(cString: $0) } ?? ""
  }
  public func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_string(value, self) }
}

/// Returning an object from a signal handler transfers a reference.
extension OpaquePointer: SignalResult {
  public func write(to value: UnsafeMutablePointer<GValue>) { g_value_take_object(value, raw) }
}

extension Optional: SignalResult where Wrapped: SignalResult {
  public func write(to value: UnsafeMutablePointer<GValue>) { self?.write(to: value) }
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
