import PhotoSources
import SampleCity
import TestSupport
import Testing

/// Albums of a city that is drawn anew from each seed; the nearest beside them, which is what an
/// order by distance shows.
struct CityTests {
  private static let seeds = Array(UInt64(1)...10)

  @Test(arguments: seeds) func `an album shows the city`(seed: UInt64) {
    let city = City(seed: seed)
    #expect(city.files.count == City.size)
    let album = CityJudge(city.album(of: 24))
    #expect(album.subjects >= 20)
    #expect(album.others == 0)
    #expect(album.mostOfAnAuthor <= 3)
    #expect(album.cells >= 6)
  }

  @Test(arguments: seeds) func `an album shows a town that many hands describe`(seed: UInt64) {
    let town = City(seed: seed, .town)
    #expect(town.files.count == City.size)
    let album = CityJudge(town.album(of: 24))
    #expect(album.subjects >= 20)
    // What is told in words that the choice does not know, and prized besides, is taken for a view.
    #expect(album.others <= 6)
    #expect(album.mostOfAnAuthor <= 3)
    #expect(album.cells >= 6)
  }

  @Test(arguments: seeds) func `the nearest show a doorway`(seed: UInt64) {
    let nearest = CityJudge(City(seed: seed).nearest(24))
    #expect(nearest.subjects < 20)
    #expect(nearest.mostOfAnAuthor > 3)
    #expect(nearest.cells < 6)
  }

  @Test(arguments: seeds) func `a village shows all that it has`(seed: UInt64) {
    let village = City(seed: seed, .village)
    let album = village.album(of: 24)
    #expect(Set(album) == Set(village.files))
    #expect(album.map(\.kind).prefix(3) == [.view, .view, .old])
  }

  @Test(arguments: seeds) func `of the sea its few views come first`(seed: UInt64) {
    let sea = City(seed: seed, .sea)
    let album = CityJudge(sea.album(of: 24))
    #expect(album.misplaced == 0)
    #expect(album.others == 24 - sea.files.count { !$0.kind.isOther })
  }

  @Test func `the nearest of the sea are in no order`() {
    let nearest = CityTests.seeds.map { CityJudge(City(seed: $0, .sea).nearest(24)) }
    #expect(nearest.count { $0.misplaced > 0 } > 7)
  }

  @Test(arguments: UInt64(1)...2)
  func `what is no picture of a place comes last and old pictures before`(
    seed: UInt64
  ) {
    let all = City(seed: seed).album(of: .max)
    #expect(Set(all.map(\.index)).count == City.size)
    let kinds = all.map { $0.kind.isOther ? 2 : $0.kind == .old ? 1 : 0 }
    #expect(kinds == kinds.sorted())
    #expect(Set(kinds).count == 3)
  }

  @Test func `the order is that of the photos and not of the list`() {
    let candidates = City(seed: 3).candidates
    var numbers = SeededNumbers(seed: 7)
    let shuffled = candidates.shuffled(using: &numbers)
    let order = Ranking(candidates, near: City.middle, radius: City.radius, first: 72).all
    #expect(Ranking(shuffled, near: City.middle, radius: City.radius, first: 72).all == order)
    let first = Ranking(shuffled, near: City.middle, radius: City.radius, first: 24).all
    #expect(first == Array(order.prefix(24)))
  }
}
