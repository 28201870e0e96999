import CommandLineTool
import Files
import TestSupport
import TextFormats
import TravelModel

@testable import Atlas
@testable import Imaging
@testable import LibraryBackup
@testable import PhotoSources
@testable import PlaceFiles

/// A parser of untrusted content: whatever the bytes are, it must return or throw.
public struct FuzzedParser: Sendable {
  public let name: String
  /// Valid contents, from which others are made.
  public let seeds: [[UInt8]]
  /// Parses some bytes; the result does not matter.
  public let parse: @Sendable ([UInt8]) -> Void

  init(_ name: String, seeds: [[UInt8]], parse: @escaping @Sendable ([UInt8]) -> Void) {
    (self.name, self.seeds, self.parse) = (name, seeds, parse)
  }

  init(_ name: String, texts: [String], parse: @escaping @Sendable (String) -> Void) {
    self.init(name, seeds: texts.map { Array($0.utf8) }) {
      parse(String(decoding: $0, as: UTF8.self))
    }
  }
}

extension FuzzedParser {
  /// Parses contents with random changes, which are the same for the same seed, for some seconds.
  ///
  /// Returns how many it parsed.
  public func readChanged(seed: UInt64, seconds: Double) -> Int {
    var random = SeededNumbers(seed: seed)
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    var count = 0
    while clock.now < end {
      parse(random.changed(seeds))
      count += 1
    }
    return count
  }
}

extension FuzzedParser {
  public static let all: [FuzzedParser] = texts + files + atlas

  private static let texts = [
    FuzzedParser(
      "json",
      texts: [
        #"{"query":{"pages":[{"id":"1","size":1e3,"f":[true,null]}]},"a":"\u00e9\ud83d\ude00"}"#,
        #"{"error":{"code":"maxlag","info":"a\\b\/\n"},"a":{},"b":[[],-0.5]}"#,
      ]
    ) { text in
      guard let value = JSON(Array(text.utf8)) else { return }
      _ = (value.text, value.number, value.integer, value.elements, value["query"].members)
    },
    FuzzedParser(
      "html",
      texts: [
        #"<p>A <a href="x">caf&eacute;</a><br/>&amp; <i>so</i>&#8212;on</p>"#,
        "<table><tr><td>1</td></tr></table>",
        "<style>p{}</style><script>1</script><!-- a --><div>b<p>c</div>&nbsp;&lt;",
      ]
    ) { _ = (plainText(fromHTML: $0), plainLines(fromHTML: $0)) },
    FuzzedParser(
      "exif",
      texts: [
        "48,51,30N\n2,17.504E\n2019:07:14 12:33:01\nlang=\"x-default\" A title",
        "48.5S\n0W\n2019-07-14T12:33:01+02:00\nOLYMPUS DIGITAL CAMERA",
      ]
    ) { text in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      _ = ExifText.coordinate(xmpLatitude: lines[0], xmpLongitude: lines.dropFirst().first)
      for line in lines { _ = (ExifText.date(line), ExifText.oneLine(line)) }
    },
    FuzzedParser(
      "note",
      texts: [
        "<pre>a &lt; b &amp;amp; &quot;c&quot;</pre>", "<b>bold</b><br>&eacute;", "plain & not",
      ]
    ) { _ = (KMLNote.note(of: $0), KMLNote.description(of: $0)) },
    FuzzedParser(
      "wkt",
      texts: [
        "SRID=4326;POINT Z (2.29 48.85 3)", "LINESTRING (1 2, 3 4)", "MULTIPOINT ((1 2), (3 4))",
        "GEOMETRYCOLLECTION (POINT(1 2), POLYGON ((0 0, 1 0, 1 1, 0 0)), POINT EMPTY)",
      ]
    ) { _ = wellKnownShapes($0) },
    FuzzedParser(
      "coordinate",
      texts: [
        "48.8584, 2.2945", "48°51′30″N 2°17′40″E", "geo:0,0?q=1,2(Name)&z=15",
        "https://www.openstreetmap.org/?mlat=48.8&mlon=2.3#map=15/48.8584/2.2945",
        "https://www.google.com/maps/place/X/@48.8,2.2,15z/data=!3d48.8584!4d2.2945",
        "https://example.org/search/48%2C2",
      ]
    ) { _ = (PlaceRequest($0), PlaceRequest.flaw(of: $0)) },
    FuzzedParser(
      "bookmark",
      texts: ["1 1000.0 5000.0 2 80", "3 48.5 2.25 1000.0 1000.0 more 12,13 4 5, 6,7"]
    ) { text in
      if let one = FlickrBookmark(text: text) { _ = one.text }
      if let one = CommonsListing(text: text) { _ = one.text }
    },
    FuzzedParser(
      "command",
      texts: [
        "--drop\n48.5,2.25\n--json", "--export=gpx\n--output=a.gpx", "--import=a.kml", "--list",
        "--fetch=Paris",
      ]
    ) { text in
      let arguments = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      _ = CommandRequest.isOne(["virtual-tourist"] + arguments)
      guard let request = try? CommandRequest(arguments, in: "/") else { return }
      _ = try? CommandRequest(request.arguments, in: "/")
    },
  ]

