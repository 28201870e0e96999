import Foundation
import LoopTesting
import SQLite
import TestDesk
import TravelModel
import TravelStore

/// The time for a frame of scrolling an album of 10,000 photos, compared with GTK's grid with as
/// many empty cells.
enum ScrollBenchmark {
  private static let count = 10_000
  private static let rounds = 2

  static func run() throws {
    let desk = try Desk(width: 1000, height: 680)
    defer { desk.clear() }
    let folder = TouristAtDesk.builtProgram("scroll-benchmark").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    say("making a library")
    try makeLibrary(in: folder)
    var (middles, nearly, greatest): ([Double], [Double], [Double]) = ([], [], [])
    var (first, last, left): ([Double], [Double], [Double]) = ([], [], [])
    say("making thumbnails")
    _ = try desk.figures(of: ["scroll-album", folder, "0"], count: 6)
    try takeRounds(rounds, within: 120) {
      let album = try desk.figures(of: ["scroll-album", folder, "0"], count: 6)
      let bare = try desk.figures(of: ["scroll-album", folder, "\(count)"], count: 6)
      middles.append(album[0] / bare[0])
      nearly.append(album[1] / bare[1])
      greatest.append(album[2] / bare[2])
      first.append(album[3])
      last.append(album[4] / album[3])
      left.append(album[5] / album[3])
    }
    print(
      """
      an album of \(count) photos scrolled from end to end, beside as many empty cells:
        the middle frame \(summary(middles)), the 99th percentile \(summary(nearly)), \
      the longest \(summary(greatest)) times (aim: 2);
        memory: \(Int(first.max() ?? 0) >> 10) MB with the first screen, \(summary(last)) times as much at \
      its end, and \(summary(left)) times when the album was left
      """)
  }

  /// Makes a library of one pin with many photos, whose files share a few contents.
  private static func makeLibrary(in folder: String) throws {
    let services = try Services()
    defer { services.end() }
    let photos = "\(folder)/photos/1"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
    let pictures = (1...20).map { services.ask("/images/-/flickr/65535/\($0)_1_b.jpg") }
    for (number, picture) in pictures.enumerated() {
      try picture.write(to: URL(fileURLWithPath: "\(photos)/base\(number)"))
    }
    for number in 0..<count {
      link("\(photos)/base\(number % 20)", "\(photos)/\(number).jpg")
    }
    try onMainLoop { _ = try await TravelStore(folder: folder) }
    let connection = try Connection<SQLiteError>(path: "\(folder)/library.sqlite")
    try connection.transaction { () throws(SQLiteError) in
      try connection.run("INSERT INTO pin (latitude, longitude, title) VALUES (48, 2, 'Many')")
      try connection.run("INSERT INTO album (pin_id, state, source) VALUES (1, 'found', 'commons')")
      for number in 0..<count {
        try connection.run(
          """
          INSERT INTO photo (pin_id, position, source, source_id, title, path, state)
          VALUES (1, ?1, 'commons', ?2, ?3, ?4, 'stored')
          """,
          [Int64(number), String(number), "Photo \(number)", "1/\(number).jpg"])
      }
    }
  }
}
