import Foundation
import TestFiles
import TouristSession

/// An operation, and its result when nothing fails.
@MainActor
struct Trial {
  private let operation: Operation
  private let template: FolderImage
  private let before: Facts
  /// The result when nothing fails, and what is in the library after it.
  private(set) var whole: End!
  private var facts = Facts()

  /// The content of the home before and after an operation, and its outcome.
  struct End {
    let path: String
    let before: FolderImage
    let outcome: Outcome
    let callCount: Int
    let after: FolderImage
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(of operation: Operation) async throws {
    self.operation = operation
    template = try await operation.template()
    before = try await Scratch.use(template) { try Facts(inHome: $0) }
    whole = try await run()
    facts = try await Scratch.use(whole.after) { try Facts(inHome: $0) }
    var problems = try await problems(in: whole.after, after: whole.outcome)
    if let sentence = whole.outcome.sentence { problems.append("it fails: \(sentence)") }
    guard problems.isEmpty else { throw Failure(description: problems.joined(separator: "; ")) }
  }

  /// Does the operation; a call may fail, or all changes may be recorded.
  func run(_ fault: Fault? = nil, records: String? = nil) async throws -> End {
    try await Scratch.use(template) { path in
      let home = Home(at: path)
      if operation.isOpen { await home.session.open() }
      let before = FolderImage(of: path)
      FailingCalls.begin(below: path, fault, records: records)
      let outcome = await operation.run(in: home)
      let end = End(
        path: path, before: before, outcome: outcome, callCount: FailingCalls.end(),
        // The home before anything is closed that would stay open when the process ends.
        after: FolderImage(of: path))
      await home.end()
      return end
    }
  }

  /// The problems in a home after an operation, which ended in an outcome or was cut short; with
  /// `exact`, exports must be equal to those there.
  func problems(
    in image: FolderImage, after outcome: Outcome?, exact: FolderImage? = nil
  ) async throws -> [String] {
    try await Scratch.use(image) { path in
      var problems = exportProblems(in: image, after: outcome, exact)
      if outcome?.sentence == "" { problems.append("no sentence is told") }
      let home = Home(at: path)
      await home.session.open()
      do {
        if let trouble = await home.trouble { throw trouble }
        if try await !operation.isWell(in: home) { problems.append("what it shows is not well") }
      } catch {
        problems.append("the next start fails: \(error)")
      }
      await home.end()
      let last = FolderImage(of: path)
      problems += last.problemsOfHome
      do {
        // Libraries that were set aside count, too.
        let libraries = last.files.keys.filter { $0.hasSuffix("/\(Facts.library)") }
        let all = try libraries.flatMap { try Facts(of: "\(path)/\($0)").all }
        let lost = (operation == .forget ? before.shown : before.all).subtracting(all)
        if !lost.isEmpty { problems.append("lost: \(lost.sorted())") }
        let now = try Facts(inHome: path)
        if case .done = outcome, now != facts {
          problems.append("told to be done, but has \(now) and not \(facts)")
        }
      } catch {
        problems.append("\(error)")
      }
      return problems
    }
  }

