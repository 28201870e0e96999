import Testing
import TravelModel

struct DecadesTests {
  @Test func `years belong to decades`() {
    #expect(Decades.of(1890...1890) == [1890])
    #expect(Decades.of(1899...1901) == [1890, 1900])
    #expect(Decades.of(1801...1900).count == 11)
  }

  @Test func `photos of two decades or more are counted`() {
    #expect(Decades.counts(of: []).isEmpty)
    #expect(Decades.counts(of: [1999...1999, 2018...2018]).isEmpty)
    #expect(
      Decades.counts(of: [1999...1999, 2018...2018, 2019...2019, 2010...2010])
        == [1990: 1, 2010: 3])
    #expect(Decades.counts(of: [1885...1894, 1920...1929]) == [1880: 1, 1890: 1, 1920: 1])
  }

  @Test func `of a century no decades are made`() {
    #expect(Decades.counts(of: [1801...1900]).isEmpty)
    #expect(
      Decades.counts(of: [1801...1900, 1890...1890, 2010...2010]) == [1890: 2, 2010: 1])
  }
}
