import CGLib

/// Why a call was not answered: mostly because what was called has just gone.
struct Unanswered: Error, CustomStringConvertible {
  let description: String
}

extension Desk {
  /// How long a program may take to answer, in milliseconds: it may be busy, and so may its
  /// machine.
  private static let timeout: Int32 = 15_000

  static func connect(to address: String) throws -> OpaquePointer {
    let flags = GDBusConnectionFlags(
      rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    guard let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil)
    else { throw DeskError("no bus at \(address)") }
    return connection
  }

  /// Calls a method and returns its reply, which must be of `type`.
  static func call(
    _ connection: OpaquePointer, _ bus: String, _ path: String,
    _ interface: String, _ method: String, _ arguments: [OpaquePointer?], _ type: String
  ) throws -> Answer {
    var arguments = arguments
    let tuple = g_variant_new_tuple(&arguments, gsize(arguments.count))
    var error: UnsafeMutablePointer<GError>?
    let expected = g_variant_type_new(type)
    defer { g_variant_type_free(expected) }
    let answer = g_dbus_connection_call_sync(
      connection, bus, path, interface, method, tuple, expected,
      G_DBUS_CALL_FLAGS_NONE, timeout, nil, &error)
    guard let answer else {
      defer { g_error_free(error) }
      throw Unanswered(description: "\(method): \(String(cString: error!.pointee.message))")
    }
    return Answer(adopting: answer)
  }
}

extension Desk {
  /// Calls a method of many objects at once, and returns their replies in the same order; nil for
  /// an object that is gone, or replies with another type.
  static func call(
    _ connection: OpaquePointer, _ objects: [(bus: String, path: String)], _ interface: String,
    _ method: String, _ arguments: () -> [OpaquePointer?], _ type: String
  ) -> [Answer?] {
    let context = g_main_context_new()
    g_main_context_push_thread_default(context)
    defer {
      g_main_context_pop_thread_default(context)
      g_main_context_unref(context)
    }
    let expected = g_variant_type_new(type)
    defer { g_variant_type_free(expected) }
    let replies = Replies(count: objects.count)
    for (index, object) in objects.enumerated() {
      var arguments = arguments()
      let slot = Unmanaged.passRetained(Replies.Slot(replies, index))
      g_dbus_connection_call(
        connection, object.bus, object.path, interface, method,
        g_variant_new_tuple(&arguments, gsize(arguments.count)), expected,
        G_DBUS_CALL_FLAGS_NONE, timeout, nil,
        { connection, result, slot in
          let slot = Unmanaged<Replies.Slot>.fromOpaque(slot!).takeRetainedValue()
          let answer = g_dbus_connection_call_finish(OpaquePointer(connection), result, nil)
          slot.fill(with: answer.map(Answer.init))
        }, slot.toOpaque())
    }
    while replies.awaited > 0 { g_main_context_iteration(context, 1) }
    return replies.answers
  }
}

private final class Replies {
  private(set) var answers: [Answer?]
  private(set) var awaited: Int

  init(count: Int) {
    answers = Array(repeating: nil, count: count)
    awaited = count
  }

  final class Slot {
    private let replies: Replies
    private let index: Int

    init(_ replies: Replies, _ index: Int) {
      self.replies = replies
      self.index = index
    }

    func fill(with answer: Answer?) {
      replies.answers[index] = answer
      replies.awaited -= 1
    }
  }
}

final class Answer {
  private let value: OpaquePointer

  init(adopting value: OpaquePointer) { self.value = value }
  deinit { g_variant_unref(value) }

  var count: Int { Int(g_variant_n_children(value)) }
  var string: String { String(cString: g_variant_get_string(value, nil)) }
  var number: UInt32 { g_variant_get_uint32(value) }
  var double: Double { g_variant_get_double(value) }
  var signed: Int32 { g_variant_get_int32(value) }
  func child(_ index: Int) -> Answer {
    Answer(adopting: g_variant_get_child_value(value, gsize(index)))
  }
  /// All of it, in GVariant's text form.
  var text: String {
    let text = g_variant_print(value, 0)!
    defer { g_free(text) }
    return String(cString: text)
  }
  var content: Answer { Answer(adopting: g_variant_get_variant(value)) }
}
