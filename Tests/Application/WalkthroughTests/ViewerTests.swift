import Foundation
import TestDesk
import TravelModel
import XCTest

/// Photos as a person looks at them, one by one.
final class ViewerTests: ViewerWalkthrough {
  func testSpaceOpensThePhotoAndFetchesItsLargeImage() throws {
    let names = try beginInAlbum()
    let stored = largeRequests()
    hands.type("space")
    try waitForViewer(of: names[0])
    try waitForLargeImages(1)
    let asked = largeRequests()
    XCTAssertEqual(asked.count, stored.count + 1)
    // It is kept: looking at it again asks nobody.
    hands.type("Escape")
    try waitForAlbum()
    try watch(for: "the focus back on the photo") { focusedName() == names[0] ? true : nil }
    hands.type("space")
    try waitForViewer(of: names[0])
    hands.type("Right")
    try waitForViewer(of: names[1])
    try waitForLargeImages(2)
    hands.type("Left")
    try waitForViewer(of: names[0])
    XCTAssertEqual(largeRequests().count, asked.count + 1)
  }

  func testTheMenuOfAPhotoOpensIt() throws {
    let names = try beginInAlbum()
    let photo = try stillFrame(of: names[2])
    hands.move(x: photo.x + 40, y: photo.y + 40)
    hands.press(button: 3)
    hands.release(button: 3)
    try app.waitForEntry("View")
    hands.type("Return")
    try waitForViewer(of: names[2])
  }

  func testTheButtonOnAPhotoOpensIt() throws {
    let names = try beginInAlbum()
    let photo = try stillFrame(of: names[1])
    hands.move(x: photo.x + 40, y: photo.y + 40)
    _ = try app.waitFor("View \(names[1])")
    try press("View \(names[1])")
    try waitForViewer(of: names[1])
  }

  func testATapOpensAPhotoWhereItDoesNotRemove() throws {
    let names = try beginInAlbum(settings: ["click-removes": "false"])
    try press(names[3])
    try waitForViewer(of: names[3])
    XCTAssertEqual(try savedPaths().count, 6)
  }

  func testKeysAndButtonsGoToTheNeighboursAndStopAtTheEnds() throws {
    let names = try beginInViewer(count: 3)
    XCTAssertTrue(app.buttons { $0 == "Previous Photo" }.isEmpty)
    hands.type("Right")
    try waitForViewer(of: names[1])
    try press("Next Photo")
    try waitForViewer(of: names[2])
    try app.waitForEnd(of: "Next Photo")
    try watch(for: "where the photo is in its album") {
      app.all { try $0.name.hasPrefix("3 of 3 · ") }.first
    }
    hands.type("Right")
    hands.type("Page_Up")
    try waitForViewer(of: names[1])
    try press("Previous Photo")
    try waitForViewer(of: names[0])
    hands.type("Left")
    hands.type("Page_Down")
    try waitForViewer(of: names[1])
  }

  func testHomeAndEndGoToTheFirstAndTheLastPhoto() throws {
    let names = try beginInViewer()
    hands.type("End")
    try waitForViewer(of: names[5])
    hands.type("Home")
    try waitForViewer(of: names[0])
  }

  func testEachOfSeveralQuickPressesZooms() throws {
    try beginInViewer()
    try waitForLargeImages(1)
    let fit = try zoom()
    for _ in 1...3 { hands.type("equal") }
    // What is read is rounded.
    let larger = (Double(fit) - 0.5) * 3.375 - 1...(Double(fit) + 0.5) * 3.375 + 1
    try waitForZoom { larger.contains(Double($0)) }
    for _ in 1...2 { hands.type("minus") }
    hands.type("Right", holding: "Control_L")
    try waitForZoom { (Double(fit) * 1.4...Double(fit) * 1.6).contains(Double($0)) }
  }

