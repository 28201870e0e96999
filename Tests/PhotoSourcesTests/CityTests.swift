import Foundation
import PhotoSources
import SandboxCity
import TestSupport
import Testing
import TravelModel

/// Albums of a city that is drawn anew from each seed; the nearest beside them, which is what an
/// order by distance shows.
struct CityTests {
  private static let seeds = UInt64(1)...10

  @Test(arguments: seeds) func anAlbumShowsTheCity(seed: UInt64) {
    let city = City(seed: seed)
    #expect(city.files.count == City.size)
    let album = CityJudge(CityTests.album(of: city, count: 24))
    #expect(album.subjects >= 20)
    #expect(album.others == 0)
    #expect(album.mostOfAnAuthor <= 3)
    #expect(album.cells >= 6)
  }

  @Test(arguments: seeds) func theNearestShowADoorway(seed: UInt64) {
    let nearest = CityJudge(
      Array(City(seed: seed).files.sorted { $0.distance < $1.distance }.prefix(24)))
    #expect(nearest.subjects < 20)
    #expect(nearest.mostOfAnAuthor > 3)
    #expect(nearest.cells < 6)
  }

  @Test(arguments: UInt64(1)...2) func whatIsNoPictureOfAPlaceComesLastAndOldPicturesBefore(
    seed: UInt64
  ) {
    let all = CityTests.album(of: City(seed: seed), count: .max)
    #expect(Set(all.map(\.index)).count == City.size)
    let kinds = all.map { $0.kind.isOther ? 2 : $0.kind == .old ? 1 : 0 }
    #expect(kinds == kinds.sorted())
    #expect(Set(kinds).count == 3)
  }

  @Test func theOrderIsThatOfThePhotosAndNotOfTheList() {
    let candidates = City(seed: 3).files.map(CityTests.candidate)
    var numbers = SeededNumbers(seed: 7)
    let shuffled = candidates.shuffled(using: &numbers)
    let order = Ranking(candidates, near: paris, radius: City.radius, first: 72).all
    #expect(Ranking(shuffled, near: paris, radius: City.radius, first: 72).all == order)
    let first = Ranking(shuffled, near: paris, radius: City.radius, first: 24).all
    #expect(first == Array(order.prefix(24)))
  }

  private static func album(of city: City, count: Int) -> [CityFile] {
    Ranking(
      city.files.map { file in
        var candidate = candidate(file)
        candidate.article = city.articles.first { $0.lead == file.index }?.title
        return candidate
      }, near: paris, radius: City.radius, first: count
    ).all.map { city.files[Int($0.id)!] }
  }

  private static func candidate(_ file: CityFile) -> Candidate {
    var candidate = Candidate(id: String(file.index), title: file.name)
    candidate.author = file.author
    let metres = 111_195.0
    candidate.coordinate = Coordinate(
      latitude: paris.latitude + file.north / metres,
      longitude: paris.longitude + file.east / metres / cos(paris.latitude * .pi / 180))
    candidate.distance = file.distance
    candidate.taken = file.taken
    candidate.size = PixelSize(width: file.width, height: file.height)
    candidate.assessments = Assessments(file.assessments.joined(separator: "|"))
    candidate.categories = file.categories
    return candidate
  }
}
