public import Atlas
public import Files
import GLibBridge
public import PhotoSources
public import TravelModel

/// Draws cards of places from the offline map, without a network.
public struct PostcardSource: PhotoSource {
  public let name = SourceChoice.postcards.rawValue
  private let outlines: @Sendable () async -> Outlines?
  private let gazetteer: @Sendable () async -> Gazetteer?
  private let languages: [String]
  private let title: @Sendable (Coordinate) async -> String
  private let now: @Sendable () -> Double
  /// Draws two cards at once, for the cores of a small machine: a page takes 6 MB, and
  /// Swift's own threads stay free.
  private let drawing = Limiter(width: 2)

  /// Makes a source that draws with these outlines and names, as far as there are any.
  ///
  /// Names are in the first of the languages that has them; `title` returns the name of a place,
  /// and `now` the Unix time.
  public init(
    outlines: @escaping @Sendable () async -> Outlines?,
    gazetteer: @escaping @Sendable () async -> Gazetteer?, languages: [String],
    title: @escaping @Sendable (Coordinate) async -> String,
    now: @escaping @Sendable () -> Double
  ) {
    (self.outlines, self.gazetteer, self.languages) = (outlines, gazetteer, languages)
    self.title = title
    self.now = now
  }

  @concurrent
  public func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    let scene = await scene(at: request.coordinate)
    try Task.checkCancellation()
    let wanted = Edition.all.filter {
      !request.unwanted.contains($0.identity) && $0.card.suits(scene)
    }
    let unseen = wanted.filter { !request.seen.contains($0.identity) }
    let hasBegunAgain = unseen.isEmpty && !wanted.isEmpty
    // An album shows each design once; other themes are for the next album.
    var kinds: Set<String> = []
    let chosen = (hasBegunAgain ? wanted : unseen).filter { kinds.insert($0.card.name).inserted }
      .prefix(max(0, request.count))
    var slice = PhotoSlice(photos: chosen.map { details(of: $0, scene) }, total: wanted.count)
    slice.hasBegunAgain = hasBegunAgain
    return slice
  }

  @concurrent
  public func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    guard let edition = Edition.all.first(where: { $0.identity == photo.sourceID }),
      let coordinate = photo.coordinate
    else { throw SourceFailure.gone }
    let scene = await scene(at: coordinate)
    // The data for the card may be missing by now.
    guard edition.card.suits(scene) else { throw SourceFailure.gone }
    let image = try await drawing.pass {
      try await WorkQueue.shared.run { () throws(DiskFailure) in
        let page = Page(theme: edition.theme)
        edition.card.draw(scene, page)
        guard let image = page.jpeg() else { throw .unwritable }
        return image
      }
    }
    try Task.checkCancellation()
    try await WorkQueue.shared.run { () throws(DiskFailure) in try file.append(image) }
  }
}

extension PostcardSource {
  private func scene(at coordinate: Coordinate) async -> Scene {
    Scene(
      coordinate, title: await title(coordinate), outlines: await outlines(),
      gazetteer: await gazetteer(), languages: languages, now: now())
  }

  private func details(of edition: Edition, _ scene: Scene) -> PhotoDetails {
    var details = PhotoDetails(
      source: name, sourceID: edition.identity, title: edition.card.title(scene))
    details.author = tr("Virtual Tourist")
    details.license = "CC BY 4.0"
    details.licenseAddress = "https://creativecommons.org/licenses/by/4.0/"
    details.size = Page.size
    details.coordinate = scene.coordinate
    return details
  }
}
