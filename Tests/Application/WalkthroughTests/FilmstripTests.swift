import Foundation
import TestDesk
import XCTest

/// The other photos of the album, below the large one.
final class FilmstripTests: ViewerWalkthrough {
  func testTheFilmstripFollowsAndLeadsAndStaysAwayOnceItIsHidden() throws {
    let all = try beginInLongAlbum(of: 60)
    hands.type("space")
    try waitForViewer(of: all[0])
    let thumbnails = person.desk.home.appendingPathComponent("cache/virtual-tourist/thumbnails")
    func strip() throws -> [Element] {
      app.all { try $0.role == "list item" && $0.frame.width > 1 && !$0.name.isEmpty }
    }
    func waitForFrame(of name: String) throws {
      try watch(for: "“\(name)” in the filmstrip") {
        try strip().first { try $0.name == name && $0.has(.selected) }?.frame
      }
    }
    try waitForFrame(of: all[0])
    let before = try FileManager.default.contentsOfDirectory(atPath: thumbnails.path).count
    hands.type("End")
    try waitForViewer(of: all[59])
    try waitForFrame(of: all[59])
    // The other button leaves the keys with the picture.
    func stillPlace() throws -> Frame {
      try stillFrame(of: all[57]) { try $0.role == "list item" && $0.name == all[57] }
    }
    let frame = try stillPlace()
    openMenu(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
    hands.type("Left")
    try waitForViewer(of: all[58])
    // By a press, and by the keys in it.
    let there = try stillPlace()
    hands.click(x: there.x + there.width / 2, y: there.y + there.height / 2)
    try waitForViewer(of: all[57])
    hands.type("Left")
    try waitForViewer(of: all[56])
    hands.type("Home")
    try waitForViewer(of: all[0])
    try waitForFrame(of: all[0])
    let after = try FileManager.default.contentsOfDirectory(atPath: thumbnails.path).count
    XCTAssertLessThan(after - before, 60, "what is not seen was decoded")
    hands.type("F7")
    try watch(for: "the viewer without it") { try strip().isEmpty ? true : nil }
    hands.type("Right")
    try waitForViewer(of: all[1])
    hands.type("Escape")
    try waitForAlbum()
    hands.type("space")
    try waitForViewer(of: all[1])
    XCTAssertTrue(try strip().isEmpty, "it comes back by itself")
    hands.type("F7")
    try waitForFrame(of: all[1])
  }
}
