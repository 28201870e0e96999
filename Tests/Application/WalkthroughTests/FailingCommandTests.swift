import Foundation
import TestDesk
import TestSupport
import TravelModel
import XCTest

/// Commands where something fails: who reads what they answer, the disk, or the power.
final class FailingCommandTests: AlbumWalkthrough {
  /// Runs a script of the shell in which `$0` is the program.
  private func run(_ script: String) throws -> (status: Int32, output: String) {
    let shell = try person.desk.start(
      "/bin/sh", ["-c", script, TouristAtDesk.stagedProgram.path])
    return (try shell.waitForExit(), shell.output)
  }

  private func assert(
    _ answer: (status: Int32, output: String), _ status: Int32, _ output: String,
    line: UInt = #line
  ) {
    XCTAssertEqual(answer.status, status, answer.output, line: line)
    XCTAssertEqual(answer.output, output, line: line)
  }

  private let paris = "1\t48.85840\t2.29450\t0\tParis, France\n"

  func testAnAnswerThatCannotBeWrittenIsSaid() throws {
    let done = "virtual-tourist: Done, but the answer was not written: the disk is full.\n"
    assert(try run("\"$0\" --drop 48.8584,2.2945 > /dev/full"), 1, done)
    assert(try run("\"$0\" --list"), 0, paris)
    assert(try run("\"$0\" --backup backup.zip --json > /dev/full"), 1, done)
    let failed = "virtual-tourist: The answer was not written: the disk is full.\n"
    for command in ["--list", "--list --json", "--export gpx"] {
      assert(try run("\"$0\" \(command) > /dev/full"), 1, failed)
    }
    assert(
      try run("\"$0\" --list >&-"), 1,
      "virtual-tourist: The answer was not written: the file cannot be written.\n")
    // Who has had enough is told nothing.
    assert(try run("\"$0\" --export gpx | true"), 0, "")
  }

  func testASignalEndsTheFillingOfAnAlbumThatWaits() throws {
    try person.writeSettings(["commons-endpoint": "'\(person.services.commons())'"])
    assert(try run("\"$0\" --drop 48.8584,2.2945"), 0, paris)
    person.services.ask("/control/hold")
    let program = try person.start(["--fetch", "1"])
    try watch(for: "photos to wait for") {
      (try? rows("SELECT 1 FROM photo"))?.isEmpty == false ? true : nil
    }
    kill(program.id, SIGINT)
    assert((try program.waitForExit(), program.output), 1, "")
    person.services.ask("/control/release")
    assert(try run("\"$0\" --list | cut -f 1,5"), 0, "1\tParis, France\n")
  }

  func testAWindowFillsTheAlbumsOfPinsThatWereDroppedWithoutOne() throws {
    try person.writeSettings(["prefetch": "true"])
    assert(try run("\"$0\" --drop 48.8584,2.2945"), 0, paris)
    XCTAssertEqual(try rows("SELECT 1 FROM photo"), [])
    try begin()
    _ = try watch(for: "its photos") { app.buttons { $0 == "Paris, France, 6 photos" }.first }
  }

  func testOnADiskThatIsFullFromTheFirstByteItIsSaid() throws {
    let namespace = try mountNamespace()
    let disks =
      (1...9).map { "size=8m,nr_inodes=\($0)" }
      + [4, 8, 16, 48, 96, 128, 192].map { "size=\($0)k" }
    var failures = 0
    for disk in disks {
      let script = """
        mount -t tmpfs -o \(disk) tmpfs "$XDG_DATA_HOME" || exit 9
        "$0" --drop 48.8584,2.2945 2>&1; echo "ended with $?"
        mount -o remount,size=8m,nr_inodes=100 tmpfs "$XDG_DATA_HOME"
        "$0" --list
        """
      let shell = try person.desk.start(
        "/usr/bin/unshare",
        namespace + ["sh", "-c", script, TouristAtDesk.stagedProgram.path])
      XCTAssertEqual(try shell.waitForExit(), 0, "\(disk): \(shell.output)")
      let failure = "virtual-tourist: The disk is full. Free some space.\nended with 1\n"
      if shell.output == failure {
        failures += 1
      } else {
        XCTAssertEqual(shell.output, "\(paris)ended with 0\n\(paris)", disk)
      }
    }
    XCTAssertTrue((5..<disks.count).contains(failures), "\(failures) of \(disks.count)")
  }

  func testAFirstStartThatIsKilledAnywhereLosesNothing() throws {
    // How long a whole one takes here.
    let begin = Date()
    assert(try run("\"$0\" --drop 48.8584,2.2945"), 0, paris)
    let whole = -begin.timeIntervalSinceNow
    for part in 1...10 {
      try FileManager.default.removeItem(at: person.libraryFolder)
      let program = try person.start(["--drop", "48.8584,2.2945"])
      usleep(UInt32(whole * Double(part) / 10 * 1_000_000))
      program.kill()
      let list = try run("\"$0\" --list")
      XCTAssertTrue(
        list.status == 0 && ["", paris].contains(list.output), "\(part): \(list.output)")
      let next = try run("\"$0\" --drop 0,0 | cut -f 1")
      assert(next, 0, list.output.isEmpty ? "1\n" : "2\n")
    }
  }

