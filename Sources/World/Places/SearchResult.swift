public import Atlas
public import TravelModel

/// A place found by a search.
public struct SearchResult: Hashable, Identifiable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A coordinate that was typed.
    case coordinate
    case pin(Pin.ID)
    /// A city, by its number in the gazetteer.
    case city(Int)
    /// A country, by its index in the outlines.
    case country(Int)
    /// A landmark of a kind, by its index in the landmarks.
    case landmark(Int, Landmark.Kind)
  }

  public var id: Kind { kind }
  public let kind: Kind
  public let title: String
  /// Distinguishes places of the same title.
  public private(set) var detail: String
  /// What a pin there is called; nil where it is called as any pin at its place is.
  public let name: String?
  /// Where it is, and the zoom to show it at.
  public let place: PlaceRequest

  package init(
    kind: Kind, title: String, detail: String, name: String? = nil, place: PlaceRequest
  ) {
    (self.kind, self.title, self.detail, self.name, self.place) = (kind, title, detail, name, place)
  }

  /// The same place, told from others by another detail.
  func with(detail: String) -> SearchResult {
    var result = self
    result.detail = detail
    return result
  }
}