  /// The problems of exported files: each must be the old one or the whole new one, and of a folder
  /// all new files must exist, or none.
  private func exportProblems(
    in image: FolderImage, after outcome: Outcome?, _ exact: FolderImage?
  ) -> [String] {
    if case .partly = outcome { return [] }
    let old = template.visibleFiles(in: "exports")
    let new = (exact ?? whole.after).visibleFiles(in: "exports")
    let now = image.visibleFiles(in: "exports")
    var problems: [String] = []
    for (name, bytes) in now where bytes != old[name] {
      // Exports of another run contain other dates, partly compressed, so only their sizes are
      // compared.
      let size = new[name]?.count ?? 0
      let isNew = exact == nil ? abs(bytes.count - size) * 100 <= size : bytes == new[name]
      if !isNew { problems.append("\(name) is in part") }
    }
    if let lost = old.keys.first(where: { now[$0] == nil }) { problems.append("\(lost) is gone") }
    let added = Set(now.keys).subtracting(old.keys)
    let isWhole = added == Set(new.keys).subtracting(old.keys)
    if !added.isEmpty, !isWhole { problems.append("of the export, there is only \(added)") }
    if case .done = outcome {
      let isNew = new.allSatisfy { name, bytes in bytes == old[name] || now[name] != old[name] }
      if !isWhole || !isNew { problems.append("told to be exported, but is not") }
    }
    return problems
  }
}

struct Facts: Equatable {
  /// The visible pins, photos with files, and trips.
  private(set) var shown: Set<String> = []
  /// Those that an undo can bring back.
  private(set) var kept: Set<String> = []

  var all: Set<String> { shown.union(kept) }

  static let library = "library.sqlite"

  init() {}

  /// Reads the library of a home; there may be none.
  init(inHome path: String) throws {
    let library = "\(path)/data/\(Facts.library)"
    guard FileManager.default.fileExists(atPath: library) else {
      self.init()
      return
    }
    try self.init(of: library)
  }

  /// Reads a library; throws if it is damaged, or if two photos share a file.
  init(of library: String) throws {
    let database = try Database(library)
    let flaws =
      try database.rows("PRAGMA integrity_check") + database.rows("PRAGMA foreign_key_check")
    guard flaws == [["ok"]] else { throw Trial.Failure(description: "\(library): \(flaws)") }
    func names(_ prefix: String) throws -> Set<String> {
      let rows = try database.rows(
        """
        SELECT 'pin ' || title FROM \(prefix)pin UNION SELECT 'trip ' || name FROM \(prefix)trip
        UNION SELECT 'photo ' || source_id FROM \(prefix)photo WHERE path IS NOT NULL
        """)
      return Set(rows.compactMap { $0[0] })
    }
    shown = try names("")
    var photos = try database.rows("SELECT source_id, path, state FROM photo")
    // Older versions have other tables.
    if try !database.rows("SELECT 1 FROM sqlite_schema WHERE name = 'kept_photo'").isEmpty {
      kept = try names("kept_")
      photos += try database.rows("SELECT source_id, path, state FROM kept_photo")
    }
    let folder = library.dropLast(Facts.library.count) + "photos"
    for photo in photos {
      let bytes = photo[1].flatMap { FileManager.default.contents(atPath: "\(folder)/\($0)") }
      let due = photo[2] == "stored" ? Data(SampleSource.bytes(of: photo[0] ?? "")) : nil
      if bytes != due || (photo[1] == nil) != (due == nil) {
        throw Trial.Failure(description: "the file of \(photo) is not its own")
      }
    }
  }
}

extension FolderImage {
  /// The files of a home that should be gone after a start and an end, and those that are missing.
  @MainActor fileprivate var problemsOfHome: [String] {
    let own =
      ["", "-wal", "-journal"].map { Facts.library + $0 } + ["library.lock", "photos", "snapshots"]
    let left = folders.union(files.keys).filter { path in
      let names = path.split(separator: "/").map(String.init)
      guard names[0] == "data", names.count > 1, names[1] != Home.othersName else { return false }
      return path.contains("/.incoming/")
        || !own.contains(names[1])
          && (!names[1].hasPrefix("set-aside-") || names[1].hasSuffix(".unfinished"))
    }
    let (others, due) = (filesOfOthers, Home.empty.filesOfOthers)
    let areThere = Set(others) == Set(due) && others.count == due.count
    return left.map { "\($0) is left" } + (areThere ? [] : ["files of others have changed"])
  }

  private var filesOfOthers: [[UInt8]] {
    files.filter { $0.key.hasPrefix("pictures/") || $0.key.hasSuffix("/\(Home.othersName)") }
      .map(\.value)
  }
}
