import Files
import Foundation
import PhotoSources
import Places
import TestSupport
import TravelModel
import TravelStore

@testable import TouristSession

extension Session {
  /// The whole session, without a window, over a folder and one source of photos.
  static func made(
    in folder: TemporaryFolder, source: any PhotoSource, prefetches: Bool = true,
    articles: ArticleFetcher = ArticleFetcher(), undoTimeout: Duration = .seconds(600),
    look: @escaping @Sendable (_ path: String) async -> PictureLook? = { _ in nil }
  ) -> Session {
    Session(
      library: Library(folder: folder.path), world: World(folder: folder.path), languages: ["en"],
      albums: AlbumRegistry(
        sources: [source],
        check: { (path, looks) async throws(PictureFailure) in
          PictureContent(
            fileExtension: "jpg", size: PixelSize(width: 320, height: 240),
            look: looks ? await look(path) : nil)
        },
        options: { AlbumOptions(choice: .commons, count: 3, radius: 1000) }),
      articles: articles, undoTimeout: undoTimeout, prefetches: { prefetches })
  }

  /// Makes a session, and opens its library.
  static func opened(
    in folder: TemporaryFolder, source: any PhotoSource, prefetches: Bool = true,
    articles: ArticleFetcher = ArticleFetcher(), undoTimeout: Duration = .seconds(600),
    isVisit: Bool = false,
    look: @escaping @Sendable (_ path: String) async -> PictureLook? = { _ in nil }
  ) async -> Session {
    let session = made(
      in: folder, source: source, prefetches: prefetches, articles: articles,
      undoTimeout: undoTimeout,
      look: look)
    await session.open(isVisit: isVisit)
    return session
  }
}
