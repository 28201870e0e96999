import CGLib
import SampleCity

/// What Commons knows of a file: `prop=imageinfo`.
struct CommonsMedia {
  /// A kind of file.
  struct Kind {
    let mime: String
    let type: String
    let ending: String
    var hasPixels = true
  }

  private let photo: WorldPhoto
  private let query: CommonsQuery
  private let scenario: Scenario
  private let kind: Kind

  init(_ photo: WorldPhoto, _ query: CommonsQuery, centre: Place?) {
    self.photo = photo
    self.query = query
    scenario = query.scenario
    kind = CommonsMedia.media(of: photo)
  }

  /// What kind of file a photo is; there is more than photos.
  static func media(of photo: WorldPhoto) -> Kind {
    let others = [
      Kind(mime: "application/ogg", type: "AUDIO", ending: "ogg", hasPixels: false),
      Kind(mime: "video/webm", type: "VIDEO", ending: "webm"),
      Kind(mime: "application/pdf", type: "OFFICE", ending: "pdf"),
      Kind(mime: "image/svg+xml", type: "DRAWING", ending: "svg"),
      Kind(mime: "image/tiff", type: "BITMAP", ending: "tif"),
      Kind(mime: "image/vnd.djvu", type: "BITMAP", ending: "djvu"),
    ]
    if photo.scenario.has(.media), photo.isOne(of: 4, turn: 1) {
      return others[photo.index / 4 % others.count]
    }
    return Kind(
      mime: photo.format.contentType, type: "BITMAP", ending: photo.format.ending)
  }

  /// What its page has of it.
  var members: [(String, JSONText)] {
    if scenario.has(.hidden), photo.isOne(of: 12, turn: 11) {
      return [("imagerepository", .text("local")), ("imageinfo", .list([hidden]))]
    }
    let wanted = query.values("iiprop") ?? ["timestamp", "user"]
    var information: [(String, JSONText)] = []
    for property in wanted { information += value(of: property) }
    return [
      ("imagerepository", .text("local")), ("imageinfo", .list([.members(information)])),
    ]
  }

  private var hidden: JSONText {
    photo.index % 24 == 11
      ? .members([("filehidden", query.yes)]) : .members([("filemissing", query.yes)])
  }

  private func value(of property: String) -> [(String, JSONText)] {
    let size = kind.hasPixels ? photo.size : (0, 0)
    switch property {
    case "url": return smallerImage + addresses
    case "size":
      let pages: [(String, JSONText)] = kind.type == "OFFICE" ? [("pagecount", .integer(3))] : []
      let duration: [(String, JSONText)] =
        ["AUDIO", "VIDEO"].contains(kind.type) ? [("duration", .number(2.9))] : []
      return [
        ("size", .integer(scenario.size ?? 2_345_678)), ("width", .integer(size.0)),
        ("height", .integer(size.1)),
      ] + pages + duration
    case "mime": return [("mime", .text(kind.mime))]
    case "thumbmime": return [("thumbmime", .text(photo.format.contentType))]
    case "mediatype": return [("mediatype", .text(kind.type))]
    case "sha1":
      let digits = String(photo.chance, radix: 16)
      return [("sha1", .text(String(repeating: "0", count: 40 - digits.count) + digits))]
    case "user": return [("user", .text("Uploader \(photo.index % 5)"))]
    case "timestamp":
      return [("timestamp", .text("2021-1\(photo.index % 3)-1\(photo.index % 9)T08:15:42Z"))]
    case "extmetadata": return [("extmetadata", metadata)]
    default: return []
    }
  }

  /// The file's name in an address.
  private var name: String {
    let escaped = g_uri_escape_string(photo.fileName, nil, 0)!
    defer { g_free(escaped) }
    return String(cString: escaped)
  }

  private var original: String {
    "\(ImageService.address(of: photo, on: host))/\(photo.identity)/\(name)"
  }

  private var host: String {
    guard scenario.has(.host), photo.isOne(of: 3) else { return query.server }
    return query.server.replacing("127.0.0.1", with: "localhost")
  }

  private var addresses: [(String, JSONText)] {
    [
      ("url", .text(original)), ("descriptionurl", .text("\(query.server)/wiki/File:\(name)")),
      (
        "descriptionshorturl", .text("\(query.server)/wiki/index.php?curid=\(photo.identity)")
      ),
    ]
  }

  private var smallerImage: [(String, JSONText)] {
    guard let asked = query.query["iiurlwidth"].flatMap({ Int($0) }), asked > 0 else { return [] }
    guard kind.hasPixels else {
      return [
        ("thumburl", .text("\(query.server)/wiki/fileicon-ogg.png")),
        ("thumbwidth", .integer(120)), ("thumbheight", .integer(120)),
      ]
    }
    let (width, height) = photo.size
    let step = ImageService.steps.first { $0 >= asked } ?? ImageService.steps.last!
    var address = original
    if step < width || kind.ending != photo.format.ending {
      let folder =
        "\(ImageService.address(of: photo, on: host))/\(ImageService.thumbnails)/\(photo.identity)"
      let ending = ["svg": ".png", "tif": ".jpg", "pdf": ".jpg", "djvu": ".jpg", "webm": ".jpg"]
      let file = scenario.has(.thumbname) && photo.isOne(of: 2) ? "thumbnail.jpg" : name
      address = "\(folder)/\(step)px-\(file)\(ending[kind.ending] ?? "")"
      if scenario.has(.utm), !photo.isOne(of: 5) {
        address +=
          "?utm_source=commons.wikimedia.org&utm_campaign=imageinfo&utm_content=thumbnail"
      }
    }
    // The width that was asked for is said, though the image has that of the step.
    let said = min(asked, width)
    return [
      ("thumburl", .text(address)), ("thumbwidth", .integer(said)),
      ("thumbheight", .integer(max(1, height * said / width))),
    ]
  }
}

