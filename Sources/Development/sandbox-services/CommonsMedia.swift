import CGLib
import GLibBridge
import SampleCity

/// What Commons answers about a file to `prop=imageinfo`, as far as the program reads it.
struct CommonsMedia {
  struct Kind {
    let mime: String
    let type: String
    let ending: String
    var hasPixels = true
  }

  private let photo: WorldPhoto
  private let width: Int
  private let server: String
  private let scenario: Scenario
  private let kind: Kind

  init(_ photo: WorldPhoto, width: Int, server: String) {
    (self.photo, self.width, self.server) = (photo, width, server)
    scenario = photo.scenario
    kind = CommonsMedia.media(of: photo)
  }

  /// The kind of file that a photo is; some files are no photos.
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
    return Kind(mime: photo.format.contentType, type: "BITMAP", ending: photo.format.ending)
  }

  var information: [String: Any] {
    if scenario.has(.hidden), photo.isOne(of: 12, turn: 11) {
      return [photo.index % 24 == 11 ? "filehidden" : "filemissing": true]
    }
    let size = kind.hasPixels ? photo.size : (width: 0, height: 0)
    return [
      "url": original, "thumburl": smallerImage, "descriptionurl": "\(server)/wiki/File:\(name)",
      "width": size.width, "height": size.height, "mime": kind.mime, "mediatype": kind.type,
      "thumbmime": photo.format.contentType, "user": "Uploader \(photo.index % 5)",
      "extmetadata": metadata,
    ]
  }

  private var name: String { String(adopting: g_uri_escape_string(photo.fileName, nil, 0)) }

  private var folder: String {
    let isElsewhere = scenario.has(.host) && photo.isOne(of: 3)
    let host = isElsewhere ? server.replacing("127.0.0.1", with: "localhost") : server
    return ImageService.address(of: photo, on: host)
  }

  private var original: String { "\(folder)/\(photo.identity)/\(name)" }

  private var smallerImage: String {
    guard kind.hasPixels else { return "\(server)/wiki/fileicon-ogg.png" }
    guard width < photo.size.width || kind.ending != photo.format.ending else {
      return original
    }
    let ending = ["svg": ".png", "tif": ".jpg", "pdf": ".jpg", "djvu": ".jpg", "webm": ".jpg"]
    let file = scenario.has(.thumbname) && photo.isOne(of: 2) ? "thumbnail.jpg" : name
    let address =
      "\(folder)/\(ImageService.thumbnails)/\(photo.identity)/\(width)px-\(file)"
      + (ending[kind.ending] ?? "")
    guard scenario.has(.utm), !photo.isOne(of: 5) else { return address }
    return
      "\(address)?utm_source=commons.wikimedia.org&utm_campaign=imageinfo&utm_content=thumbnail"
  }
}

extension CommonsMedia {
  /// The licences: a short name, perhaps an address, and the terms of use.
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

  private var metadata: Any {
    if scenario.has(.emptymeta), photo.isOne(of: 7, turn: 2) { return [Any]() }
    var values: [String: Any] = [
      "ObjectName": objectName, "Artist": artist, "ImageDescription": description,
      "Credit": "<span class=\"int-own-work\" lang=\"en\">Own work</span>",
      "DateTimeOriginal": date,
      "Assessments": (photo.file?.assessments ?? []).joined(separator: "|"),
      "Categories": (photo.file?.categories ?? ["Hills"]).joined(separator: "|"),
    ]
    if !(scenario.has(.nolicence) && photo.isOne(of: 6, turn: 3)) {
      let (name, address, terms) = CommonsMedia.licences[photo.index % 4]
      (values["LicenseShortName"], values["UsageTerms"]) = (name, terms)
      values["LicenseUrl"] = address
    }
    if scenario.has(.numbers) { values["CommonsMetadataExtension"] = 1.2 }
    return values.mapValues { ["value": $0, "source": "commons-desc-page"] }
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

  private var date: Any {
    if scenario.has(.numbers), photo.isOne(of: 4, turn: 2) { return 1998 }
    guard scenario.has(.html), photo.isOne(of: 3) else { return photo.taken }
    return "1891<div style=\"display: none;\">date QS:P,+1891-00-00T00:00:00Z/9</div>"
  }
}
