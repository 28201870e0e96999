import Foundation
import GLibBridge
import MapDrawing
import Testing
import TravelModel

@testable import DrawnPostcards

/// What one sees on cards.
struct CardTests {
  /// How large a cell of an album is at least, in pixels.
  private static let cell = 160.0

  /// The cards for a first album of any place.
  private static let first = Edition.all.prefix(10)

  private func cards(
    _ scene: Scene, _ editions: some Sequence<Edition> = Edition.all
  ) -> [(edition: Edition, page: Page)] {
    editions.filter { $0.card.suits(scene) }.map { edition in
      let page = Page(theme: edition.theme)
      edition.card.draw(scene, page)
      return (edition, page)
    }
  }

  /// Expects that words are large enough, within the card, and none over others.
  private func expectLegible(_ page: Page, _ name: String) {
    let texts = page.texts.filter { $0.width > 0 }
    for (number, text) in texts.enumerated() {
      #expect(text.height * Self.cell / Page.side >= 6.5, "\(name): \(text) is small")
      #expect(
        text.x >= 10 && text.x + text.width <= Page.side - 10, "\(name): \(text) is cut off")
      #expect(
        text.y >= 10 && text.y + text.height <= Page.side - 10, "\(name): \(text) is cut off")
      for other in texts.dropFirst(number + 1) {
        #expect(!text.meets(other), "\(name): \(text) lies over \(other)")
      }
    }
  }

  /// The colours of a card as one sees it when it is small.
  private func colours(of page: Page) -> [Int] {
    let (width, step) = (Page.size.width, 24)
    return page.pixels()!.withUnsafeBytes { pixels in
      stride(from: 0, to: width, by: step).flatMap { row in
        stride(from: 0, to: width, by: step).flatMap { column in
          (0..<3).map { Int(pixels[(row * width + column) * 3 + $0]) }
        }
      }
    }
  }

  @Test(arguments: Coordinate.difficult)
  func `every card is legible and looks like no other`(_ coordinate: Coordinate) {
    expectVariety(cards(OfflineData.scene(at: coordinate), Self.first))
  }

  @Test(arguments: [.paris, Coordinate(-16.8, 179.9)])
  func `the second album looks like another`(_ coordinate: Coordinate) {
    expectVariety(cards(OfflineData.scene(at: coordinate)))
  }

  private func expectVariety(_ cards: [(edition: Edition, page: Page)]) {
    let all = cards.map { card in
      expectLegible(card.page, card.edition.identity)
      return (name: card.edition.identity, colours: colours(of: card.page))
    }
    #expect(all.count >= 9)
    for (number, one) in all.enumerated() {
      for other in all.dropFirst(number + 1) {
        let difference = zip(one.colours, other.colours).reduce(0) { $0 + abs($1.0 - $1.1) }
        #expect(difference / one.colours.count > 12, "\(one.name) and \(other.name) look alike")
      }
    }
  }

  @Test(arguments: [
    "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, United Kingdom of Great Britain",
    "Near San Fernando del Valle de Catamarca", "على بعد ١٢ كم شمال ريكيافيك، آيسلندا",
    "東京都千代田区丸の内一丁目九番地", "33.00000° N, 35.80000° E", "",
  ])
  func `any name is written`(_ title: String) {
    // No side is taken here, so that there is no other name than the title.
    let scene = OfflineData.scene(at: Coordinate(33.05, 35.8), title: title)
    #expect(scene.name == title)
    let editions = Edition.all.filter { $0.theme == .atlas } + Self.first
    let cards = cards(scene, editions)
    #expect(cards.count >= 9)
    for (edition, page) in cards { expectLegible(page, edition.identity) }
  }

  @Test func `where midnight is light the stars are those of half a year later`() {
    func sky(_ coordinate: Coordinate, _ now: Double) -> [Int] {
      let page = Page(theme: .night)
      SkyCards.stars.draw(OfflineData.scene(at: coordinate, now: now), page)
      return colours(of: page)
    }
    /// How many of the colours differ between winter and half a year later.
    func difference(_ coordinate: Coordinate) -> Int {
      let later = OfflineData.winter + 365.2422 / 2 * 86_400
      return zip(sky(coordinate, OfflineData.winter), sky(coordinate, later)).count { $0 != $1 }
    }
    #expect(difference(Coordinate(90, 0)) < 100)
    #expect(difference(Coordinate(0, 0)) > 1000)
  }

  @Test func `a part of a country that lies far off is not called the country`() {
    let svalbard = OfflineData.scene(at: Coordinate(78.2232, 15.6267))
    #expect(MapCards.land.title(svalbard) == "The land around Longyearbyen")
    #expect(MapCards.land.title(OfflineData.scene(at: .paris)) == "The shape of France")
  }

  @Test func `letters stand out from the paper`() {
    for theme in Set(Edition.all.map(\.theme)) {
      #expect(contrast(theme.ink, theme.paper) >= 4.5, "\(theme.name)")
      #expect(contrast(theme.faint, theme.paper) >= 3, "\(theme.name)")
    }
  }

  /// The ratio by which accessibility guidelines measure it: 1 to 21.
  private func contrast(_ one: MapColor, _ other: MapColor) -> Double {
    let lights = [one, other].map { color in
      let parts = [color.red, color.green, color.blue].map {
        $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
      }
      return parts[0] * 0.2126 + parts[1] * 0.7152 + parts[2] * 0.0722 + 0.05
    }
    return max(lights[0], lights[1]) / min(lights[0], lights[1])
  }
}
