/// A design of a card: a picture of a place, with a caption.
struct Card: Sendable {
  /// The name used in photo ids; never changed, because these are stored.
  let name: String
  /// Its themes in the first and in the second album.
  let themes: [Theme]
  /// Whether the design has something to show for a place.
  var suits: @Sendable (Scene) -> Bool = { $0.outlines != nil }
  let title: @Sendable (Scene) -> String
  /// Draws the card of a place that the design suits.
  let draw: @Sendable (Scene, Page) -> Void
}

/// A design in a theme.
struct Edition: Sendable {
  let card: Card
  let theme: Theme

  /// The photo id, as it is stored.
  ///
  /// Libraries may contain older cards of other shapes, which have a dot between the two names.
  var identity: String { "\(card.name)-\(theme.name)" }

  /// All designs in all themes: first each design once, the best first.
  static let all = (0..<2).flatMap { round in
    [
      Greetings.greeting, MapCards.globe, MapCards.around, Greetings.signpost, SkyCards.stars,
      MapCards.land, SkyCards.sun, MapCards.world, SkyCards.year, MapCards.antipode,
    ].map { Edition(card: $0, theme: $0.themes[round]) }
  }
}
