public import CGLib

/// Registers a GObject class of the program's own and returns its type.
///
/// `classInit` fills in the class's functions. Instances have no fields of their own: their state
/// is attached with `attach(_:to:)` or `attach(weakly:to:)`.
@MainActor
public func registerSubclass(
  of parent: GType, named name: String,
  classInit: @escaping @convention(c) (gpointer?, gpointer?) -> Void
) -> GType {
  var parentSizes = GTypeQuery()
  g_type_query(parent, &parentSizes)
  return g_type_register_static_simple(
    parent, name, parentSizes.class_size, classInit, parentSizes.instance_size, nil,
    GTypeFlags(rawValue: 0))
}

/// Keeps `companion` alive for as long as `object`.
@MainActor
public func attach(_ companion: AnyObject, to object: some ObjectPointer) {
  g_object_set_qdata_full(
    object.raw.assumingMemoryBound(to: GObject.self), companionKey,
    Unmanaged.passRetained(companion).toOpaque()
  ) { companion in
    Unmanaged<AnyObject>.fromOpaque(companion!).release()
  }
}

/// Associates `companion` with `object` without keeping it alive.
@MainActor
public func attach(weakly companion: AnyObject, to object: some ObjectPointer) {
  attach(WeakCompanion(companion), to: object)
}

private final class WeakCompanion {
  weak var companion: AnyObject?
  init(_ companion: AnyObject) { self.companion = companion }
}

/// The companion of an object, if there is one of that type and it is alive.
@MainActor
public func companion<Companion: AnyObject>(
  of object: UnsafeMutableRawPointer, as _: Companion.Type
) -> Companion? {
  let data = g_object_get_qdata(object.assumingMemoryBound(to: GObject.self), companionKey)
  guard let data else { return nil }
  let attached = Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue()
  guard let weakly = attached as? WeakCompanion else { return attached as? Companion }
  return weakly.companion as? Companion
}

@MainActor private let companionKey = g_quark_from_static_string("virtual-tourist-companion")

/// Makes a class of the program's own implement an interface, whose functions `interfaceInit` fills
/// in.
@MainActor
public func addInterface(
  _ interface: GType, to type: GType,
  interfaceInit: @escaping @convention(c) (gpointer?, gpointer?) -> Void
) {
  var info = GInterfaceInfo(
    interface_init: interfaceInit, interface_finalize: nil, interface_data: nil)
  g_type_add_interface_static(type, interface, &info)
}
