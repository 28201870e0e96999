public import Travels

/// Tells what a file that came is, by its content, and that it is whole: how its name is to end.
public typealias PictureCheck = @Sendable (_ path: String) async throws(PhotoFailure) -> String
