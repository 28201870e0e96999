import SQLite
import Testing
import TravelModel

@testable import TravelStore

/// What is kept about the places of pins.
struct AboutPlaceTests {
  let scratch = Scratch()

  static let about = AboutPlace(
    texts: [
      PlaceText(
        work: .wikipedia, language: "ja", title: "京都市", text: "京都市は日本の都市である。",
        pageAddress: "https://ja.wikipedia.org/wiki/京都市", coordinate: kyoto),
      PlaceText(
        work: .wikivoyage, language: "en", title: "Kyoto", text: "Come in autumn.",
        pageAddress: nil, coordinate: nil),
    ],
    sights: [
      Sight(title: "Kinkaku-ji", detail: "temple", coordinate: kyoto),
      Sight(title: "Nijō Castle", detail: "", coordinate: suva),
    ])

  @Test func `words are there again and replace others`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    #expect(try await store.aboutPlace(of: pin.id) == nil)
    try await store.save(AboutPlaceTests.about, of: pin.id, at: kyoto)
    let again = try await TravelStore(folder: scratch.folder)
    #expect(try await again.aboutPlace(of: pin.id) == AboutPlaceTests.about)
    // That nothing is written is known, too.
    try await again.save(AboutPlace(), of: pin.id, at: kyoto)
    #expect(try await again.aboutPlace(of: pin.id) == AboutPlace())
  }

  @Test func `words stay with their place`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    try await store.save(AboutPlaceTests.about, of: pin.id, at: kyoto)
    try await store.movePin(pin.id, to: suva, titled: "Suva")
    #expect(try await store.aboutPlace(of: pin.id) == nil)
    // What was asked for before the move comes too late.
    await #expect(throws: StoreError.gone) {
      try await store.save(AboutPlace(), of: pin.id, at: kyoto)
    }
    try await store.movePin(pin.id, to: kyoto, titled: "Kyoto")
    #expect(try await store.aboutPlace(of: pin.id) == AboutPlaceTests.about)
  }

  @Test func `words go with their pin`() async throws {
    do {
      let store = try await TravelStore(folder: scratch.folder)
      let pins = [
        try await store.addPin(at: kyoto, titled: "One"),
        try await store.addPin(at: kyoto, titled: "Two"),
      ]
      for pin in pins { try await store.save(AboutPlaceTests.about, of: pin.id, at: kyoto) }
      try await store.removePins([pins[0].id])
      try await store.undo()
      #expect(try await store.aboutPlace(of: pins[0].id) == AboutPlaceTests.about)
      try await store.forget(try await store.removePins([pins[0].id]))
    }
    let store = try await TravelStore(folder: scratch.folder)
    #expect(try rows() == [1, 2, 2])
    // Another program that knows nothing of foreign keys.
    try scratch.sql("PRAGMA foreign_keys = OFF; DELETE FROM pin")
    #expect(try rows() == [0, 0, 0])
    await #expect(throws: StoreError.gone) {
      try await store.save(AboutPlaceTests.about, of: Pin.ID(2), at: kyoto)
    }
  }

  @Test func `what another program has written is read as far as it makes sense`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    try await store.save(AboutPlaceTests.about, of: pin.id, at: kyoto)
    try scratch.sql(
      """
      UPDATE place_text SET work = 'almanac' WHERE work = 'wikivoyage';
      UPDATE place_text SET page_url = zeroblob(100000), latitude = 'x', longitude = 9e999;
      UPDATE place_sight SET latitude = 9e999 WHERE position = 0;
      UPDATE place_sight SET title = printf('%.*c', 100000, 'x') WHERE position = 1;
      """)
    let about = try #require(try await store.aboutPlace(of: pin.id))
    #expect(about.texts.map(\.title) == ["京都市"])
    #expect(about.texts[0].coordinate == nil)
    #expect(about.sights.map(\.title.count) == [300])
  }

  /// The rows of each table.
  private func rows() throws -> [Int64] {
    let connection = try LibraryConnection(path: scratch.file)
    return try [
      "SELECT count(*) FROM place_words", "SELECT count(*) FROM place_text",
      "SELECT count(*) FROM place_sight",
    ].map { (sql: String) in try connection.first(sql) { $0.integer(0) } ?? -1 }
  }
}
