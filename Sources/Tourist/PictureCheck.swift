public import Travels

/// Tells what a file that came is, by its content, and that it is whole: how its name is to end.
public typealias PictureCheck = @Sendable (_ path: String) async throws(PhotoFailure) -> String

/// Looks at files that were whole when they came, and tells what is wrong with each now, by its path.
public typealias PictureGlance = @Sendable (_ paths: [String]) async -> [String: PhotoFailure]
