import SQLite
import TravelModel

/// The columns with a source's metadata of a photo, which are those of `spare_photo`.
///
/// `values(of:for:at:)` and `PhotoDetails.init` use the same order.
let detailColumns = """
  pin_id, position, source, source_id, title, author, license, license_url, page_url, image_url,
  large_url, width, height, latitude, longitude, taken, merit, first_year, last_year,
  heading
  """

/// The values of `detailColumns`.
private func values(of photo: PhotoDetails, for pin: Pin.ID, at position: Int) -> [any Bindable] {
  [
    pin.number, Int64(position), photo.source, photo.sourceID, photo.title, photo.author,
    photo.license, photo.licenseAddress, photo.pageAddress, photo.imageAddress,
    photo.largeAddress, photo.size.map { Int64($0.width) },
    photo.size.map { Int64($0.height) }, photo.coordinate?.latitude,
    photo.coordinate?.longitude, photo.taken, photo.merit?.text,
    photo.statedYears.map { Int64($0.lowerBound) }, photo.statedYears.map { Int64($0.upperBound) },
    photo.heading,
  ]
}

extension LibraryConnection {
  /// Inserts photos; `statement` is SQL that ends with the name of a table.
  func insert(
    _ photos: [(position: Int, photo: PhotoDetails)], by statement: String, for pin: Pin.ID
  ) throws(StoreError) {
    for (position, photo) in photos {
      let values = values(of: photo, for: pin, at: position)
      let places = repeatElement("?", count: values.count).joined(separator: ", ")
      try run("\(statement) (\(detailColumns)) VALUES (\(places))", values)
    }
  }
}

extension PhotoDetails {
  /// Reads `detailColumns` from column `first` on.
  fileprivate init(_ row: Row, from first: Int32) {
    func text(_ column: Int32) -> String? { row.text(first + column) }
    // Not read from `self`, because property observers do not bound texts in an initialiser.
    var details = PhotoDetails(source: text(0) ?? "", sourceID: text(1) ?? "", title: text(2) ?? "")
    (details.author, details.license, details.licenseAddress) = (text(3), text(4), text(5))
    (details.pageAddress, details.imageAddress, details.largeAddress) = (text(6), text(7), text(8))
    details.size = PixelSize(
      untrustedWidth: Int(row.integer(first + 9)), height: Int(row.integer(first + 10)))
    details.coordinate = row.coordinate(first + 11)
    (details.taken, details.merit) = (text(13), text(14).flatMap(PhotoMerit.init(text:)))
    let years = (first + 15...first + 16).compactMap { row.optionalInteger($0).map { Int($0) } }
      .filter(TakenYears.possible.contains)
    if years.count == 2, years[0] <= years[1] { details.statedYears = years[0]...years[1] }
    details.heading = row.optionalNumber(first + 17)
    self = details
  }
}

extension TravelStore {
  func photos(_ condition: String, _ values: [any Bindable]) throws(StoreError) -> [Photo] {
    try connection.all(
      """
      SELECT id, path, state, failure, is_favorite, look, \(detailColumns) FROM photo \(condition)
      """, values, read: Photo.init)
  }
}

extension Photo {
  fileprivate init(_ row: Row) {
    // The path decides whether a photo is stored, whatever another program has written.
    let path = row.text(1)
    var state = row.text(2).flatMap(State.init) ?? .awaited
    if (state == .stored) != (path != nil) { state = path == nil ? .awaited : .stored }
    self.init(
      id: ID(row.integer(0)), pin: Pin.ID(row.integer(6)), position: Int(row.integer(7)),
      details: PhotoDetails(row, from: 8), path: path, state: state,
      failure: row.text(3).flatMap(PhotoFailure.init), isFavorite: row.integer(4) != 0,
      // A photo without a file has no look.
      look: path == nil
        ? nil : row.optionalInteger(5).map { PictureLook(bits: UInt64(bitPattern: $0)) })
  }
}

extension Row {
  /// The coordinate in two columns, latitude first; nil if either is missing or invalid.
  func coordinate(_ column: Int32) -> Coordinate? {
    guard let latitude = optionalNumber(column), let longitude = optionalNumber(column + 1) else {
      return nil
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