  /// What a script puts before a command of which a call fails, as `failing-calls.c` has it.
  private func failing(_ call: String, of kinds: String = "", in folder: String) -> String {
    """
    CALLS_FOLDER="\(folder)" CALLS_ONLY=\(kinds) CALLS_FAIL=\(call) CALLS_COUNT=count \
    LD_PRELOAD=\(built("failing-calls.so"))
    """
  }

  func testOfWhatIsNotSyncedItIsSaidThatItIsNotCertain() throws {
    for first in 1...2 {
      assert(try run("\"$0\" --drop 48.8584,2.2945"), 0, paris)
      let fault = failing(
        "\(first)+:\(EIO)", of: "sync:library.sqlite-wal", in: person.libraryFolder.path)
      let failed = try run("\(fault) \"$0\" --drop 0,0")
      XCTAssertEqual(failed.status, 1, failed.output)
      XCTAssertTrue(
        failed.output.hasSuffix(
          "Restart Virtual Tourist to see whether this was saved.\n"), failed.output)
      let list = try run("\"$0\" --list")
      XCTAssertEqual(list.status, 0, list.output)
      // Either of both was said to be possible.
      XCTAssertTrue((1...2).contains(list.output.split(separator: "\n").count), list.output)
      try FileManager.default.removeItem(at: person.libraryFolder)
    }
  }

  func testWhatAKilledExportLeavesGoesWithTheNext() throws {
    assert(try run("\"$0\" --drop 48.8584,2.2945"), 0, paris)
    let folder = person.desk.home.appendingPathComponent("Exports")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
    for (command, file) in [("--export gpx --output", "places.gpx"), ("--backup", "backup.zip")] {
      let last = "\"$0\" \(command) Exports/\(file) > log 2>&1"
      let killed = failing("1:kill", of: "rename:/.virtual-tourist-", in: folder.path)
      // A new file has no other name on its way, so there is nothing to be killed at.
      assert(try run("\(killed) \(last)"), 0, "")
      let before = try names()
      XCTAssertTrue(before.contains(file))
      _ = try run("\(killed) \(last); true")
      XCTAssertEqual(try names().count, before.count + 1)
      assert(try run(last), 0, "")
      XCTAssertEqual(try names(), before)
    }
  }

  func testNothingIsLostWhateverCallOfACommandFails() throws {
    let triesAll = ProcessInfo.processInfo.environment["VIRTUAL_TOURIST_FAILURES"] != nil
    assert(try run("\"$0\" --drop 48.8584,2.2945 && cp -a \"$XDG_DATA_HOME\" usual"), 0, paris)
    let place = "<gpx><wpt lat='1' lon='2'><name>New</name></wpt></gpx>"
    try place.write(
      to: person.desk.home.appendingPathComponent("new.gpx"), atomically: true, encoding: .utf8)
    let commands =
      [
        "--list", "--drop 0,0", "--import new.gpx", "--backup \"$XDG_DATA_HOME/backup.zip\"",
      ]
      + ["gpx", "kml", "geojson", "csv"].map { "--export \($0) --output \"$XDG_DATA_HOME/places\"" }
    for command in triesAll ? commands : Array(commands.prefix(5)) {
      func answer(to call: String) throws -> [String] {
        let answer = try run(
          """
          rm -rf "$XDG_DATA_HOME" && cp -a usual "$XDG_DATA_HOME"
          \(failing(call, in: "$XDG_DATA_HOME")) "$0" \(command) > answer 2> said
          echo "$? $(wc -l < said) $(cat said)"
          "$0" --list | head -n 1
          cat count
          """)
        return answer.output.split(separator: "\n").map(String.init)
      }
      let count = try XCTUnwrap(Int(answer(to: "0").last ?? ""))
      XCTAssertGreaterThan(count, 0, command)
      for number in stride(from: 1, through: count, by: triesAll ? 1 : max(1, count / 2)) {
        for error in triesAll ? [ENOSPC, EIO, EACCES] : [ENOSPC] {
          let lines = try answer(to: "\(number):\(error)")
          let said = lines.first ?? ""
          let isWell = said == "0 0 " || said.hasPrefix("1 1 virtual-tourist: ")
          XCTAssertTrue(isWell, "\(command), \(error) of call \(number): \(lines)")
          XCTAssertEqual(lines.dropFirst().first.map { "\($0)\n" }, paris, "\(command), \(number)")
          XCTAssertEqual(try rows("PRAGMA integrity_check"), [["ok"]])
        }
      }
    }
  }
}
