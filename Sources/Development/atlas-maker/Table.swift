import Foundation

/// The fields of a table's rows, without its heading.
func table(_ path: String) throws -> [[String]] {
  try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst().map {
    $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  }
}

/// A row of Natural Earth's provinces.
struct ProvinceRow {
  let country: String
  let name: String
  let latitude: Double
  let longitude: Double
  /// The rank of its country, which is higher for smaller countries.
  let rank: Double

  /// The provinces that have a name.
  static func all(sources folder: String) throws -> [ProvinceRow] {
    try table("\(folder)/natural-earth-provinces.tsv").compactMap { fields in
      RegionNames.spelled(fields[2]).map {
        ProvinceRow(
          country: fields[1], name: $0, latitude: Double(fields[4])!,
          longitude: Double(fields[5])!, rank: Double(fields[6])!)
      }
    }
  }
}
