import TravelModel

struct CSVColumns {
  private enum Role: String, CaseIterable {
    case name, note, latitude, longitude, coordinates, shape, url, color, mark
    case kind, trip, order, tripColor, firstDay, lastDay
  }

  private var roles: [Role: [Int]] = [:]
  /// The last column that has a title, if that column holds names or notes.
  private var lastWords: Int?
  let certainty: Certainty

  enum Certainty: Comparable { case oneColumn, twoColumns, header }

  /// Reads the columns' names; nil where none holds coordinates.
  init?(header: [String]) {
    certainty = .header
    for (column, title) in header.enumerated() {
      let word = title.lowercased().filter { $0.isLetter || $0.isNumber }
      if let role = CSVColumns.roles[word] { roles[role, default: []].append(column) }
    }
    let ways: [Set<Role>] = [[.latitude, .longitude], [.coordinates], [.shape], [.url, .name]]
    guard ways.contains(where: { $0.isSubset(of: roles.keys) }) else { return nil }
    lastWords = header.lastIndex { !$0.trimmed.isEmpty }.flatMap { column in
      [.name, .note].contains { roles[$0]?.contains(column) ?? false } ? column : nil
    }
  }

  /// Guesses the columns of a table without a header from its first record.
  init?(firstRecord fields: [String]) {
    let numbers = fields.map(CSVColumns.decimal)
    for (column, pair) in zip(numbers, numbers.dropFirst()).enumerated() {
      guard let first = pair.0, let second = pair.1, abs(first) <= 180, abs(second) <= 180,
        abs(first) <= 90 || abs(second) <= 90
      else { continue }
      certainty = .twoColumns
      // People write the latitude first, unless it cannot be one.
      let isReversed = abs(first) > 90
      roles[.latitude] = [isReversed ? column + 1 : column]
      roles[.longitude] = [isReversed ? column : column + 1]
      addTexts(of: fields, from: column == 0 ? 2 : 0)
      return
    }
    let both = fields.firstIndex {
      PlaceRequest($0) != nil || wellKnownShapes($0)?.isEmpty == false
    }
    guard let both else { return nil }
    certainty = .oneColumn
    roles[.coordinates] = [both]
    addTexts(of: fields, from: both == 0 ? 1 : 0)
  }

  /// Joins a name or note in the last column again where separators in it, which nobody has quoted,
  /// have split it into several fields.
  func mended(_ fields: [String], separator: UInt8) -> [String] {
    guard let lastWords, fields.count > lastWords + 1,
      let end = fields.lastIndex(where: { !$0.trimmed.isEmpty }), end > lastWords
    else { return fields }
    let words = fields[lastWords...end].joined(separator: String(UnicodeScalar(separator)))
    return fields[..<lastWords] + [words]
  }

  /// The name, note, colour and so on of a record.
  func draft(of fields: [String], line: Int) -> Draft {
    var notes: [String] = []
    for note in texts(.note, fields) where !notes.contains(note) { notes.append(note) }
    let color = text(.color, fields).flatMap { ColorText.color(web: $0) }
    return Draft(
      line: line, name: text(.name, fields), note: notes.joined(separator: "\n"),
      color: color, mark: text(.mark, fields).flatMap { PinMark(rawValue: $0) },
      lineColor: color, isRoute: text(.kind, fields) == "route",
      firstDay: text(.firstDay, fields).flatMap { CalendarDay.read($0) },
      lastDay: text(.lastDay, fields).flatMap { CalendarDay.read($0) })
  }

  /// The trip that a record names, and the numbers, from 1, of its stops at this place; nil where
  /// the record belongs to no trip.
  func stops(of fields: [String], line: Int) -> (trip: Draft, places: [Int])? {
    guard roles[.trip] != nil else { return nil }
    let places = text(.order, fields)?.split(separator: " ").compactMap { Int($0) } ?? []
    var trip = draft(of: fields, line: line)
    (trip.name, trip.isRoute) = (text(.trip, fields), true)
    trip.lineColor = text(.tripColor, fields).flatMap { ColorText.color(web: $0) }
    return places.isEmpty ? nil : (trip, places)
  }

