import Foundation
import TestDesk
import XCTest

/// How large the photos of an album are shown.
final class AlbumSizeTests: AlbumWalkthrough {
  func testPhotosAreMadeLargerAndSmallerWhileTheFocusedOneStaysInSight() throws {
    try begin(count: 40)
    try openNewAlbum()
    try waitForLongAlbum(of: 40)
    try focusPhoto(0)
    hands.type("End")
    let last = try XCTUnwrap(savedNames().last)
    try watch(for: "the last photo") { focusedName() == last ? true : nil }
    let usual = try stillFrame(of: last)
    XCTAssertGreaterThan(usual.width, 180)
    func waitForSide(_ what: String, _ isIt: @escaping (Double) -> Bool) throws {
      try watch(for: what) { isIt(try stillFrame(of: last).width) ? true : nil }
      let (frame, bar) = (try stillFrame(of: last), try app.waitFor("New Collection").frame)
      XCTAssertLessThan(frame.y, bar.y)
      XCTAssertGreaterThan(frame.y + frame.height, 0)
    }
    hands.type("plus", holding: "Control_L")
    try waitForSide("larger photos") { $0 > usual.width * 1.2 }
    program.kill()
    try launch()
    try openAlbum()
    try focusPhoto(0)
    let first = try XCTUnwrap(savedNames().first)
    XCTAssertGreaterThan(try stillFrame(of: first).width, usual.width * 1.2, "it is remembered")
    hands.type("End")
    try watch(for: "the last photo") { focusedName() == last ? true : nil }
    hands.type("0", holding: "Control_L")
    try waitForSide("usual photos") { abs($0 - usual.width) < 2 }
    hands.type("minus", holding: "Control_L")
    try waitForSide("smaller photos") { $0 < usual.width * 0.85 }
  }
}
