import TravelModel
import TravelStore

/// Moves downloaded files into the library; those that arrive while the disk is busy share the next
/// transaction.
@MainActor
final class Arrivals {
  let library: TravelStore
  private(set) var waiting: [Arrival] = []
  private var pausing: [CheckedContinuation<Void, Never>] = []
  private var isSaving = false
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
    let outcome = await withCheckedContinuation {
      waiting.append((file, $0))
      begin()
    }
    return try outcome.get()
  }

  /// Waits until the files that have arrived are in the library or have failed; later ones wait
  /// until `resume`.
  ///
  /// This keeps the end of the program from coming between a file and its row.
  func pause() async {
    isPaused = true
    guard isSaving else { return }
    await withCheckedContinuation { pausing.append($0) }
  }

  func resume() {
    isPaused = false
    begin()
  }

  /// Rejects all further files, including those that wait, once those being moved are in the
  /// library.
  func end() async {
    hasEnded = true
    await pause()
    for arrival in waiting { arrival.done.resume(returning: .failure(.gone)) }
    waiting = []
  }

  private func begin() {
    guard !isPaused, !isSaving else { return }
    isSaving = true
    Task { await saveAll() }
  }

  private func saveAll() async {
    while (!isPaused && !waiting.isEmpty) || !pausing.isEmpty {
      let (batch, settled) = (waiting, pausing)
      (waiting, pausing) = ([], [])
      await save(batch)
      for done in settled { done.resume() }
    }
    isSaving = false
  }

  private func save(_ batch: [Arrival]) async {
    guard !batch.isEmpty else { return }
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
