/// A kind of card: a picture of a place, over its name.
struct Card: Sendable {
  /// What identities are made of; never changed, for they are stored.
  let name: String
  /// Its colours in a first and in a second album.
  let themes: [Theme]
  /// Tells whether there is something to show of a place.
  var suits: @Sendable (Scene) -> Bool = { $0.outlines != nil }
  /// What the card shows of a place.
  let title: @Sendable (Scene) -> String
  /// Draws the card of a place that it suits.
  let draw: @Sendable (Scene, Page) -> Void
}

/// A card in its colours.
struct Edition: Sendable {
  let card: Card
  let theme: Theme

  /// The identity, as it is stored.
  ///
  /// Libraries may hold older cards of other shapes: those have a dot between the two names.
  var identity: String { "\(card.name)-\(theme.name)" }

  /// All cards in all colours: first every kind once, the best first.
  static let all = (0..<2).flatMap { round in
    [
      Greetings.greeting, MapCards.globe, MapCards.around, Greetings.signpost, SkyCards.stars,
      MapCards.land, SkyCards.sun, MapCards.world, SkyCards.year, MapCards.antipode,
    ].map { Edition(card: $0, theme: $0.themes[round]) }
  }
}