extension CommonsMedia {
  /// The licences there are: a short name, an address if it has one, and what it allows.
  private static let licences: [(String, String?, String)] = [
    (
      "CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0",
      "Creative Commons Attribution-Share Alike 4.0"
    ),
    (
      "CC BY 3.0", "https://creativecommons.org/licenses/by/3.0",
      "Creative Commons Attribution 3.0"
    ),
    (
      "CC0", "http://creativecommons.org/publicdomain/zero/1.0/deed.en",
      "Creative Commons Zero, Public Domain Dedication"
    ),
    ("Public domain", nil, "Public domain"),
  ]

  private var metadata: JSONText {
    if scenario.has(.emptymeta), photo.isOne(of: 7, turn: 2) { return .list([]) }
    var values: [(String, JSONText)] = [
      ("ObjectName", .text(objectName)), ("Artist", .text(artist)),
      ("Credit", .text("<span class=\"int-own-work\" lang=\"en\">Own work</span>")),
      ("ImageDescription", .text(description)), ("DateTimeOriginal", date),
      ("Restrictions", .text("")),
      ("Assessments", .text((photo.file?.assessments ?? []).joined(separator: "|"))),
      ("Categories", .text((photo.file?.categories ?? ["Hills"]).joined(separator: "|"))),
    ]
    if !(scenario.has(.nolicence) && photo.isOne(of: 6, turn: 3)) {
      let (name, address, terms) = CommonsMedia.licences[photo.index % 4]
      values += [
        ("LicenseShortName", .text(name)), ("UsageTerms", .text(terms)),
        ("AttributionRequired", .text(photo.index % 4 < 2 ? "true" : "false")),
        ("Copyrighted", .text(photo.index % 4 < 3 ? "True" : "False")),
      ]
      if let address { values.append(("LicenseUrl", .text(address))) }
    }
    if let filter = query.values("iiextmetadatafilter") {
      values.removeAll { !filter.contains($0.0) }
    }
    if scenario.has(.numbers) || query.query["iiextmetadatafilter"] == nil {
      values.append(("CommonsMetadataExtension", .number(1.2)))
    }
    return .members(
      values.map { name, value in
        var members: [(String, JSONText)] = [
          ("value", value), ("source", .text("commons-desc-page")),
        ]
        if name.hasPrefix("Licen") { members.append(("hidden", .text(""))) }
        return (name, .members(members))
      })
  }

  private var objectName: String {
    guard scenario.has(.html), photo.isOne(of: 3, turn: 1) else { return photo.title }
    return "<div class=\"fn\">\n<span style=\"font-weight:bold\"><span dir=\"ltr\" lang=\"en\"><i>"
      + "The hills</i></span></span><div style=\"display: none;\">label QS:Len,\"The hills\"</div>"
      + "\n</div>"
  }

  private var artist: String {
    let link =
      "<a href=\"//commons.wikimedia.org/wiki/User:Sandbox\" title=\"User:Sandbox\">"
      + "\(photo.author)</a>"
    guard scenario.has(.html) else { return link }
    switch photo.index % 6 {
    case 0: return "<div class=\"fn value\">\n\(link)</div>"
    case 1: return "<bdi><a href=\"https://www.wikidata.org/wiki/Q1\">Ada &amp; Bilal</a></bdi>"
    case 2: return "The original uploader was \(link) at <a href=\"//it.wikipedia.org\">it</a>."
    case 3:
      return
        "<span class=\"vcard\"><span class=\"fn\">Chiyo&nbsp;&#34;Zoom&#34; &lt;3</span></span>"
        + "<span style=\"display:none\">artist QS:P170,Q2</span>"
    case 4: return "<script>alert(1)</script>Dörte<br />\n\n   Sandbox &mdash; &#x1F4F7;"
    default: return "unknown <b>author"
    }
  }

  private var description: String {
    let plain = "Hills of the sandbox, \(photo.title.prefix(40))."
    guard scenario.has(.html) else { return plain }
    switch photo.index % 4 {
    case 0:
      return "<p><span lang=\"en\"><b>English:</b> \(plain)</span></p>\n<ul><li>One</li>"
        + "<li>Two &eacute;</li></ul>"
    case 1:
      return "<div class=\"description mw-content-ltr en\" dir=\"ltr\" lang=\"en\"><span"
        + " class=\"language en\" title=\"English\"><b>English: </b></span>\(plain)<table><tr><td>"
        + "1</td><td>2</td></tr></table></div>"
    case 2: return String(repeating: "A &lt;very&gt; long description. ", count: 300)
    default: return ""
    }
  }

  private var date: JSONText {
    if scenario.has(.numbers), photo.isOne(of: 4, turn: 2) { return .integer(1998) }
    guard scenario.has(.html), photo.isOne(of: 3) else { return .text(photo.taken) }
    return .text(
      "1891<div style=\"display: none;\">date QS:P,+1891-00-00T00:00:00Z/9</div>")
  }
}
