import CGLib
import CLinux
import Dispatch
import Files
import GLibBridge
import Glibc
import Synchronization
import TravelModel

/// The program's picture readers: two at most, which stay until they have read many pictures.
///
/// Reading blocks, so it is done off the main actor; whoever asks for much bounds how much that is.
public final class PictureReaders: Sendable {
  private let program: String
  /// How long a reader may take for a picture, in seconds: the largest ones take a few.
  private let limit: Int
  private let turns = DispatchSemaphore(value: 2)
  private let state = Mutex(State())

  private struct State {
    var idle: [ReaderProcess] = []
    /// How many have not started, one after another.
    var failures = 0
    /// When a start may be tried again after that.
    var restEnd = ContinuousClock.now
    var hasToldOfConfinement = false
  }

  /// After so many failures, none is started for a while: the installation is broken.
  private static let mostFailures = 3
  private static let rest = Duration.seconds(60)
  /// The number of pictures after which a reader is replaced, so that nothing that its libraries
  /// lose grows.
  private static let mostAnswers = 1000

  private static let shared = Mutex<PictureReaders?>(nil)

  /// The readers of this process; nil if it reads pictures itself, as development programs do.
  static var current: PictureReaders? { shared.withLock { $0 } }

  /// Has all pictures read by readers from now on.
  ///
  /// The program is this one as it was started, also after another version has been installed.
  public static func begin(program: String = "/proc/self/exe") {
    shared.withLock { $0 = PictureReaders(program: program) }
  }

  /// Starts a reader before the first picture needs it.
  ///
  /// Call it off the main actor.
  public static func prepare() { current?.prepare() }

  init(program: String, limit: Int = 30) {
    self.program = program
    self.limit = limit
  }

  /// Has a reader read the picture in a file.
  ///
  /// A picture is `damaged` if its reader ends at it, or takes too long. Throws `fileUnreadable` if
  /// there is no reader: no picture is read in this process then.
  func answer(
    _ file: OpenFile, _ question: PictureQuestion
  ) throws(PictureFailure) -> PictureAnswer {
    turns.wait()
    defer { turns.signal() }
    while true {
      let idle = state.withLock { $0.idle.popLast() }
      guard let reader = idle ?? start() else { throw .fileUnreadable }
      switch reader.ask(file, question) {
      case .answer(let answer):
        if reader.answers < PictureReaders.mostAnswers {
          state.withLock { $0.idle.append(reader) }
        }
        return try answer.get()
      case .end where idle != nil:
        continue  // It may have ended long before.
      case .end, .silence, .nonsense:
        debugLog("a picture has cost its reader")
        throw .damaged
      }
    }
  }

  /// The processes of the idle readers; for tests.
  var processes: [pid_t] { state.withLock { $0.idle.map(\.process) } }

  private func prepare() {
    turns.wait()
    defer { turns.signal() }
    guard state.withLock({ $0.idle.isEmpty }), let reader = start() else { return }
    state.withLock { $0.idle.append(reader) }
  }

  /// Starts a reader; nil if that fails, or has failed too often.
  private func start() -> ReaderProcess? {
    guard state.withLock({ $0.restEnd <= .now }) else { return nil }
    let reader = ReaderProcess(program: program, limit: limit)
    state.withLock { state in
      if let reader {
        state.failures = 0
        if !state.hasToldOfConfinement, !reader.missing.isEmpty {
          debugLog("pictures are read without: \(reader.missing)")
        }
        state.hasToldOfConfinement = true
      } else {
        debugLog("a picture reader does not start")
        state.failures += 1
        if state.failures % PictureReaders.mostFailures == 0 {
          state.restEnd = .now + PictureReaders.rest
        }
      }
    }
    return reader
  }
}
