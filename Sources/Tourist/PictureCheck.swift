public import Travels

/// Tells what a file that came is, by its content, and that it is whole.
public typealias PictureCheck =
  @Sendable (_ path: String) async throws(PhotoFailure) -> PictureContent

/// Looks at files that were whole when they came, and tells what is wrong with each now, by its path.
public typealias PictureGlance = @Sendable (_ paths: [String]) async -> [String: PhotoFailure]
