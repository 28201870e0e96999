import TestDesk
import XCTest

/// Several photos of an album taken in hand at once.
final class ChoosingTests: ViewerWalkthrough {
  func testThePhotosThatKeysSelectAreRemovedTogether() throws {
    let names = try beginInAlbum()
    hands.type("Right", holding: "Shift_L")
    hands.type("Right", holding: "Shift_L")
    try watch(for: "the focus on the third photo") { focusedName() == names[2] ? true : nil }
    hands.type("Delete")
    try waitForPhotos(3)
    XCTAssertEqual(photoNames(), Array(names[3...]))
    _ = try app.waitFor("3 photos removed")
    // What was removed together comes back together.
    hands.type("z", holding: "Control_L")
    try waitForPhotos(6)
    XCTAssertEqual(photoNames(), names)
  }

  func testThePhotoWithTheFocusIsRemovedAndNotTheOneThatWasSelectedBefore() throws {
    let names = try beginInAlbum()
    hands.type("Home")
    try watch(for: "the focus on the first photo") { focusedName() == names[0] ? true : nil }
    hands.type("Right", holding: "Control_L")
    try watch(for: "the focus on the next") { focusedName() == names[1] ? true : nil }
    hands.type("Delete")
    try waitForPhotos(5)
    XCTAssertEqual(photoNames(), names.filter { $0 != names[1] })
  }

  func testAllPhotosAreOneStopOfTab() throws {
    let names = try beginInAlbum()
    try focusPhoto(2)
    for held in [[], ["Shift_L"]] {
      hands.type("Tab", holding: held)
      let next = try watch(for: "the focus elsewhere") {
        focusedName().flatMap { $0 == names[2] ? nil : $0 }
      }
      XCTAssertFalse(names.contains(next), next)
      // It comes back to where it was.
      hands.type("Tab", holding: held.isEmpty ? ["Shift_L"] : [])
      try watch(for: "the focus on the photo again") { focusedName() == names[2] ? true : nil }
    }
  }

  func testPhotosThatAreDraggedOverAreSelected() throws {
    let names = try beginInAlbum()
    // Four are beside each other then, also where a window has no border.
    screen.resize(try XCTUnwrap(screen.topWindow), width: 950, height: 680)
    // From beside the last one: a drag that begins on a photo takes it along.
    let (fifth, last) = (try stillFrame(of: names[4]), try stillFrame(of: names[5]))
    let y = last.y + last.height / 3
    hands.drag(
      fromX: last.x + last.width * 1.5, y: y, toX: fifth.x + fifth.width / 2, y: y + 30)
    hands.type("Delete")
    try waitForPhotos(4)
    XCTAssertEqual(photoNames(), Array(names[..<4]))
  }

  func testRemovalsAndUndosMayComeFasterThanTheirToasts() throws {
    let names = try beginInLongAlbum(of: 24)
    // A key may come before what it is for can be pressed. Undos that are too many for that reason
    // bring these back, and nothing else, and were there no removal at all.
    for count in 1...8 {
      hands.type("Delete")
      try waitForLongAlbum(of: 24 - count)
      // In the library it is gone before it is on the page.
      try watch(for: "the focus on the next") { focusedName() == names[count] ? true : nil }
    }
    // Each is told by a toast, which the next takes away while it still comes in.
    for _ in 1...4 {
      for key in ["Delete", "Delete", "z", "z"] {
        hands.type(key, holding: key == "z" ? ["Control_L"] : [])
        // As fast as fingers are: what comes in one burst may be lost on its way to the window.
        hands.rest(seconds: 0.03)
      }
    }
    // Keys are acted on one after the other: once this one has been, all those have been.
    hands.type("comma", holding: "Control_L")
    try waitForDialog("Photos per Album")
    hands.type("Escape")
    try app.waitForEnd(of: "Photos per Album")
    while case let count = try savedNames().count, count < 24 {
      hands.type("z", holding: "Control_L")
      try watch(for: "one more photo") { try savedNames().count > count ? true : nil }
    }
    XCTAssertEqual(try savedNames(), names)
    try watch(for: "the first of them") {
      let shown = photoNames()
      return !shown.isEmpty && names.starts(with: shown) ? true : nil
    }
    hands.type("Delete")
    try waitForLongAlbum(of: 23)
    // What is told in the end is what there is to undo.
    let removed = try XCTUnwrap(Set(names).subtracting(savedNames()).first)
    _ = try app.waitFor("Removed “\(removed)”")
  }
}
