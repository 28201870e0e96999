import Foundation
import TestSupport
import Testing
import Tourist

@MainActor
struct UndertakingsTests {
  private let folder = TemporaryFolder()
  private var file: String { "\(folder.path)/under-way" }

  /// A start that comes to a sudden end while something is under way.
  private func endSuddenly(during work: Undertakings.Work) {
    #expect(Undertakings(file: file).begin(work))
  }

  @Test func whatEndedTheLastTwoStartsIsLeftOutOfTheNext() {
    endSuddenly(during: .albums)
    endSuddenly(during: .albums)
    for _ in 0..<2 {
      let undertakings = Undertakings(file: file)
      #expect(undertakings.begin(.tiles))
      undertakings.end(.tiles)
      #expect(!undertakings.begin(.albums))
      #expect(undertakings.leftOut == [.albums])
    }
  }

  @Test func whatIsTakenUpAfterAllAndEndsWellIsForgiven() {
    endSuddenly(during: .tiles)
    endSuddenly(during: .tiles)
    let undertakings = Undertakings(file: file)
    #expect(!undertakings.begin(.tiles))
    undertakings.allow(.tiles)
    #expect(undertakings.leftOut.isEmpty)
    #expect(undertakings.begin(.tiles))
    undertakings.end(.tiles)
    #expect(!FileManager.default.fileExists(atPath: file))
    endSuddenly(during: .tiles)
    endSuddenly(during: .tiles)
  }

  @Test func whatIsTakenUpAfterAllAndEndsTheProgramIsLeftOutAgain() {
    endSuddenly(during: .tiles)
    endSuddenly(during: .tiles)
    let undertakings = Undertakings(file: file)
    undertakings.allow(.tiles)
    #expect(undertakings.begin(.tiles))
    #expect(!Undertakings(file: file).begin(.tiles))
  }

  @Test func anEndByTheUsersWishCountsForNothing() {
    endSuddenly(during: .albums)
    let undertakings = Undertakings(file: file)
    #expect(undertakings.begin(.albums))
    undertakings.endAll()
    #expect(Undertakings(file: file).begin(.albums))
  }

  @Test(arguments: [
    "", "albums", "albums 99999999999999999999\n", "albums -3\n", "\0\0\0", "tiles 1 1\n",
    String(repeating: "x", count: 100_000),
  ])
  func aFileThatHoldsAnythingLeavesNothingOut(content: String) throws {
    try content.write(toFile: file, atomically: true, encoding: .utf8)
    let undertakings = Undertakings(file: file)
    for work in Undertakings.Work.allCases { #expect(undertakings.begin(work)) }
  }

  @Test func whereNothingCanBeWrittenNothingIsLeftOut() throws {
    try FileManager.default.removeItem(atPath: folder.path)
    try Data().write(to: URL(fileURLWithPath: folder.path))
    for _ in 0..<3 { endSuddenly(during: .albums) }
  }

  @Test func whatComesNextWaitsUntilNothingIsUnderWay() async {
    let undertakings = Undertakings(file: file)
    await undertakings.settle()
    _ = undertakings.begin(.tiles)
    let waiting = Task {
      await undertakings.settle()
      return undertakings.begin(.albums)
    }
    await Task.yield()
    undertakings.end(.tiles)
    #expect(await waiting.value)
  }
}
