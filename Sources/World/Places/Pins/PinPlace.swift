package import Atlas
package import TravelModel

/// The country or sea of a pin, for its row in the list.
public enum PinPlace: Hashable, Sendable {
  case country(String)
  /// The sea, or a large lake.
  case water
  /// Several countries claim the land, so none is named.
  case disputed

  var country: String? { if case .country(let name) = self { name } else { nil } }
}

package struct PinPlacing: Sendable {
  private let outlines: Outlines
  private let languages: [String]

  package init(_ outlines: Outlines, languages: [String]) {
    (self.outlines, self.languages) = (outlines, languages)
  }

  package func place(of coordinate: Coordinate) -> PinPlace {
    switch outlines.country(at: coordinate) {
    case .none: .water
    case .disputed: .disputed
    case .country(let index): .country(outlines.countries[index].name(in: languages))
    }
  }
}
