import GLibBridge
import TestSupport
import Testing

@MainActor
struct DebounceTests {
  @Test func `only the last of many is acted on`() async throws {
    var acted: [Int] = []
    let debounce = Debounce<Int>(for: .milliseconds(20)) { acted.append($0) }
    for number in 1...5 { debounce(number) }
    #expect(acted.isEmpty)
    try await wait { !acted.isEmpty }
    debounce(6)
    debounce.flush()
    debounce.flush()
    #expect(acted == [5, 6])
  }
}
