public import TravelModel

/// Reads a file completely and returns its content, with its look if `looks`; throws if it is no
/// intact picture.
public typealias PictureCheck =
  @Sendable (_ path: String, _ looks: Bool) async throws(PictureFailure) -> PictureContent

/// Checks stored files quickly; returns what is wrong, by path.
public typealias QuickPictureCheck = @Sendable (_ paths: [String]) async -> [String: PictureFailure]
