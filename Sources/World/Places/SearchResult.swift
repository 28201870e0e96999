public import Atlas
public import TravelModel

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
  /// The detail that distinguishes places with the same title.
  public private(set) var detail: String
  /// The title of a pin made there; nil for the usual name of its place.
  public let name: String?
  /// The place, with a zoom for showing it.
  public let place: PlaceRequest

  package init(
    kind: Kind, title: String, detail: String, name: String? = nil, place: PlaceRequest
  ) {
    (self.kind, self.title, self.detail, self.name, self.place) = (kind, title, detail, name, place)
  }

  func with(detail: String) -> SearchResult {
    var result = self
    result.detail = detail
    return result
  }
}
