/// The names that landmarks, cities and provinces have in one language, where they differ from the
/// usual ones.
///
/// The content of `names-de.atlas` and its like consists of numbers of variable length, and of texts:
/// the language's code; the checksums of the contents of `landmarks.atlas` and `gazetteer.atlas`, for
/// which alone it is made; and the names of landmarks, of cities and of provinces: for each of the
/// three a count, and for each name the step to its number from the one before, the first from -1, and
/// its text.
public struct LocalNames: AtlasContent {
  /// The code of the language, such as `de`.
  package let language: String
  /// The names of landmarks, by their numbers in `Landmarks.all`.
  private let landmarks: [Int: String]
  private let landmarkChecksum: UInt32
  /// The names of cities and provinces, by their numbers in the gazetteer.
  private let cities: [Int: String]
  private let provinces: [Int: String]
  private let gazetteerChecksum: UInt32

  package static let file = DataFile(kind: "NAME", version: 1)
  /// The greatest step, and the longest name in bytes: a file with more is damaged.
  private static let (greatestStep, longestName) = (UInt64(1) << 20, 255)

  /// Names some of the landmarks, and some of the gazetteer's cities and provinces.
  package init(
    language: String, landmarks: [Int: String], of all: Landmarks, cities: [Int: String],
    provinces: [Int: String], of gazetteer: Gazetteer
  ) {
    (self.language, self.landmarks, self.cities) = (language, landmarks, cities)
    self.provinces = provinces
    (landmarkChecksum, gazetteerChecksum) = (all.checksum, gazetteer.checksum)
  }

  package init(content: [UInt8]) throws(AtlasError) {
    var reader = DataReader(content)
    language = reader.text()
    landmarkChecksum = UInt32(clamping: reader.varying())
    gazetteerChecksum = UInt32(clamping: reader.varying())
    landmarks = LocalNames.names(reading: &reader)
    cities = LocalNames.names(reading: &reader)
    provinces = LocalNames.names(reading: &reader)
    guard reader.isComplete, !language.isEmpty else { throw .damaged }
  }

  /// The names in the first of the languages in which a folder has any; nil if English comes before,
  /// in which everything has its usual name.
  package static func first(of languages: [String], in folder: String) -> LocalNames? {
    for code in languages.map(\.languageCode) {
      if code == "en" { return nil }
      if let names = try? LocalNames(file: "\(folder)/names-\(code).atlas") { return names }
    }
    return nil
  }

  /// The names of landmarks; none if these are others than those for which it is made.
  func names(of landmarks: Landmarks) -> [Int: String] {
    landmarks.checksum == landmarkChecksum ? self.landmarks : [:]
  }

  /// The names of a gazetteer's cities and provinces; none if it is another one than that for which it
  /// is made.
  func names(of gazetteer: Gazetteer) -> (cities: [Int: String], provinces: [Int: String]) {
    gazetteer.checksum == gazetteerChecksum ? (cities, provinces) : ([:], [:])
  }

  package var content: [UInt8] {
    var content: [UInt8] = []
    content.append(text: language)
    content.append(varying: UInt64(landmarkChecksum))
    content.append(varying: UInt64(gazetteerChecksum))
    for names in [landmarks, cities, provinces] {
      content.append(varying: UInt64(names.count))
      var last = -1
      for (number, name) in names.sorted(by: { $0.key < $1.key }) {
        content.append(varying: UInt64(number - last))
        content.append(text: name)
        last = number
      }
    }
    return content
  }

  private static func names(reading reader: inout DataReader) -> [Int: String] {
    var names: [Int: String] = [:]
    var number = -1
    for _ in 0..<reader.count() where reader.isSound {
      let step = reader.varying()
      let name = reader.text()
      guard 1...greatestStep ~= step, 1...longestName ~= name.utf8.count else {
        reader.refuse()
        return [:]
      }
      number += Int(step)
      names[number] = name
    }
    return names
  }
}
