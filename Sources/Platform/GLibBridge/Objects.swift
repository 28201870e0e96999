import CGLib

/// A C pointer to a GObject instance.
///
/// Swift imports a GObject type as a typed pointer when its struct is public and as an
/// `OpaquePointer` when it is not; this protocol lets the rest of the module treat both alike.
public protocol ObjectPointer {
  /// The untyped address of the instance.
  var raw: UnsafeMutableRawPointer { get }
  /// Treats the instance at `raw` as this type, unchecked.
  init(raw: UnsafeMutableRawPointer)
}

extension UnsafeMutablePointer: ObjectPointer {
  public var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
  public init(raw: UnsafeMutableRawPointer) { self = raw.assumingMemoryBound(to: Pointee.self) }
}

extension OpaquePointer: ObjectPointer {
  public var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
  public init(raw: UnsafeMutableRawPointer) { self.init(raw) }
}

extension ObjectPointer {
  /// The same instance as another of its types, like `GTK_WIDGET(button)` in C.
  ///
  /// The cast is unchecked: the caller vouches for the type.
  public func cast<Other: ObjectPointer>(to _: Other.Type = Other.self) -> Other {
    Other(raw: raw)
  }
}

/// One strong reference to a GObject, released on the main actor.
///
/// Bind it to a name before taking its `pointer`: a nameless one is gone before the pointer is used.
@MainActor
public final class Ref<Pointer: ObjectPointer> {
  /// The object, alive for as long as this reference.
  public let pointer: Pointer

  /// Takes ownership of a reference (`transfer full`), sinking it if it floats.
  public init(adopting pointer: Pointer) {
    if g_object_is_floating(pointer.raw) != 0 { g_object_ref_sink(pointer.raw) }
    self.pointer = pointer
  }

  /// Adds a reference to an object someone else owns (`transfer none`).
  public init(retaining pointer: Pointer) {
    g_object_ref_sink(pointer.raw)
    self.pointer = pointer
  }

  isolated deinit { g_object_unref(pointer.raw) }
}

/// A reference that does not keep its GObject alive.
@MainActor
public final class WeakRef<Pointer: ObjectPointer> {
  private let reference = UnsafeMutablePointer<GWeakRef>.allocate(capacity: 1)

  public init(_ pointer: Pointer) { g_weak_ref_init(reference, pointer.raw) }

  isolated deinit {
    g_weak_ref_clear(reference)
    reference.deallocate()
  }

  /// The object; nil once it has gone.
  public var object: Ref<Pointer>? {
    g_weak_ref_get(reference).map { Ref(adopting: Pointer(raw: $0)) }
  }
}

extension String {
  /// Copies a string from C, and frees it.
  public init(adopting text: UnsafeMutablePointer<CChar>) {
    self.init(cString: text)
    g_free(text)
  }
}

/// A Swift value that C code holds.
public final class Box<Value> {
  public let value: Value
  public init(_ value: Value) { self.value = value }
}
