import TravelModel

/// Reads the files whose language is XML: GPX and KML.
func readXML(_ bytes: ByteStream, into harvest: Harvest) throws(PlaceFileError) {
  let walk = try XMLWalk(bytes, harvest)
  try walk.follow { root in
    switch root.lowercased() {
    case "gpx": GPXReader(walk, harvest)
    case "kml", "document", "folder", "placemark": KMLReader(walk, harvest)
    default: nil
    }
  }
}
