import LoopTesting
import SQLite
import TravelModel
import TravelStore

/// Makes libraries with so many pins that adding them one by one would take minutes.
enum SampleLibrary {
  static func make(_ count: Int, in folder: String) throws {
    try onMainLoop { _ = try await TravelStore(folder: folder) }
    let connection = try Connection<SQLiteError>(path: "\(folder)/library.sqlite")
    try connection.transaction { () throws(SQLiteError) in
      for (number, pin) in PinBenchmark.pins(count).enumerated() {
        try connection.run(
          "INSERT INTO pin (latitude, longitude, title) VALUES (?, ?, ?)",
          [
            pin.coordinate.latitude, pin.coordinate.longitude,
            "\(number * 7919 % count) km north of Somewhere",
          ])
      }
    }
  }
}
