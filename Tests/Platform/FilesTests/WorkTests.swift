import Dispatch
import Files
import Glibc
import Testing

/// Where work is done that is not to be waited for.
struct WorkTests {
  /// How far the thread that asks steps back behind others.
  private static var niceness: Int32 {
    getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
  }

  @Test func `work in the background steps back`() async {
    let background = await WorkThread("test", .background).run { WorkTests.niceness }
    let urgent = await WorkThread("test", .userInitiated).run { WorkTests.niceness }
    #expect(background > urgent)
  }

  @Test func `what work throws is thrown`() async {
    await #expect(throws: DiskFailure.noSpace) {
      try await WorkQueue.shared.run { () throws(DiskFailure) in throw .noSpace }
    }
  }
}
