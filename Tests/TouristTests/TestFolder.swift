import Foundation

/// A folder of its own for each test.
final class TestFolder: Sendable {
  let path: String
  init() {
    path = FileManager.default.temporaryDirectory.path + "/virtual-tourist-\(UUID().uuidString)"
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }
}
