public import TravelModel

/// Reads a file completely and tells what it contains; throws where it is no intact picture.
public typealias PictureCheck =
  @Sendable (_ path: String) async throws(PhotoFailure) -> PictureContent

/// Tells what the picture in a file looks like; nil where it cannot be told, or is like any other.
public typealias PictureLooking = @Sendable (_ path: String) async -> PictureLook?

/// Checks stored files quickly; returns what is wrong, by path.
public typealias QuickPictureCheck = @Sendable (_ paths: [String]) async -> [String: PhotoFailure]
