import Foundation
import TestSupport
import Testing
import TouristSession

@MainActor
struct StartupGuardTests {
  private let folder = TemporaryFolder()
  private var file: String { "\(folder.path)/under-way" }

  /// A start that comes to a sudden end while something is under way.
  private func endSuddenly(during work: StartupGuard.Work) {
    #expect(StartupGuard(file: file).begin(work))
  }

  @Test func `what ended the last two starts is left out of the next`() {
    endSuddenly(during: .albums)
    endSuddenly(during: .albums)
    for _ in 0..<2 {
      let startupGuard = StartupGuard(file: file)
      #expect(startupGuard.begin(.tiles))
      startupGuard.end(.tiles)
      #expect(!startupGuard.begin(.albums))
      #expect(startupGuard.skipped == [.albums])
    }
  }

  @Test func `what is taken up after all and ends well is forgiven`() {
    endSuddenly(during: .tiles)
    endSuddenly(during: .tiles)
    let startupGuard = StartupGuard(file: file)
    #expect(!startupGuard.begin(.tiles))
    startupGuard.allow(.tiles)
    #expect(startupGuard.skipped.isEmpty)
    #expect(startupGuard.begin(.tiles))
    startupGuard.end(.tiles)
    #expect(!FileManager.default.fileExists(atPath: file))
    endSuddenly(during: .tiles)
    endSuddenly(during: .tiles)
  }

  @Test func `what is taken up after all and ends the program is left out again`() {
    endSuddenly(during: .tiles)
    endSuddenly(during: .tiles)
    let startupGuard = StartupGuard(file: file)
    startupGuard.allow(.tiles)
    #expect(startupGuard.begin(.tiles))
    #expect(!StartupGuard(file: file).begin(.tiles))
  }

  @Test func `an end by the users wish counts for nothing`() {
    endSuddenly(during: .albums)
    let startupGuard = StartupGuard(file: file)
    #expect(startupGuard.begin(.albums))
    startupGuard.endAll()
    #expect(StartupGuard(file: file).begin(.albums))
  }

  @Test(arguments: [
    "", "albums", "albums 99999999999999999999\n", "albums -3\n", "\0\0\0", "tiles 1 1\n",
    String(repeating: "x", count: 100_000),
  ])
  func `a file that holds anything leaves nothing out`(content: String) throws {
    try content.write(toFile: file, atomically: true, encoding: .utf8)
    let startupGuard = StartupGuard(file: file)
    for work in StartupGuard.Work.allCases { #expect(startupGuard.begin(work)) }
  }

  @Test func `where nothing can be written nothing is left out`() throws {
    try FileManager.default.removeItem(atPath: folder.path)
    try Data().write(to: URL(fileURLWithPath: folder.path))
    for _ in 0..<3 { endSuddenly(during: .albums) }
  }

  @Test func `what comes next waits until nothing is under way`() async {
    let startupGuard = StartupGuard(file: file)
    await startupGuard.waitUntilIdle()
    _ = startupGuard.begin(.tiles)
    let waiting = Task.immediate {
      await startupGuard.waitUntilIdle()
      return startupGuard.begin(.albums)
    }
    startupGuard.end(.tiles)
    #expect(await waiting.value)
  }
}
