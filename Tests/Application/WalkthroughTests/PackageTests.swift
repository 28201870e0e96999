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

/// What `make install` puts on a disk, and `make uninstall` takes back.
final class InstallationTests: XCTestCase {
  private let project = TouristAtDesk.projectFolder
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "virtual-tourist-installation-\(UUID().uuidString.prefix(8))")

  override func setUpWithError() throws {
    try XCTSkipUnless(
      FileManager.default.isExecutableFile(
        atPath: project.appendingPathComponent(".build/release/virtual-tourist").path),
      "the program is not built: run make test")
  }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  /// Makes a target with what is built already.
  private func make(_ target: String, _ variables: String...) throws {
    let make = Process()
    make.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    make.arguments =
      ["make", "--silent", "-C", project.path, "--assume-old=binary", target] + variables
    // What the make that runs the tests was told is not for this one.
    make.environment = ProcessInfo.processInfo.environment.filter {
      !["MAKEFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "PREFIX", "DESTDIR", "STRIP", "CACHES"]
        .contains($0.key)
    }
    make.standardOutput = FileHandle.nullDevice
    try make.run()
    make.waitUntilExit()
    XCTAssertEqual(make.terminationStatus, 0, "make \(target)")
  }

  private func files() throws -> Set<String> {
    let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return Set(all ?? []).filter {
      var isFolder: ObjCBool = false
      let path = folder.appendingPathComponent($0).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }

  func testWhatIsInstalledRunsAndIsTakenBackWhole() throws {
    // Another program is there before, and stays.
    let other = "share/applications/other.desktop"
    let entry = folder.appendingPathComponent(other)
    try FileManager.default.createDirectory(
      at: entry.deletingLastPathComponent(), withIntermediateDirectories: true)
    try "[Desktop Entry]\nType=Application\nName=Other\nExec=true\n".write(
      to: entry, atomically: true, encoding: .utf8)
    try make("install", "PREFIX=\(folder.path)")
    let program = Process()
    program.executableURL = folder.appendingPathComponent("bin/virtual-tourist")
    program.arguments = ["--version"]
    program.standardOutput = FileHandle.nullDevice
    try program.run()
    program.waitUntilExit()
    XCTAssertEqual(program.terminationStatus, 0)
    XCTAssertGreaterThan(try files().count, 10)

    try make("uninstall", "PREFIX=\(folder.path)")
    // Caches are those of all programs.
    let caches: Set = [
      "share/applications/mimeinfo.cache", "share/icons/hicolor/icon-theme.cache",
    ]
    XCTAssertEqual(try files().subtracting(caches), [other])
    for cache in try files().intersection(caches) {
      let content = try Data(contentsOf: folder.appendingPathComponent(cache))
      XCTAssertNil(content.range(of: Data("virtualtourist".utf8)), cache)
    }
  }

  func testWhatIsInstalledForAPackageIsTakenBackWhole() throws {
    let place = ["DESTDIR=\(folder.path)", "PREFIX=/usr"]
    try make("install", place[0], place[1])
    XCTAssertGreaterThan(try files().count, 10)
    try make("uninstall", place[0], place[1])
    XCTAssertEqual(try files(), [])
  }
}
