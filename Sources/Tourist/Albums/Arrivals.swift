import TravelStore
import Travels

/// Takes files into the library, all that came while the disk was busy with those before them in
/// one transaction.
@MainActor
final class Arrivals {
  private let library: TravelStore
  private var waiting: [Arrival] = []
  private var settling: [CheckedContinuation<Void, Never>] = []
  private var isKeeping = false
  private var isResting = false

  private typealias Arrival = (file: ArrivedFile, done: CheckedContinuation<Outcome, Never>)
  private typealias Outcome = Result<Photo?, StoreError>

  init(library: TravelStore) { self.library = library }

  /// How many files are on their way into the library.
  var count: Int { waiting.count }

  /// Takes a file into the library and returns its photo; nil where it came too late.
  func keep(_ file: ArrivedFile) async throws(StoreError) -> Photo? {
    let outcome = await withCheckedContinuation {
      waiting.append((file, $0))
      begin()
    }
    return try outcome.get()
  }

  /// Waits until all files that have come so far are in the library, or cannot be; those that come
  /// later wait until `goOn`.
  ///
  /// The end of the program would come between a file and its row.
  func rest() async {
    isResting = true
    guard isKeeping else { return }
    await withCheckedContinuation { settling.append($0) }
  }

  /// Takes files again.
  func goOn() {
    isResting = false
    begin()
  }

  private func begin() {
    guard !isResting, !isKeeping else { return }
    isKeeping = true
    Task { await keepAll() }
  }

  private func keepAll() async {
    while (!isResting && !waiting.isEmpty) || !settling.isEmpty {
      let (batch, settled) = (waiting, settling)
      (waiting, settling) = ([], [])
      await keep(batch)
      for done in settled { done.resume() }
    }
    isKeeping = false
  }

  private func keep(_ batch: [Arrival]) async {
    guard !batch.isEmpty else { return }
    let outcome: Result<[Photo], StoreError>
    do {
      outcome = .success(try await library.keep(batch.map(\.file)))
    } catch {
      outcome = .failure(error)
    }
    for (file, done) in batch {
      done.resume(returning: outcome.map { $0.first { $0.id == file.photo } })
    }
  }
}
