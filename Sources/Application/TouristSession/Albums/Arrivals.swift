import TravelModel
import TravelStore

/// Moves downloaded files into the library; those that arrive while the disk is busy share the next
/// transaction.
@MainActor
final class Arrivals {
  let library: TravelStore
  /// The files of the next transaction, and those that wait for `resume`.
  private var next: [Arrival] = []
  private(set) var waiting: [Arrival] = []
  private var saving: Task<Void, Never>?
  private var isPaused = false
  private var hasEnded = false

  typealias Arrival = (file: ArrivedFile, done: CheckedContinuation<Outcome, Never>)
  typealias Outcome = Result<Photo?, StoreError>

  init(library: TravelStore) { self.library = library }

  /// Moves a file into the library and returns its photo; nil if it came too late.
  ///
  /// Throws `gone`, and leaves the file, after `end`.
  func save(_ file: ArrivedFile) async throws(StoreError) -> Photo? {
    guard !hasEnded else { throw .gone }
    let outcome: Outcome = await withCheckedContinuation {
      if isPaused { waiting.append((file, $0)) } else { save([(file, $0)]) }
    }
    return try outcome.get()
  }

  /// Waits until the files that have arrived are in the library or have failed; later ones wait
  /// until `resume`.
  ///
  /// This keeps the end of the program from coming between a file and its row.
  func pause() async {
    isPaused = true
    await saving?.value
  }

  func resume() {
    isPaused = false
    save(waiting)
    waiting = []
  }

  /// Rejects all further files, including those that wait, once those being moved are in the
  /// library.
  func end() async {
    hasEnded = true
    await pause()
    for arrival in waiting { arrival.done.resume(returning: .failure(.gone)) }
    waiting = []
  }

  private func save(_ files: [Arrival]) {
    next += files
    guard saving == nil else { return }
    saving = Task {
      while !next.isEmpty { await saveNext() }
      saving = nil
    }
  }

  private func saveNext() async {
    let batch = next
    next = []
    let outcome: Result<[Photo], StoreError>
    do {
      outcome = .success(try await library.save(batch.map(\.file)))
    } catch {
      outcome = .failure(error)
    }
    for (file, done) in batch {
      done.resume(returning: outcome.map { $0.first { $0.id == file.photo } })
    }
  }
}
