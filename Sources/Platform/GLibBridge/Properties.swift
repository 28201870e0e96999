public import CGLib

/// A Swift type that a GObject property can have.
public protocol PropertyValue: SignalResult {
  static var glibType: GType { get }
}

/// Wraps a value in a `GValue` for the duration of a call.
public func withGValue<Result>(
  _ content: some PropertyValue, _ body: (UnsafeMutablePointer<GValue>) -> Result
) -> Result {
  var value = GValue()
  g_value_init(&value, type(of: content).glibType)
  defer { g_value_unset(&value) }
  content.write(to: &value)
  return body(&value)
}

extension ObjectPointer {
  /// Whether the object's class has a property, which an older library may lack.
  @MainActor
  public func has(_ property: String) -> Bool {
    let type = raw.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class!
    return g_object_class_find_property(
      UnsafeMutableRawPointer(type).assumingMemoryBound(to: GObjectClass.self), property) != nil
  }

  /// Sets a property by name; GLib converts between kinds of numbers and enumerations.
  @MainActor
  public func set(_ property: String, to value: some PropertyValue) {
    withGValue(value) {
      g_object_set_property(raw.assumingMemoryBound(to: GObject.self), property, $0)
    }
  }
}

/// A GObject as a property's value.
public struct ObjectValue: PropertyValue {
  private let object: UnsafeMutableRawPointer
  /// Borrows the object, which must live until the value is used.
  public init(_ object: some ObjectPointer) { self.object = object.raw }
  public static var glibType: GType { 20 << 2 }
  public func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_object(value, object) }
}

/// Makes an object with properties, including construct-only ones.
///
/// The caller owns the reference, which is floating if the type is initially unowned.
@MainActor
public func makeObject(
  _ type: GType, _ properties: KeyValuePairs<String, any PropertyValue> = [:]
) -> OpaquePointer {
  var names = properties.map { g_intern_string($0.key) }
  var values = properties.map { property in
    var value = GValue()
    g_value_init(&value, Swift.type(of: property.value).glibType)
    property.value.write(to: &value)
    return value
  }
  defer { for index in values.indices { g_value_unset(&values[index]) } }
  return OpaquePointer(
    raw: g_object_new_with_properties(type, guint(properties.count), &names, &values)!.raw)
}
