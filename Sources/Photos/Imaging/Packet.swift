import CGLib
import GLibBridge
import Glibc
import TravelModel

/// What the program and its picture readers say to each other: numbers and texts, one by one.
///
/// Nothing in it is believed: a reader may be what a stranger's picture has made of it.
struct Packet {
  private(set) var bytes: [UInt8] = []
  /// Where the next number or text begins.
  private var place = 0

  /// The longest packet, in bytes.
  static let limit = 32 << 10
  /// The longest text, in bytes; longer ones are left out.
  private static let textLimit = 4 << 10

  /// What came is no packet.
  struct Malformed: Error {}

  init() {}
  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  mutating func add(_ number: Int) { withUnsafeBytes(of: number) { bytes += $0 } }

  mutating func add(_ text: String?) {
    guard let text, text.utf8.count <= Packet.textLimit else { return add(-1) }
    add(text.utf8.count)
    bytes += text.utf8
  }

  mutating func number() throws(Malformed) -> Int {
    var number = 0
    let next = try next(MemoryLayout<Int>.size)
    withUnsafeMutableBytes(of: &number) { $0.copyBytes(from: next) }
    return number
  }

  mutating func text() throws(Malformed) -> String? {
    let count = try number()
    return count < 0 ? nil : String(decoding: try next(count), as: UTF8.self)
  }

  private mutating func next(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
    guard count <= bytes.count - place else { throw Malformed() }
    place += count
    return bytes[place - count..<place]
  }

  private mutating func size() throws(Malformed) -> PixelSize {
    let (width, height) = (try number(), try number())
    let sides = 0...Int(Int32.max)
    guard sides.contains(width), sides.contains(height) else { throw Malformed() }
    return PixelSize(width: width, height: height)
  }

  private mutating func add(_ size: PixelSize) {
    add(size.width)
    add(size.height)
  }

  private mutating func coordinate() throws(Malformed) -> Coordinate {
    let (latitude, longitude) = (try number(), try number())
    func degrees(_ bits: Int) -> Double { Double(bitPattern: UInt64(UInt(bitPattern: bits))) }
    let coordinate = Coordinate(latitude: degrees(latitude), longitude: degrees(longitude))
    guard let coordinate else { throw Malformed() }
    return coordinate
  }

  private mutating func add(_ coordinate: Coordinate) {
    add(Int(bitPattern: UInt(coordinate.latitude.bitPattern)))
    add(Int(bitPattern: UInt(coordinate.longitude.bitPattern)))
  }

  private mutating func credit() throws(Malformed) -> PictureCredit {
    var credit = PictureCredit()
    credit.title = try text()
    credit.author = try text()
    credit.license = try text()
    credit.licenseAddress = try text()
    credit.pageAddress = try text()
    if try number() == 1 { credit.place = try coordinate() }
    return credit
  }

  private mutating func add(_ credit: PictureCredit) {
    for text in [
      credit.title, credit.author, credit.license, credit.licenseAddress, credit.pageAddress,
    ] { add(text) }
    add(credit.place == nil ? 0 : 1)
    if let place = credit.place { add(place) }
  }
}

extension Packet {
  init(_ question: PictureQuestion, fileSize: Int) {
    add(fileSize)
    add(question.isChecked ? 1 : 0)
    add(question.hasDetails ? 1 : 0)
    add(question.hasSphere ? 1 : 0)
    add(question.credit == nil ? 0 : 1)
    if let credit = question.credit { add(credit) }
    if let cell = question.cell { add(cell) }
  }

  mutating func question() throws(Malformed) -> (question: PictureQuestion, fileSize: Int) {
    let fileSize = try number()
    var question = PictureQuestion()
    question.isChecked = try number() == 1
    question.hasDetails = try number() == 1
    question.hasSphere = try number() == 1
    if try number() == 1 { question.credit = try credit() }
    if place < bytes.count { question.cell = try size() }
    return (question, fileSize)
  }

  /// Says all of an answer but its pixels or copy, which go another way.
  init(_ answer: Result<PictureAnswer, PictureFailure>) {
    switch answer {
    case .failure(let failure): add(failure.rawValue)
    case .success(let answer):
      add(nil)
      add(answer.header.kind.rawValue)
      add(answer.header.storedSize)
      add(answer.header.orientation.rawValue)
      add(answer.pixels?.stride ?? 0)
      if let pixels = answer.pixels {
        add(pixels.size)
        add(pixels.hasAlpha ? 1 : 0)
      }
      add(answer.copy == nil ? 0 : 1)
      add(answer.sphere.isEmpty ? 0 : 1)
      if !answer.sphere.isEmpty {
        for tag in PictureSphere.Tag.allCases { add(answer.sphere[tag]) }
      }
      guard let details = answer.details else { return }
      add(details.coordinate)
      for text in [
        details.taken, details.title, details.author, details.license, details.licenseAddress,
        details.heading.map { "\($0)" },
      ] { add(text) }
    }
  }

  /// The answer, with the pixels or the copy that `memory` returns if there are some.
  mutating func answer(
    _ memory: () -> Bytes?
  ) throws(Malformed) -> Result<PictureAnswer, PictureFailure> {
    if let failure = try text() {
      guard let failure = PictureFailure(rawValue: failure) else { throw Malformed() }
      return .failure(failure)
    }
    guard let kind = try text().flatMap(PictureKind.init) else { throw Malformed() }
    let storedSize = try size()
    guard storedSize.width > 0, storedSize.height > 0,
      let orientation = Orientation(rawValue: try number())
    else { throw Malformed() }
    let header = PictureHeader(kind: kind, storedSize: storedSize, orientation: orientation)
    var answer = PictureAnswer(header: header)
    let stride = try number()
    if stride != 0 {
      let size = try size()
      let hasAlpha = try number() == 1
      answer.pixels = memory().flatMap {
        DecodedPicture($0, size: size, stride: stride, hasAlpha: hasAlpha, fileSize: header.size)
      }
      guard answer.pixels != nil else { throw Malformed() }
    }
    if try number() == 1 {
      answer.copy = memory()
      guard answer.pixels == nil, answer.copy != nil else { throw Malformed() }
    }
    if try number() == 1 {
      for tag in PictureSphere.Tag.allCases { answer.sphere[tag] = try text() }
    }
    if place < bytes.count { answer.details = try details(of: header) }
    return .success(answer)
  }

  private mutating func details(of header: PictureHeader) throws(Malformed) -> PictureDetails {
    var details = PictureDetails(coordinate: try coordinate(), size: header.size)
    details.taken = ExifText.date(try text())
    details.title = try text()
    details.author = try text()
    details.license = try text()
    details.licenseAddress = try text().flatMap(WebAddress.page)
    details.heading = ExifText.direction(try text())
    return details
  }
}
