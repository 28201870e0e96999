public import Foundation

extension Desk {
  /// Installs a program that opens files or addresses for other programs.
  ///
  /// It is the default for `types`. It writes its arguments into the returned file, and its
  /// environment into another one beside it.
  public func installOpener(for types: String...) throws -> URL {
    let notes = home.appendingPathComponent("opened")
    let program = home.appendingPathComponent("opener")
    try "#!/bin/sh\nenv > \(notes.path).environment\necho \"$1\" >> \(notes.path)\n".write(
      to: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
    let folder = home.appendingPathComponent("data/applications")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let list = types.map { "\($0);" }.joined()
    try
      "[Desktop Entry]\nType=Application\nName=Opener\nExec=\(program.path) %u\nMimeType=\(list)\n"
      .write(to: folder.appendingPathComponent("opener.desktop"), atomically: true, encoding: .utf8)
    let usual = types.map { "\($0)=opener.desktop\n" }.joined()
    try "[Default Applications]\n\(usual)".write(
      to: home.appendingPathComponent("config/mimeapps.list"), atomically: true, encoding: .utf8)
    return notes
  }

  /// Hides the programs of this machine that open some types.
  public func hideOpeners(for types: String...) throws {
    let cache = try? String(
      contentsOfFile: "/usr/share/applications/mimeinfo.cache", encoding: .utf8)
    let hidden = (cache ?? "").split(separator: "\n").filter { line in
      types.contains { line.hasPrefix("\($0)=") }
    }
    try "[Removed Associations]\n\(hidden.joined(separator: "\n"))\n".write(
      to: home.appendingPathComponent("config/mimeapps.list"), atomically: true, encoding: .utf8)
  }
}
