import Atlas
import Foundation
import TestFiles
import TestSupport
import TravelModel

@testable import AlbumExport

/// Albums made here.
final class Samples {
  let folder = TemporaryFolder()
  /// Where albums are exported to.
  let target: String
  private var count = 0

  init() {
    target = folder.newPath()
    try! FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
  }

  /// The map that the program carries.
  static let map = ExportMap(
    outlines: try! Outlines(file: "\(atlasFolder)/outlines.atlas"),
    landscape: try! Landscape(file: "\(atlasFolder)/landscape.atlas"),
    gazetteer: try! Gazetteer(file: "\(atlasFolder)/gazetteer.atlas"))

  static let paris = Coordinate(latitude: 48.8584, longitude: 2.2945)!
  static let licence = "https://creativecommons.org/licenses/by/4.0/"

  /// A photo whose picture is of one colour.
  func photo(
    _ title: String, type: String = "jpeg", width: Int = 60, height: Int = 40,
    orientation: Int? = nil
  ) -> ExportedPhoto {
    count += 1
    let path = "\(folder.path)/\(count).\(type)"
    let picture = Data(plainPicture(type, width: width, height: height))
    try! picture.write(to: URL(fileURLWithPath: path))
    if let orientation {
      Metadata.write(["Exif.Image.Orientation": "\(orientation)"], into: path)
    }
    var details = PhotoDetails(source: "commons", sourceID: "\(count)", title: title)
    details.author = "Ada"
    details.license = "CC BY 4.0"
    details.licenseAddress = Samples.licence
    details.pageAddress = "https://example.org/wiki/\(count)"
    details.coordinate = Samples.paris
    return ExportedPhoto(title: title, details: details, path: path)
  }

  func album(_ photos: [ExportedPhoto], title: String = "Paris", missing: Int = 0) -> ExportedAlbum
  {
    ExportedAlbum(
      title: title, place: Samples.paris, photos: photos, missing: missing, day: "1 May",
      language: "en")
  }

  /// What lies in a folder, hidden files too.
  func names(_ path: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(target)/\(path)")) ?? []).sorted()
  }

  func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(target)/\(path)", encoding: .utf8)
  }

  /// What a file's metadata says.
  func tag(_ name: String, of path: String) -> String? {
    Metadata.text(name, of: "\(target)/\(path)")
  }
}

/// Lets an export cancel itself.
final class ProgressBox: @unchecked Sendable {  // Set before the export begins.
  var progress: ExportProgress?
}
