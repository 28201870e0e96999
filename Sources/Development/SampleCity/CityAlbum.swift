import Glibc
package import PhotoSources
package import TravelModel

/// The albums of a city that the program chooses, and those that an order by distance would give.
extension City {
  package static let middle = Coordinate(latitude: 48.8584, longitude: 2.2945)!

  /// The files in the form from which albums are chosen.
  package var candidates: [Candidate] {
    let leads = Dictionary(articles.map { ($0.lead, $0.title) }) { first, _ in first }
    return files.map { file in
      var candidate = Candidate(id: String(file.index), title: file.name)
      candidate.author = file.author
      candidate.coordinate = file.coordinate
      candidate.distance = file.distance
      candidate.taken = file.taken
      candidate.size = PixelSize(width: file.width, height: file.height)
      candidate.prize = PhotoMerit(assessments: file.assessments.joined(separator: "|"))
      candidate.categories = file.categories
      candidate.article = leads[file.index]
      return candidate
    }
  }

  package func album(of count: Int) -> [CityFile] {
    Ranking(candidates, near: City.middle, radius: City.radius, first: count).all
      .map { files[Int($0.id)!] }
  }

  package func nearest(_ count: Int) -> [CityFile] {
    Array(files.sorted { $0.distance < $1.distance }.prefix(count))
  }
}

extension CityFile {
  package var coordinate: Coordinate { City.middle.moved(east: east, north: north) }
}

extension CityArticle {
  package var coordinate: Coordinate { City.middle.moved(east: east, north: north) }
}

extension Coordinate {
  /// The place this many metres away, as on a flat map.
  package func moved(east: Double, north: Double) -> Coordinate {
    let narrowing = max(0.01, cos(latitude * .pi / 180))
    return Coordinate(
      latitude: latitude + north / Coordinate.degree,
      longitude: longitude + east / (Coordinate.degree * narrowing))!
  }
}
