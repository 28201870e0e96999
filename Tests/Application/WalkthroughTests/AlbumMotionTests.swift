import TestDesk
import XCTest

/// Looks at an album while its photos move.
final class AlbumMotionTests: AlbumWalkthrough {
  func testTheOthersFlowToTheirNewPlaces() throws {
    try skipOnWayland("a look at the screen takes longer there than the photos flow")
    // One of them begins another row, in which there is room for others.
    try begin(count: 5)
    try openNewAlbum()
    try waitForPhotos(5)
    hands.move(x: 2, y: 2)
    let (first, second) = (
      try stillFrame(of: photoNames()[0]), try stillFrame(of: photoNames()[1])
    )
    // Between two photos at rest there is nothing; one that flows comes through there.
    let nothing = screen.color(
      x: Int(second.x + second.width / 2),
      y: Int(try app.waitFor("New Collection").frame.y) - 20)
    func isEmpty(_ x: Int) -> Bool {
      // Not to its ends, which elements do not tell to the pixel.
      screen.column(x: x, y: Int(first.y + first.height / 4), height: Int(first.height / 2))
        .allSatisfy { $0 == nothing }
    }
    // The screen knows it to the pixel, what elements tell of their places may leave out paddings.
    // The side of the second one: the pointer will be over the first, which shows that.
    let gap = try XCTUnwrap(
      (Int(first.x + first.width / 2)..<Int(second.x + second.width / 2)).last(where: isEmpty))
    // They flow for some frames only, which a busy machine may not see: of several times one is enough.
    var isSeen = false
    for count in [4, 3, 2, 1] where !isSeen {
      hands.click(x: first.x + 20, y: first.y + 20)
      // No pause between the looks.
      let end = Date(timeIntervalSinceNow: 2)
      while !isSeen, Date() < end { isSeen = !isEmpty(gap) }
      try waitForPhotos(count)
    }
    XCTAssertTrue(isSeen, "no photo on its way")
    try watch(for: "the photos at rest") { isEmpty(gap) ? true : nil }
  }
}