  private static let files = [
    FuzzedParser(
      "manifest",
      seeds: [Array("# a\n\n[backup]\nformat=1\nmade=2026-05-01T10:00:00Z\npins=1\n".utf8)]
    ) { _ = Manifest($0) },
    FuzzedParser("places", seeds: placeFiles) { bytes in
      guard let file = try? bytes.withUnsafeBytes({ try OpenFile(holding: $0) }) else { return }
      _ = try? PlaceList(file: "/proc/self/fd/\(file.descriptor)", mostUnpacked: 16 << 20)
      withExtendedLifetime(file) {}
    },
    FuzzedParser("packet", seeds: packets) { bytes in
      var packet = Packet(bytes)
      // There are no pixels, as when a reader has not sealed them.
      _ = try? packet.answer { nil }
      packet = Packet(bytes)
      _ = try? packet.question()
    },
  ]

  private static let placeFiles: [[UInt8]] = {
    let place = Coordinate(latitude: 48.8584, longitude: 2.2945)!
    var list = PlaceList(places: [PlaceList.Place(name: "A & <b>", at: place, note: "n\n\"q\"")])
    list.paths = [PlaceList.Path(name: "Way", points: [place, .origin], isRoute: true)]
    let written = PlaceFormat.allCases.map { format in
      var bytes: [UInt8] = []
      list.write(as: format) { bytes += $0 }
      return bytes
    }
    return written + [Array("name;wkt\n\"A \"\"b\"\"\";POINT (2 48)\n".utf8)]
  }()

  private static let packets: [[UInt8]] = {
    var packet = Packet()
    packet.add(nil)
    packet.add("jpeg")
    for number in [4, 3, 1, 0, 0] { packet.add(number) }
    let bare = packet.bytes
    for degrees in [48.5, 2.25] { packet.add(Int(bitPattern: UInt(degrees.bitPattern))) }
    for text in ["2019:07:14 12:33:01", "Title", nil, nil, "https://example.org"] {
      packet.add(text)
    }
    var question = PictureQuestion()
    question.isChecked = true
    question.cell = PixelSize(width: 4, height: 3)
    question.credit = PictureCredit()
    question.credit?.author = "Author"
    question.credit?.place = .origin
    return [bare, packet.bytes, Packet(question, fileSize: 100).bytes]
  }()

  /// The parsers of the offline map's files; they get contents as if the checksums were right.
  private static let atlas = [
    parser("timezones", of: TimeZones.self, seeds: [zones]),
    parser("outlines", of: Outlines.self), parser("landscape", of: Landscape.self),
    parser("landmarks", of: Landmarks.self), parser("gazetteer", of: Gazetteer.self),
    parser("names", of: LocalNames.self, seeds: [localNames]),
  ]

  /// A parser of a file's content; without seeds, it begins with the start of the program's own
  /// file.
  private static func parser<Content: AtlasContent>(
    _ name: String, of _: Content.Type, seeds: [[UInt8]]? = nil
  ) -> FuzzedParser {
    let carried = try? Content.file.content(ofFile: "\(atlasFolder)/\(name).atlas")
    return FuzzedParser(name, seeds: seeds ?? [Array(carried?.prefix(1 << 10) ?? [])]) {
      _ = try? Content(content: $0)
    }
  }

  /// Names of a landmark, of a city and of a province.
  private static let localNames: [UInt8] = {
    var content: [UInt8] = []
    content.append(text: "de")
    for checksum: UInt64 in [1, 2] { content.append(varying: checksum) }
    for name in ["Nordsee", "Mailand", "Bayern"] {
      for number: UInt64 in [1, 7] { content.append(varying: number) }
      content.append(text: name)
    }
    return content
  }()

  /// A time zone, and a country with it.
  private static let zones: [UInt8] = {
    var content: [UInt8] = []
    content.append(varying: 1)
    for text in ["East", "EST-3"] { content.append(text: text) }
    content.append(varying: 1)
    content.append(text: "XA")
    content.append(varying: 1)
    for number in [10_000, 170_000] { content.append(signed: number) }
    content.append(varying: 0)
    return content
  }()
}