  /// The shapes of a record on the map; where there are none, why.
  func shapes(of fields: [String]) -> (shapes: [Shape], problem: PlaceList.Problem.Kind?) {
    let (latitude, longitude) = (text(.latitude, fields), text(.longitude, fields))
    if let latitude, let longitude {
      let numbers = [latitude, longitude].map(CSVColumns.decimal)
      // Degrees with minutes, such as 48°51′N, may stand in two columns as well.
      let typed =
        numbers == [nil, nil] ? PlaceRequest("\(latitude), \(longitude)")?.coordinate : nil
      let place = Coordinate.read(latitude: numbers[0], longitude: numbers[1]) ?? typed
      return place.map { ([.point($0)], nil) }
        ?? ([], Coordinate.flaw(latitude: numbers[0], longitude: numbers[1]))
    }
    let texts = texts(.shape, fields) + texts(.coordinates, fields)
    for text in texts + self.texts(.url, fields) {
      let shapes = wellKnownShapes(text) ?? PlaceRequest(text).map { [.point($0.coordinate)] } ?? []
      if !shapes.isEmpty { return (shapes, nil) }
    }
    let isNone = latitude == nil && longitude == nil && texts.isEmpty
    return ([], isNone ? .noCoordinate : .badCoordinate)
  }

  private mutating func addTexts(of fields: [String], from start: Int) {
    if fields.count > start { roles[.name] = [start] }
    if start > 0, fields.count > start + 1 { roles[.note] = [start + 1] }
  }

  private func text(_ role: Role, _ fields: [String]) -> String? { texts(role, fields).first }

  private func texts(_ role: Role, _ fields: [String]) -> [String] {
    (roles[role] ?? []).compactMap { column in
      guard column < fields.count else { return nil }
      let text = SpreadsheetText.read(fields[column].trimmed)
      return text.isEmpty ? nil : text
    }
  }

  /// A number with a decimal point or comma.
  private static func decimal(_ text: String) -> Double? {
    guard text.utf8.count <= longestNumber else { return nil }
    return number(text) ?? number(text.replacing(",", with: "."))
  }

  /// What columns hold, by their titles in small letters without spaces and signs.
  ///
  /// Each line is a role and the further titles that it has.
  private static let roles: [String: Role] = {
    let lines = """
      name title titel label place placename ort bezeichnung nom titre nombre título titulo nome
      name titolo naam namn navn nazwa название имя 名前 名称
      note notes description desc comment comments remark remarks cmt notiz notizen beschreibung
      note bemerkung kommentar commentaire remarque descripción descripcion comentario nota notas
      note descrizione commento descrição omschrijving beskrivning opis описание
      latitude lat latdeg latitudedeg gpslatitude gpslat breite breitengrad geobreite latitud
      latitude latitudine breedtegraad szerokość широта 緯度 纬度 y ycoord ycoordinate pointy
      longitude lon lng long londeg longitudedeg gpslongitude gpslon länge laenge längengrad
      longitude laengengrad geolänge longitud longitudine lengtegraad długość долгота 経度 经度
      longitude x xcoord xcoordinate pointx
      coordinates coordinate coords coord latlon latlng latlong latitudelongitude gps geo
      coordinates gpscoordinates position location geopoint koordinaten koordinate coordonnées
      coordinates coordenadas координаты
      shape wkt geometry geom thegeom
      url link googlemapsurl mapsurl
      color colour markercolor
      tripColor tripcolour
      """
    var roles = Dictionary(
      uniqueKeysWithValues: Role.allCases.map { ($0.rawValue.lowercased(), $0) })
    for line in lines.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      for word in words.dropFirst() { roles[word] = Role(rawValue: words[0]) }
    }
    return roles
  }()
}

/// Texts that a spreadsheet would take for formulas stand behind an apostrophe, as people type them.
enum SpreadsheetText {
  static func written(_ text: String) -> String { isFormula(text) ? "'\(text)" : text }

  static func read(_ text: String) -> String {
    let isWritten = text.utf8.first == UInt8(ascii: "'") && isFormula(text)
    return isWritten ? String(text.unicodeScalars.dropFirst()) : text
  }

  /// Whether this begins as formulas do, behind any number of apostrophes.
  private static func isFormula(_ text: String) -> Bool {
    text.unicodeScalars.first { $0 != "'" }.map("=+-@".unicodeScalars.contains) ?? false
  }
}
