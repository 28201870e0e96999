package import Atlas
package import TravelModel

package struct ExportedAlbum: Sendable {
  package var title: String
  package var place: Coordinate
  /// The photos that have a file, in the album's order.
  package var photos: [ExportedPhoto]
  /// How many photos of the album have no file.
  package var missing: Int
  /// The days of its photos, or a postcard's postmark; nil if unknown.
  package var day: String?
  /// The language of the texts, as a web language tag such as `en`.
  package var language: String

  package init(
    title: String, place: Coordinate, photos: [ExportedPhoto], missing: Int, day: String?,
    language: String
  ) {
    (self.title, self.place, self.photos, self.missing) = (title, place, photos, missing)
    self.day = day
    self.language = language
  }
}

package struct ExportedPhoto: Hashable, Sendable {
  /// Its title, or a substitute.
  package var title: String
  package var details: PhotoDetails
  package var path: String

  package init(title: String, details: PhotoDetails, path: String) {
    (self.title, self.details, self.path) = (title, details, path)
  }
}

package struct ExportMap: Sendable {
  let outlines: Outlines
  let landscape: Landscape?
  let gazetteer: Gazetteer?

  package init(outlines: Outlines, landscape: Landscape?, gazetteer: Gazetteer?) {
    (self.outlines, self.landscape, self.gazetteer) = (outlines, landscape, gazetteer)
  }
}

package struct ExportOutcome: Hashable, Sendable {
  /// The file, or the folder.
  package var path: String
  /// How many photos were exported, and how many were not.
  package var photos: Int
  package var missing: Int
}

extension ExportedAlbum {
  /// The name of the exported file, without an extension.
  package var fileName: String { FileName.made(from: title) ?? FileName.made(from: place.decimal)! }
}
