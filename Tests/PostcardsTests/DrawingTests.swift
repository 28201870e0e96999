import Atlas
import CGLib
import CPixbuf
import Files
import Foundation
import PhotoSources
import Postcards
import Testing
import Travels

final class DrawingTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("postcards-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func cards(of coordinate: Coordinate, _ source: PostcardSource) async throws
    -> [PhotoDetails]
  {
    try await source.photos(PhotoRequest(near: coordinate, radius: 0, count: 1000)).photos
  }

  /// One card of each kind, whatever its colours.
  private func kinds(_ cards: [PhotoDetails]) -> [PhotoDetails] {
    var seen: Set<Substring> = []
    return cards.filter { seen.insert($0.sourceID.prefix { $0 != "." }).inserted }
  }

  /// Draws some cards and answers how many different files they are.
  private func draw(_ cards: [PhotoDetails], _ source: PostcardSource) async throws -> Int {
    var contents: Set<Data> = []
    for card in cards {
      let path = folder.appendingPathComponent("\(card.sourceID).jpg").path
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

  @Test(arguments: Coordinate.difficult.map(\.coordinate))
  func everyKindOfCardOfAPlaceIsAPictureOfItsOwn(_ coordinate: Coordinate) async throws {
    let source = OfflineData.source()
    let cards = try await kinds(cards(of: coordinate, source))
    #expect(try await draw(cards, source) == cards.count)
  }

  @Test func noTwoCardsAreEqual() async throws {
    let source = OfflineData.source()
    let cards = try await cards(of: .paris, source)
    #expect(try await draw(cards, source) == cards.count)
  }

  @Test(arguments: [
    "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, United Kingdom of Great Britain",
    "على بعد ١٢ كم شمال ريكيافيك، آيسلندا", "東京都千代田区丸の内一丁目九番地", "",
  ])
  func anyNameIsWritten(_ title: String) async throws {
    let source = OfflineData.source(gazetteer: nil, languages: ["ar", "ja"], title: title)
    let cards = try await kinds(cards(of: .paris, source))
    #expect(try await draw(cards, source) == cards.count)
  }

  @Test func cardsAreDrawnWithoutTheMapFiles() async throws {
    let source = OfflineData.source(outlines: nil, gazetteer: nil)
    let cards = try await cards(of: .paris, source)
    #expect(try await draw(cards, source) == cards.count)
  }

  @Test func aCardThatNobodyKnowsIsGone() async throws {
    let source = OfflineData.source()
    var card = PhotoDetails(source: "postcards", sourceID: "unheard-of", title: "")
    card.coordinate = .paris
    let path = folder.appendingPathComponent("gone.jpg").path
    await #expect(throws: PhotoFailure.gone) {
      try await source.fetch(card, into: IncomingFile(path: path))
    }
    card.sourceID = "globe.night"
    card.coordinate = nil
    await #expect(throws: PhotoFailure.gone) {
      try await source.fetch(card, into: IncomingFile(path: path))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func inAFolderThatCannotBeWrittenNoFileIsLeft() async throws {
    let source = OfflineData.source()
    let card = try #require(try await cards(of: .paris, source).first)
    let missing = folder.appendingPathComponent("missing/card.jpg").path
    await #expect(throws: DiskFailure.unwritable) {
      try await source.fetch(card, into: IncomingFile(path: missing))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func aCancelledTaskLeavesNoFile() async throws {
    let source = OfflineData.source()
    let card = try #require(try await cards(of: .paris, source).first)
    let path = folder.appendingPathComponent("cancelled.jpg").path
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await source.fetch(card, into: IncomingFile(path: path))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
