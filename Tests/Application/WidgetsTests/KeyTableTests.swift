import Testing
import Widgets

@MainActor
struct KeyTableTests {
  private static let all: [KeyGroup] = [.map, .places, .album, .photo, .photoActions, .general]

  @Test(arguments: [KeyGroup.map, .places, .album, .photo])
  func `the keys of a page come first and no others are lost`(page: KeyGroup) {
    let groups = KeyTable.groups(beginningWith: page).map(\.key)
    #expect(groups.first == page)
    #expect(Set(groups) == Set(KeyTableTests.all))
    #expect(groups.count == KeyTableTests.all.count)
  }

  @Test func `the keys of an action are told as people read them`() {
    let label = KeyTable.label(of: "win.drop-pin")
    #expect(label.contains("Ctrl") && label.contains("Shift") && label.hasSuffix("N"))
  }

  @Test func `what is done with a photo comes with its page`() {
    let groups = KeyTable.groups(beginningWith: .photo).map(\.key)
    #expect(groups.prefix(2) == [.photo, .photoActions])
    #expect(groups.last == .general)
  }
}
