import Files
import Glibc
public import Observation

/// What the program takes up by itself at its start, noted in a file for as long as it is under way.
///
/// What was under way when the last two starts came to a sudden end is left out of the next one, so
/// that nothing can keep the map from coming for ever.
@Observable @MainActor
public final class Undertakings {
  /// Something that is taken up by itself; the raw values stand in the file.
  public enum Work: String, CaseIterable, Sendable {
    case tiles
    case offlineMap = "offline-map"
    case albums
  }

  /// What was left out.
  public private(set) var leftOut: Set<Work> = []

  @ObservationIgnored private let file: String
  /// How many starts in a row ended while each was under way, this one among them.
  @ObservationIgnored private var ends: [Work: Int]
  @ObservationIgnored private var underWay: Set<Work> = []
  @ObservationIgnored private var waiting: [CheckedContinuation<Void, Never>] = []

  /// So many sudden ends in a row are no chance.
  private static let patience = 2

  /// Reads what an earlier run has noted in a file, which may be missing or hold anything.
  public init(file: String) {
    self.file = file
    ends = Undertakings.read(file)
  }

  /// Notes that something is being taken up; false where it has to be left out.
  public func begin(_ work: Work) -> Bool {
    guard !underWay.contains(work) else { return true }
    guard !leftOut.contains(work), ends[work, default: 0] < Undertakings.patience else {
      leftOut.insert(work)
      return false
    }
    underWay.insert(work)
    ends[work, default: 0] += 1
    write()
    return true
  }

  /// Notes that something went well.
  public func end(_ work: Work) {
    guard underWay.remove(work) != nil else { return }
    ends[work] = nil
    write()
    guard underWay.isEmpty else { return }
    for waiter in waiting { waiter.resume() }
    waiting = []
  }

  /// Notes that all is well, as when the program ends by the user's wish.
  public func endAll() {
    for work in underWay { end(work) }
  }

  /// Waits until nothing is under way: what ends the program then is not what comes next.
  public func settle() async {
    guard !underWay.isEmpty else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Lets something that was left out be begun after all.
  public func allow(_ work: Work) {
    leftOut.remove(work)
    ends[work] = min(ends[work, default: 0], Undertakings.patience - 1)
  }
}

extension Undertakings {
  /// How much of the file is read, in bytes: more than there can be of our own making.
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
      ends[work] = min(count, patience)
    }
    return ends
  }

  /// Writes the file anew.
  ///
  /// The disk is not waited for: a power cut may cost the note, and a note lost costs one more try.
  private func write() {
    guard !ends.isEmpty else {
      unlink(file)
      return
    }
    let text = ends.map { "\($0.key.rawValue) \($0.value)\n" }.sorted().joined()
    if let slash = file.lastIndex(of: "/") { try? makeFolder(String(file[..<slash])) }
    let part = IncomingFile(path: "\(file).part")
    unlink(part.path)  // An earlier end may have left one.
    do {
      try part.append(Array(text.utf8))
      try part.move(to: file)
    } catch {
      part.discard()
    }
  }
}
