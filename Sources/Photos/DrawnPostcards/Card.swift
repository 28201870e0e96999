/// A kind of card.
protocol Card: Sendable {
  /// What identities are made of; never changed, for they are stored.
  var name: String { get }
  /// What the card shows of a place.
  func title(of scene: Scene) -> String
  /// Tells whether there is something to show of a place.
  func suits(_ scene: Scene) -> Bool
  /// Draws the card of a place that it suits.
  func draw(_ scene: Scene, on page: Page)
}

extension Card {
  func suits(_ scene: Scene) -> Bool { scene.outlines != nil }
}

/// A card in its colours.
struct Edition: Sendable {
  let card: any Card
  let theme: Theme

  /// The identity, as it is stored.
  ///
  /// Libraries may hold older cards of other shapes: those have a dot between the two names.
  var identity: String { "\(card.name)-\(theme.name)" }
}

/// All the cards there are.
enum Catalogue {
  /// Each kind with its colours for a first and a second album, the best first.
  private static let kinds: [(card: any Card, themes: [Theme])] = [
    (GreetingCard(), [.dusk, .meadow]),
    (GlobeCard(), [.night, .dusk]),
    (AroundCard(), [.meadow, .atlas]),
    (DistancesCard(), [.ice, .clay]),
    (SkyCard(), [.night, .dusk]),
    (LandCard(), [.clay, .meadow]),
    (SunCard(), [.ice, .dusk]),
    (WorldCard(), [.atlas, .night]),
    (YearCard(), [.dusk, .ice]),
    (AntipodeCard(), [.meadow, .atlas]),
  ]

  /// All cards in all colours: first every kind once.
  static let editions: [Edition] = (0..<2).flatMap { round in
    kinds.map { Edition(card: $0.card, theme: $0.themes[round]) }
  }

  static let editionsByIdentity = Dictionary(
    uniqueKeysWithValues: editions.map { ($0.identity, $0) })
}
