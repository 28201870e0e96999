import Foundation
import TestSupport
import Testing

@testable import Files

/// What an open folder tells of failures.
struct OpenFolderTests {
  private let scratch = TemporaryFolder()

  @Test func `a folder that is missing is told from one that cannot be opened`() {
    #expect(OpenFolder("\(scratch.path)/missing") == nil && errno == ENOENT)
    symlink(scratch.path, "\(scratch.path)/link")
    #expect(OpenFolder("\(scratch.path)/link") == nil && errno == ENOTDIR)
  }

  @Test func `what cannot be looked at counts as there`() throws {
    let folder = try #require(OpenFolder(scratch.path))
    #expect(folder.delete("missing"))
    mkdir("\(scratch.path)/folder", 0o700)
    #expect(folder.delete("folder") && folder.has("folder"))
    // The longest name of a file has 255 bytes; looking for a longer one fails.
    #expect(!folder.delete(String(repeating: "a", count: 256)))
  }
}
