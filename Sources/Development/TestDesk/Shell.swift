import CGLib
import Foundation

/// GNOME Shell, as far as it searches in a program, and has it do something.
///
/// It knows of the program what is installed for it.
public final class Shell {
  public struct Found: Equatable {
    public let id, name, description: String
  }

  private let connection: OpaquePointer
  private let program, path: String

  init(bus address: String) throws {
    connection = try Desk.connect(to: address)
    let folder = TouristAtDesk.stagedData.deletingLastPathComponent().appendingPathComponent(
      "gnome-shell/search-providers")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let file = files.first { $0.lastPathComponent.contains("VirtualTourist") }
    let lines = try file.map { try String(contentsOf: $0, encoding: .utf8) } ?? ""
    func value(_ key: String) -> String {
      let line = lines.split(separator: "\n").first { $0.hasPrefix("\(key)=") } ?? ""
      return String(line.dropFirst(key.count + 1))
    }
    (program, path) = (value("BusName"), value("ObjectPath"))
  }

  deinit {
    g_dbus_connection_close_sync(connection, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// What the program finds for the words that were typed, of which the last was typed now.
  public func search(_ words: String...) throws -> [Found] {
    let ids =
      words.count == 1
      ? try ask("GetInitialResultSet", [list(words)], "(as)")
      : try ask("GetSubsearchResultSet", [list([]), list(words)], "(as)")
    let names = (0..<ids.count).map { ids.child($0).string }
    let all = try ask("GetResultMetas", [list(names)], "(aa{sv})")
    return (0..<all.count).map { index in
      let entries = all.child(index)
      func text(_ key: String) -> String {
        let entry = (0..<entries.count).map(entries.child).first { $0.child(0).string == key }
        return entry?.child(1).content.string ?? ""
      }
      return Found(
        id: text("id"), name: PseudoLanguage.heard(text("name")),
        description: PseudoLanguage.heard(text("description")))
    }
  }

  /// Presses what the program has found.
  public func choose(_ id: String, of words: String...) throws {
    _ = try ask(
      "ActivateResult", [g_variant_new_string(id), list(words), g_variant_new_uint32(0)], "()")
  }

  /// Presses the program itself, above what it has found.
  public func launchSearch(_ words: String...) throws {
    _ = try ask("LaunchSearch", [list(words), g_variant_new_uint32(0)], "()")
  }

  /// Has the program do one of its actions, with a text if it takes one.
  public func perform(_ action: String, _ text: String? = nil) throws {
    let texts: [OpaquePointer?] =
      text.map { [g_variant_new_variant(g_variant_new_string($0))] } ?? []
    let (any, named) = (g_variant_type_new("v"), g_variant_type_new("{sv}"))
    defer {
      g_variant_type_free(any)
      g_variant_type_free(named)
    }
    _ = try Desk.call(
      connection, program, "/\(program.replacingOccurrences(of: ".", with: "/"))",
      "org.freedesktop.Application", "ActivateAction",
      [
        g_variant_new_string(action), g_variant_new_array(any, texts, gsize(texts.count)),
        g_variant_new_array(named, nil, 0),
      ], "()")
  }

  /// The only part of an answer, or nothing.
  private func ask(
    _ method: String, _ arguments: [OpaquePointer?], _ type: String
  ) throws -> Answer {
    let answer = try Desk.call(
      connection, program, path, "org.gnome.Shell.SearchProvider2", method, arguments, type)
    return type == "()" ? answer : answer.child(0)
  }

  private func list(_ texts: [String]) -> OpaquePointer? {
    let all = texts.map { g_variant_new_string($0) }
    let text = g_variant_type_new("s")
    defer { g_variant_type_free(text) }
    return g_variant_new_array(text, all, gsize(all.count))
  }
}
