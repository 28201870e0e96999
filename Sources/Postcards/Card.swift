import Travels

/// A kind of card.
protocol Card: Sendable {
  /// What identities are made of; never changed, for they are stored.
  var name: String { get }
  /// How large the card is.
  var size: PixelSize { get }
  /// What the card shows of a place.
  func title(of scene: Scene) -> String
  /// Tells whether there is something to show of a place.
  func suits(_ scene: Scene) -> Bool
  /// Draws the card of a place that it suits.
  func draw(_ scene: Scene, on page: Page)
}

extension Card {
  func suits(_ scene: Scene) -> Bool { true }
}

extension PixelSize {
  static let landscape = PixelSize(width: 1600, height: 1200)
  static let portrait = PixelSize(width: 1200, height: 1600)
}

/// A card in its colours.
struct Edition: Sendable {
  let card: any Card
  let theme: Theme

  /// The identity, as it is stored.
  var identity: String { "\(card.name).\(theme.name)" }
}

/// All the cards there are.
enum Catalogue {
  /// Each kind with its colours, the best first.
  private static let kinds: [(card: any Card, themes: [Theme])] = [
    (TitleCard(), [.day, .night, .clay]),
    (GlobeCard(), [.night, .ice]),
    (AroundCard(kilometres: 50, layout: .medallion), [.meadow, .blueprint]),
    (SunCard(moment: .today), [.dusk, .day, .night]),
    (SilhouetteCard(), [.clay, .plain]),
    (NearCard(), [.ice, .night]),
    (WorldCard(), [.blueprint, .day]),
    (YearCard(), [.night, .dusk, .day]),
    (AroundCard(kilometres: 500, layout: .bleed), [.atlas, .night]),
    (JourneyCard(leg: .far), [.dusk, .day]),
    (AroundCard(kilometres: 200, layout: .plate), [.day, .dusk]),
    (EquidistantCard(), [.night, .atlas]),
    (DialCard(), [.clay, .ice, .night]),
    (CountryCard(), [.meadow, .atlas]),
    (AfarCard(), [.plain, .night]),
    (MeridianCard(), [.ice, .dusk]),
    (LightCard(), [.day, .blueprint]),
    (PositionCard(), [.blueprint, .plain, .clay]),
    (AroundCard(kilometres: 1500, layout: .medallion), [.atlas, .dusk]),
    (DomeCard(), [.day, .night, .meadow]),
    (JourneyCard(leg: .middle), [.meadow, .night]),
    (AntipodeCard(), [.dusk, .ice]),
    (LatitudeCard(), [.atlas, .night]),
    (AnalemmaCard(), [.night, .meadow, .clay]),
    (AroundCard(kilometres: 4500, layout: .plate), [.ice, .clay]),
    (SunCard(moment: .june), [.ice, .clay, .blueprint]),
    (JourneyCard(leg: .near), [.atlas, .clay]),
    (SunCard(moment: .december), [.blueprint, .meadow, .day]),
    (SunCard(moment: .march), [.atlas, .ice, .dusk]),
  ]

  /// All cards in all colours: first every kind once, so that an album is as manifold as can be.
  static let editions: [Edition] = (0..<3).flatMap { round in
    kinds.filter { $0.themes.count > round }.map {
      Edition(card: $0.card, theme: $0.themes[round])
    }
  }

  static let editionsByIdentity = Dictionary(
    uniqueKeysWithValues: editions.map { ($0.identity, $0) })
}
