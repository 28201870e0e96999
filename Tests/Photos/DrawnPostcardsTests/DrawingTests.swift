import CGLib
import CPixbuf
import DrawnPostcards
import Files
import Foundation
import PhotoSources
import TestSupport
import Testing
import TravelModel

struct DrawingTests {
  private let scratch = TemporaryFolder()
  private var folder: String { scratch.path }

  private func cards(of coordinate: Coordinate, _ source: PostcardSource) async throws
    -> [PhotoDetails]
  {
    try await source.photos(PhotoRequest(near: coordinate, radius: 0, count: 1000)).photos
  }

  /// Draws some cards and answers how many different files they are.
  private func draw(_ cards: [PhotoDetails], _ source: PostcardSource) async throws -> Int {
    var contents: Set<Data> = []
    for card in cards {
      let path = "\(folder)/\(card.sourceID).jpg"
      try await source.fetch(card, into: IncomingFile(path: path))
      var (width, height): (gint, gint) = (0, 0)
      #expect(gdk_pixbuf_get_file_info(path, &width, &height) != nil)
      #expect(card.size == PixelSize(width: Int(width), height: Int(height)))
      let image = gdk_pixbuf_new_from_file(path, nil)
      #expect(image != nil)
      if let image { g_object_unref(UnsafeMutableRawPointer(image)) }
      let content = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(content.count < 1_000_000)
      contents.insert(content)
    }
    return contents.count
  }

  @Test func `cards are files of their own`() async throws {
    let source = OfflineData.source()
    let cards = try await cards(of: .paris, source)
    #expect(try await draw(cards, source) == cards.count)
  }

  @Test func `cards are drawn without the map files`() async throws {
    let source = OfflineData.source(outlines: nil, gazetteer: nil)
    let cards = try await cards(of: .paris, source)
    #expect(try await draw(cards, source) == cards.count)
  }

  @Test(arguments: [
    "unheard-of", "globe", "globe.night", "around-50.meadow", "sun-june.ice", "silhouette.clay",
  ])
  func `a card that is no longer drawn is gone`(_ identity: String) async throws {
    try await expectGone(identity, at: .paris)
  }

  @Test func `a card of no place is gone`() async throws {
    try await expectGone("globe-night", at: nil)
  }

  @Test func `a card that has nothing to show any more is gone`() async throws {
    try await expectGone("globe-night", at: .paris, OfflineData.source(outlines: nil))
  }

  private func expectGone(
    _ identity: String, at coordinate: Coordinate?, _ source: PostcardSource = OfflineData.source()
  ) async throws {
    var card = PhotoDetails(source: "postcards", sourceID: identity, title: "")
    card.coordinate = coordinate
    let path = "\(folder)/gone.jpg"
    await #expect(throws: SourceFailure.gone) {
      try await source.fetch(card, into: IncomingFile(path: path))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test func `in a folder that cannot be written no file is left`() async throws {
    let source = OfflineData.source()
    let card = try #require(try await cards(of: .paris, source).first)
    let missing = "\(folder)/missing/card.jpg"
    await #expect(throws: DiskFailure.unwritable) {
      try await source.fetch(card, into: IncomingFile(path: missing))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test func `a cancelled task leaves no file`() async throws {
    let source = OfflineData.source()
    let card = try #require(try await cards(of: .paris, source).first)
    let path = "\(folder)/cancelled.jpg"
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await source.fetch(card, into: IncomingFile(path: path))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }
}
