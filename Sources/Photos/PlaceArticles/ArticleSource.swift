public import TravelModel

public protocol ArticleSource: Sendable {
  /// The articles about a place, and the sights around it; empty if there are none.
  ///
  /// Throws a `SourceFailure` if a retry may help, or a `CancellationError`.
  func aboutPlace(at place: Coordinate, within radius: Double) async throws -> AboutPlace
}
