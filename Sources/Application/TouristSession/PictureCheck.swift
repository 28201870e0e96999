public import TravelModel

/// Reads a file completely and tells what it contains, and what that looks like if it `looks`; throws
/// where it is no intact picture.
public typealias PictureCheck =
  @Sendable (_ path: String, _ looks: Bool) async throws(PictureFailure) -> PictureContent

/// Checks stored files quickly; returns what is wrong, by path.
public typealias QuickPictureCheck = @Sendable (_ paths: [String]) async -> [String: PictureFailure]
