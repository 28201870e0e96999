/// A place that the user typed, or that another program asks to show.
public struct PlaceRequest: Hashable, Sendable {
  public let coordinate: Coordinate
  /// The requested zoom, if any.
  public let zoom: Double?

  /// Makes a request; the zoom is clamped to the range of maps.
  public init(coordinate: Coordinate, zoom: Double? = nil) {
    self.coordinate = coordinate
    self.zoom = zoom.map { MapView(center: coordinate, zoom: $0).zoom }
  }

  /// Reads a coordinate as people write it, a `geo:` URI, or the address of a web map.
  ///
  /// Returns nil for any other text, which may be the name of a place.
  public init?(_ text: String) {
    // Longer texts were pasted by mistake.
    guard text.utf8.count <= 2000 else { return nil }
    let text = text.trimmed
    if let address = TypedAddress(text) {
      guard let request = PlaceRequest(geo: address) ?? PlaceRequest(map: address) else {
        return nil
      }
      self = request
    } else if let coordinate = TypedCoordinate.read(text) {
      self.init(coordinate: coordinate)
    } else {
      return nil
    }
  }

  public enum Flaw: Hashable, Sendable {
    case unreadable
    /// It has the form of a coordinate, but is not on the Earth.
    case outOfRange
  }

  /// Why a text is no coordinate; nil if it is one.
  public static func flaw(of text: String) -> Flaw? {
    guard PlaceRequest(text) == nil else { return nil }
    return TypedCoordinate.degrees(text) == nil ? .unreadable : .outOfRange
  }
}

extension PlaceRequest {
  /// Reads `geo:48.8584,2.2945?z=15`, also with an altitude, parameters and Android's `q`.
  private init?(geo address: TypedAddress) {
    guard address.scheme == "geo" else { return nil }
    let path = address.rest.prefix { $0 != ";" && $0 != "?" && $0 != "#" }
    let numbers = path.split(separator: ",", omittingEmptySubsequences: false)
      .map { TypedCoordinate.number($0) }
    guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1]
    else { return nil }
    let parameters = address.parameters(after: "?")
    let zoom = parameters["z"].flatMap { TypedCoordinate.number($0) }
    // Android passes a named place as `geo:0,0?q=1,2(Name)`.
    if latitude == 0, longitude == 0, let query = parameters["q"],
      let place = TypedCoordinate.read(String(query.prefix { $0 != "(" }))
    {
      self.init(coordinate: place, zoom: zoom)
    } else {
      self.init(latitude: latitude, longitude: longitude, zoom: zoom)
    }
  }

  /// Reads an address of OpenStreetMap, Google Maps, or a site that uses the same parameters.
  private init?(map address: TypedAddress) {
    guard address.scheme == "https" || address.scheme == "http" else { return nil }
    let query = address.parameters(after: "?").merging(address.parameters(after: "#")) { $1 }
    if let request = PlaceRequest(marker: query) ?? PlaceRequest(placeIn: address.rest)
      ?? PlaceRequest(hash: query["map"]) ?? PlaceRequest(at: address.rest)
    {
      self = request
      return
    }
    let zoom = (query["zoom"] ?? query["z"]).flatMap { TypedCoordinate.number($0) }
    let keys = ["q", "query", "ll", "center", "destination", "daddr", "sll"]
    let search = address.rest.pathPart(after: "/search/") ?? address.rest.pathPart(after: "/place/")
    let texts = keys.map { query[$0] } + [search?.percentDecoded]
    let places = texts.lazy.compactMap { $0.flatMap(TypedCoordinate.read) }
    guard let place = places.first else { return nil }
    self.init(coordinate: place, zoom: zoom)
  }

  /// `mlat=48.8&mlon=2.3` is a marker, `lat=48.8&lon=2.3` a centre.
  private init?(marker query: [String: String]) {
    for (latitude, longitude) in [("mlat", "mlon"), ("lat", "lon"), ("lat", "lng")] {
      guard let latitude = query[latitude].flatMap({ TypedCoordinate.number($0) }),
        let longitude = query[longitude].flatMap({ TypedCoordinate.number($0) })
      else { continue }
      let zoom = query["zoom"] ?? query["z"] ?? query["map"].map { String($0.prefix { $0 != "/" }) }
      self.init(
        latitude: latitude, longitude: longitude,
        zoom: zoom.flatMap { TypedCoordinate.number($0) })
      return
    }
    return nil
  }

  /// `#map=15/48.8584/2.2945`.
  private init?(hash: String?) {
    let numbers = (hash ?? "").split(separator: "/").map { TypedCoordinate.number($0) }
    guard numbers.count >= 3, let zoom = numbers[0], let latitude = numbers[1],
      let longitude = numbers[2]
    else { return nil }
    self.init(latitude: latitude, longitude: longitude, zoom: zoom)
  }

  /// `…!3d48.8584!4d2.2945` is the place itself, while `@` is only the centre of the view.
  private init?(placeIn rest: Substring) {
    guard let latitude = rest.number(after: "!3d"), let longitude = rest.number(after: "!4d") else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude, zoom: PlaceRequest(at: rest)?.zoom)
  }

  /// `/@48.8584,2.2945,15z`.
  private init?(at rest: Substring) {
    guard let part = rest.pathPart(after: "/@") else { return nil }
    let parts = part.split(separator: ",")
    guard parts.count >= 2, let latitude = TypedCoordinate.number(parts[0]),
      let longitude = TypedCoordinate.number(parts[1])
    else { return nil }
    let zoom = parts.dropFirst(2).first { $0.hasSuffix("z") }
      .flatMap { TypedCoordinate.number($0.dropLast()) }
    self.init(latitude: latitude, longitude: longitude, zoom: zoom)
  }

  private init?(latitude: Double, longitude: Double, zoom: Double?) {
    guard (-90...90).contains(latitude), (-360...360).contains(longitude),
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    self.init(coordinate: coordinate, zoom: zoom)
  }
}
