import CExif
import CGLib
import CPixbuf
import Foundation
import Imaging
import Testing
import TravelModel

/// What a saved picture says about whose it is.
@Suite(.serialized) struct CreditTests {
  let camera = Camera()

  private var photo: PhotoDetails {
    var photo = PhotoDetails(source: "commons", sourceID: "1", title: "A gate, “old”")
    photo.author = "Zoë Müller & <Co>"
    photo.license = "CC BY-SA 4.0"
    photo.licenseAddress = "https://creativecommons.org/licenses/by-sa/4.0"
    photo.pageAddress = "https://commons.wikimedia.org/wiki/File:A_gate.jpg"
    return photo
  }

  private func tag(_ name: String, in path: String) -> String? {
    let metadata = gexiv2_metadata_new()!
    defer { g_object_unref(metadata) }
    guard gexiv2_metadata_open_path(metadata, path, nil) != 0,
      let text = exif_get_text(metadata, name)
    else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }

  private func picture(_ kind: String) -> String {
    let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, 16, 12)!
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    gdk_pixbuf_fill(pixbuf, 0x3366_99FF)
    let path = camera.put([], "picture.\(kind)")
    var none: [UnsafeMutablePointer<gchar>?] = [nil]
    var nothing = none
    precondition(gdk_pixbuf_savev(pixbuf, path, kind, &none, &nothing, nil) != 0)
    return path
  }

  @Test(arguments: ["jpeg", "png"]) func `whose it is stands in the file`(kind: String) {
    let path = picture(kind)
    #expect(writeCredit(of: photo, into: path))
    #expect(tag("Exif.Image.Artist", in: path) == photo.author)
    #expect(tag("Exif.Image.Copyright", in: path) == "© Zoë Müller & <Co>, CC BY-SA 4.0")
    #expect(tag("Xmp.dc.creator", in: path) == photo.author)
    #expect(tag("Xmp.dc.rights", in: path)?.hasSuffix("© Zoë Müller & <Co>, CC BY-SA 4.0") == true)
    #expect(tag("Xmp.dc.source", in: path) == photo.pageAddress)
    #expect(tag("Xmp.xmpRights.WebStatement", in: path) == photo.licenseAddress)
    #expect(tag("Xmp.cc.license", in: path) == photo.licenseAddress)
  }

  @Test func `what was there is replaced`() {
    let path = camera.take("old.jpg", 10, 20, ["Exif.Image.Artist": "Nobody"])
    #expect(writeCredit(of: photo, into: path))
    #expect(tag("Exif.Image.Artist", in: path) == photo.author)
    #expect(tag("Exif.GPSInfo.GPSLatitudeRef", in: path) == "N")
    #expect(writeCredit(of: photo, into: path))
    #expect(tag("Xmp.dc.creator", in: path) == photo.author)
  }

  @Test func `nobodys pictures stay as they are`() throws {
    let path = picture("jpeg")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(writeCredit(of: PhotoDetails(source: "a", sourceID: "b", title: ""), into: path))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func `what cannot carry it is left alone`() throws {
    let bytes = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B]
    let path = camera.put(bytes, "a.gif")
    #expect(!writeCredit(of: photo, into: path))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes))
    #expect(!writeCredit(of: photo, into: camera.put(Array("text".utf8), "a.jpg")))
  }
}
