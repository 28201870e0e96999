import Foundation
import TestDesk
import XCTest

/// The Debian package, in a system that is thrown away: `make test-deb`.
final class PackageTests: AlbumWalkthrough {
  private var newer: String? { ProcessInfo.processInfo.environment["VIRTUAL_TOURIST_UPGRADE"] }

  override func setUpWithError() throws {
    try XCTSkipIf(newer == nil, "this installs packages: run make test-deb")
    try super.setUpWithError()
  }

  func testAnUpgradeAndARemovalLeaveTheLibraryAlone() throws {
    let newer = try XCTUnwrap(newer)
    try begin(count: 4)
    try openNewAlbum()
    try waitForPhotos(4)
    let (pins, names, files) = (try savedTitles(), Set(photoNames()), photoFiles())
    XCTAssertEqual(files.count, 4)
    try quit()
    let older = try version()

    try apt("install", newer)
    XCTAssertNotEqual(try version(), older)
    try start()
    try openAlbum()
    try waitForPhotos(4)
    XCTAssertEqual(Set(photoNames()), names)
    try quit()
    XCTAssertEqual(try savedTitles(), pins)
    XCTAssertEqual(photoFiles(), files)

    try apt("remove", "virtual-tourist")
    XCTAssertFalse(FileManager.default.fileExists(atPath: TouristAtDesk.stagedProgram.path))
    XCTAssertEqual(try savedTitles(), pins)
    XCTAssertEqual(photoFiles(), files)
  }

  private func version() throws -> String {
    let program = try person.start(["--version"])
    XCTAssertEqual(try program.waitForExit(), 0)
    return program.output
  }

  private func apt(_ words: String...) throws {
    let apt = Process()
    apt.executableURL = URL(fileURLWithPath: "/usr/bin/apt-get")
    apt.arguments = ["-y", "-qq", "--no-install-recommends"] + words
    apt.standardOutput = FileHandle.nullDevice
    try apt.run()
    apt.waitUntilExit()
    XCTAssertEqual(apt.terminationStatus, 0, "apt-get \(words.joined(separator: " "))")
  }
}