  func testThePictureIsZoomedByKeysWheelAndDoubleClick() throws {
    try beginInViewer()
    try waitForLargeImages(1)
    let fit = try zoom()
    XCTAssertLessThan(fit, 100)
    hands.type("1")
    try waitForZoom { $0 == 100 }
    hands.type("0")
    try waitForZoom { $0 == fit }
    hands.type("equal")
    let larger = try waitForZoom { $0 > fit }
    hands.type("minus")
    try waitForZoom { $0 < larger }
    hands.type("0")
    try waitForZoom { $0 == fit }

    let frame = try XCTUnwrap(picture()).frame
    let middle = (x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
    hands.move(x: middle.x, y: middle.y)
    hands.turnWheel(1)
    try waitForZoom { $0 > fit }
    hands.turnWheel(-2)
    try waitForZoom { $0 == fit }
    pressTwice()
    try waitForZoom { $0 == 100 }
    hands.rest(seconds: 0.5)
    pressTwice()
    try waitForZoom { $0 == fit }
    try press("Zoom In")
    try waitForZoom { $0 > fit }
    try press("Zoom Out")
    try waitForZoom { $0 == fit }
  }

  /// Presses twice where the pointer is, so fast that a busy machine does not make it two presses.
  private func pressTwice() {
    hands.together {
      for _ in 1...2 {
        hands.press()
        hands.release()
      }
    }
  }

  func testAnEnlargedPictureIsDragged() throws {
    try skipOnWayland("the pointer is in what is captured there")
    try beginInViewer()
    try waitForLargeImages(1)
    hands.type("1")
    try waitForZoom { $0 == 100 }
    let frame = try XCTUnwrap(picture()).frame
    let middle = (x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
    let there = (x: middle.x + 120, y: middle.y + 90)
    // The picture becomes sharp at some time, which changes its colours too.
    let before = try standstillOfColors(around: middle)
    hands.drag(fromX: middle.x, y: middle.y, toX: there.x, y: there.y)
    try watch(for: "the same part of the picture elsewhere") {
      screen.colors(around: there) == before ? true : nil
    }
    XCTAssertEqual(try zoom(), 100)
  }

  /// What a part of the screen shows once it does not change any more.
  private func standstillOfColors(around point: (x: Double, y: Double)) throws -> [UInt32] {
    var last: [UInt32] = []
    var since = Date()
    return try watch(for: "a picture that is sharp") {
      let now = screen.colors(around: point)
      if now != last { (last, since) = (now, Date()) }
      return since.timeIntervalSinceNow < -2 ? now : nil
    }
  }

  func testF11FillsTheScreenWithThePictureAndGivesItBack() throws {
    let names = try beginInViewer()
    let window = try XCTUnwrap(screen.topWindow)
    try screen.grantFullScreen(to: window) { hands.type("F11") }
    try waitForFullScreen()
    try moveUntilShown("Leave Full Screen")
    // Whoever rests sees the picture alone.
    try watch(for: "the picture alone") {
      app.buttons { $0 == "Leave Full Screen" || $0 == "Next Photo" }.isEmpty ? true : nil
    }
    hands.type("Right")
    try watch(for: "the next photo") { try pictureInFullScreen()?.name == names[1] ? true : nil }
    try moveUntilShown("Next Photo")
    try screen.grantFullScreen(to: window) { hands.type("Escape") }
    _ = try app.waitFor("Full Screen")
    try waitForViewer(of: names[1])
  }

  func testWithoutTheServiceTheStoredPictureIsShown() throws {
    let names = try beginInAlbum()
    person.services.ask("/control/api/off")
    hands.type("space")
    try waitForViewer(of: names[0])
    _ = try app.waitFor("The large picture cannot be loaded now.")
    // The picture lies as it will lie when it is there in large.
    XCTAssertLessThan(try zoom(), 100)
    let frame = try XCTUnwrap(picture()).frame
    let colors = screen.colors(around: (frame.x + frame.width / 2, frame.y + frame.height / 2))
    XCTAssertGreaterThan(Set(colors).count, 1)
    person.services.ask("/control/api/on")
    hands.type("Page_Down")
    hands.type("Page_Down")
    try waitForViewer(of: names[2])
    try waitForLargeImages(1)
  }

  func testAPhotoThatFailedSaysWhyAndIsTriedAgain() throws {
    person.services.ask("/control/hold")
    try begin(settings: ["photo-source": "'commons'"])
    try openNewAlbum()
    person.services.ask("/control/release/5")
    try waitForPhotos(6, loading: 1)
    person.services.ask("/control/api/off")
    try waitForPhotos(6, failed: 1)
    let index = try XCTUnwrap(photoNames().firstIndex { $0.hasPrefix("Failed: ") })
    let name = String(photoNames()[index].dropFirst("Failed: ".count))
    try focusPhoto(index)
    hands.type("space")
    _ = try app.waitFor("The photo service cannot be reached. Check your connection.")
    person.services.ask("/control/api/on")
    person.services.ask("/control/release")
    try press("Try Again")
    try waitForViewer(of: name)
  }

  func testALargeImageThatWentBadIsFetchedAgain() throws {
    let names = try beginInViewer()
    try waitForLargeImages(1)
    hands.type("Escape")
    try waitForAlbum()
    let asked = largeRequests().count
    let folder = person.desk.home.appendingPathComponent("cache/virtual-tourist/large")
    let file = folder.appendingPathComponent(
      try XCTUnwrap(
        FileManager.default.contentsOfDirectory(atPath: folder.path).first { !$0.hasPrefix(".") }))
    let size = try Data(contentsOf: file).count
    // A power cut may leave nothing but zeros.
    try Data(count: size).write(to: file)
    try watch(for: "the focus back on the photo") { focusedName() == names[0] ? true : nil }
    hands.type("space")
    try waitForViewer(of: names[0])
    try watch(for: "another request") { largeRequests().count > asked ? true : nil }
    try watch(for: "the whole image") { (try? Data(contentsOf: file))?.first == 0xFF ? true : nil }
    try app.waitForEnd(of: "Loading the large picture…")
    XCTAssertEqual(app.all { try $0.name.hasPrefix("The large picture") }.count, 0)
  }

  func testWhatIsRemovedGivesWayToTheNextAndUndoBringsItBack() throws {
    let names = try beginInViewer()
    hands.type("Right")
    try waitForViewer(of: names[1])
    hands.type("Delete")
    try waitForViewer(of: names[2])
    try watch(for: "five photos") {
      try rows("SELECT 1 FROM photo").count == 5 ? true : nil
    }
    try watch(for: "one photo fewer") { app.all { try $0.name.hasPrefix("2 of 5 · ") }.first }
    hands.type("Left")
    try waitForViewer(of: names[0])
    try press("Undo")
    try waitForViewer(of: names[1])
    hands.type("Right")
    try waitForViewer(of: names[2])
    // By the keys it is the same.
    hands.type("Delete")
    try waitForViewer(of: names[3])
    hands.type("z", holding: "Control_L")
    try waitForViewer(of: names[2])
    hands.type("Escape")
    try waitForPhotos(6)
    XCTAssertEqual(photoNames(), names)
  }

  func testTheMenuOverThePictureHasAllThatCanBeDone() throws {
    let names = try beginInViewer()
    let frame = try stillFrame(of: names[0]) { try $0.role == "image" && $0.name == names[0] }
    openMenu(x: frame.x + 200, y: frame.y + 100)
    try app.waitForEntry("Remove From Album")
    // The menu is as high as its entries.
    try watch(for: "all of the menu") { () -> Bool? in
      let menu = app.all { try $0.role == "menu" && $0.frame.height > 1 }
      guard let frame = try menu.last?.frame, let end = try entries().last?.frame else {
        return nil
      }
      return end.y + end.height <= frame.y + frame.height ? true : nil
    }
    hands.type("Up")
    hands.type("Return")
    try waitForViewer(of: names[1])
    try press("Undo")
    try waitForViewer(of: names[0])
    hands.type("F10", holding: "Shift_L")
    try app.waitForEntry("Save As…")
    hands.type("Escape")
    try app.waitForEnd(ofEntry: "Save As…")
    try waitForViewer(of: names[0])
  }

  func testWithTheLastPhotoGoneThereIsTheEmptyAlbum() throws {
    let names = try beginInViewer(count: 2)
    hands.type("Right")
    try waitForViewer(of: names[1])
    hands.type("Delete")
    try waitForViewer(of: names[0])
    hands.type("Delete")
    _ = try app.waitFor("No Images")
    // The viewer's toast stands above the album's bar as well.
    let bar = try stillFrame(of: "New Collection")
    let undo = try stillFrame(of: "Undo")
    XCTAssertLessThanOrEqual(undo.y + 2 * undo.height, bar.y)
    try press("Undo")
    try waitForPhotos(1)
  }

  func testEscapeLeadsToThePhotoInTheAlbum() throws {
    let names = try beginInLongAlbum(of: 150)
    hands.type("space")
    try waitForViewer(of: names[0])
    hands.type("Right")
    try waitForViewer(of: names[1])
    hands.type("Escape")
    try waitForAlbum()
    try watch(for: "the focus on the second photo") { focusedName() == names[1] ? true : nil }
    hands.type("space")
    try waitForViewer(of: names[1])
    // One that was out of sight there is brought into it.
    hands.type("End")
    let last = try XCTUnwrap(names.last)
    try waitForViewer(of: last)
    hands.type("Left", holding: "Alt_L")
    try waitForAlbum()
    try watch(for: "the focus on the last photo") { focusedName() == last ? true : nil }
  }

  func testAPhotoIsShownOnTheMapWhereItWasTaken() throws {
    try beginInViewer()
    let place = try rows(
      "SELECT latitude, longitude FROM photo ORDER BY position LIMIT 1")[0].compactMap(Double.init)
    hands.type("m", holding: "Control_L")
    try watch(for: "the place in the middle of the map") { () -> Bool? in
      guard let center = try savedView()?.center else { return nil }
      return abs(center.latitude - place[0]) < 0.001 && abs(center.longitude - place[1]) < 0.001
        ? true : nil
    }
    try watch(for: "the map") { focusedName() != nil && picture() == nil ? true : nil }
  }
}
