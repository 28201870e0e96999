import TravelModel

/// Reads the files whose language is XML: GPX and KML.
struct XMLPlaces {
  private let walk: XMLWalk
  private let harvest: Harvest

  init(_ bytes: ByteStream, _ harvest: Harvest) throws(PlaceFileError) {
    walk = try XMLWalk(bytes, harvest)
    self.harvest = harvest
  }

  func read() throws(PlaceFileError) {
    guard try walk.next() != nil, let root = walk.path.first else { throw .damaged }
    switch root.lowercased() {
    case "gpx":
      var reader = GPXReader(walk, harvest)
      try follow { reader.meet($0) }
    case "kml", "document", "folder", "placemark":
      var reader = KMLReader(walk, harvest)
      reader.meet(.start)
      try follow { reader.meet($0) }
    default: throw .unknownKind
    }
  }

  private func follow(_ meet: (XMLWalk.Event) -> Void) throws(PlaceFileError) {
    while !harvest.isFull, let event = try walk.next() {
      meet(event)
      if event == .end { walk.dropText() }
    }
  }
}
