import TravelStore
import Travels

/// Takes files into the library, all that came while the disk was busy with those before them in
/// one transaction.
@MainActor
final class Arrivals {
  private let library: any AlbumLibrary
  private var waiting: [(file: ArrivedFile, done: CheckedContinuation<Outcome, Never>)] = []
  private var isKeeping = false

  private typealias Outcome = Result<Photo?, StoreError>

  init(library: any AlbumLibrary) { self.library = library }

  /// Takes a file into the library and returns its photo; nil where it came too late.
  func keep(_ file: ArrivedFile) async throws(StoreError) -> Photo? {
    let outcome = await withCheckedContinuation {
      waiting.append((file, $0))
      if !isKeeping {
        isKeeping = true
        Task { await keepAll() }
      }
    }
    return try outcome.get()
  }

  private func keepAll() async {
    while !waiting.isEmpty {
      let batch = waiting
      waiting = []
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
    isKeeping = false
  }
}
