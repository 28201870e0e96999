import Files
import Glibc
public import Observation

/// Breaks crash loops: notes in a file which automatic work is under way, and skips work during
/// which the last two runs ended suddenly.
@Observable @MainActor
public final class StartupGuard {
  /// Work that the program begins by itself; the raw values stand in the file.
  public enum Work: String, CaseIterable, Sendable {
    case tiles
    case offlineMap = "offline-map"
    case albums
  }

  /// The work that was skipped.
  public private(set) var skipped: Set<Work> = []

  @ObservationIgnored private let file: String
  /// How many runs in a row ended during each kind of work, counting this run as one.
  @ObservationIgnored private var ends: [Work: Int]
  @ObservationIgnored private var underWay: Set<Work> = []
  @ObservationIgnored private var waiting: [CheckedContinuation<Void, Never>] = []

  /// How many sudden ends in a row make work skipped; a single one may be chance.
  private static let toleratedEnds = 2

  /// Reads the notes of earlier runs; the file may be missing or contain anything.
  public init(file: String) {
    self.file = file
    ends = StartupGuard.read(file)
  }

  /// Notes that work begins; returns false where it must be skipped.
  public func begin(_ work: Work) -> Bool {
    guard !underWay.contains(work) else { return true }
    guard !skipped.contains(work), ends[work, default: 0] < StartupGuard.toleratedEnds else {
      skipped.insert(work)
      return false
    }
    underWay.insert(work)
    ends[work, default: 0] += 1
    write()
    return true
  }

  /// Notes that work ended normally.
  public func end(_ work: Work) {
    guard underWay.remove(work) != nil else { return }
    ends[work] = nil
    write()
    guard underWay.isEmpty else { return }
    for waiter in waiting { waiter.resume() }
    waiting = []
  }

  /// Notes a normal end of all work, as when the user quits.
  public func endAll() {
    for work in underWay { end(work) }
  }

  /// Waits until no work is under way, so that a crash is not blamed on what comes next.
  public func waitUntilIdle() async {
    guard !underWay.isEmpty else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Lets skipped work be tried again.
  public func allow(_ work: Work) {
    skipped.remove(work)
    ends[work] = min(ends[work, default: 0], StartupGuard.toleratedEnds - 1)
  }
}

extension StartupGuard {
  /// How much of the file is read, in bytes: more than the program ever writes.
  private static let limit = 1024

  private static func read(_ file: String) -> [Work: Int] {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [:] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = Glibc.read(descriptor, &bytes, limit)
    var ends: [Work: Int] = [:]
    for line in String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
    {
      let words = line.split(separator: " ")
      guard words.count == 2, let work = Work(rawValue: String(words[0])),
        let count = Int(words[1]), count > 0
      else { continue }
      ends[work] = min(count, toleratedEnds)
    }
    return ends
  }

  /// Replaces the file, without a sync: a note lost in a power cut costs one more try.
  private func write() {
    guard !ends.isEmpty else {
      unlink(file)
      return
    }
    let text = ends.map { "\($0.key.rawValue) \($0.value)\n" }.sorted().joined()
    if let slash = file.lastIndex(of: "/") { try? makeFolder(String(file[..<slash])) }
    let part = IncomingFile(path: "\(file).part")
    unlink(part.path)  // A crash may have left one.
    do {
      try part.append(Array(text.utf8))
      try part.move(to: file)
    } catch {
      part.discard()
    }
  }
}
