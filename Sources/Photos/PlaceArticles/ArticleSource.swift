public import TravelModel

/// A source of words about places.
public protocol ArticleSource: Sendable {
  /// What is written about a place, and what is to be seen around it; nothing where nothing is known.
  ///
  /// Throws a `SourceFailure` where asking later may help, or a `CancellationError`.
  func aboutPlace(at place: Coordinate, within radius: Double) async throws -> AboutPlace
}
