import Foundation
import Imaging
import TestFiles
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

  private func picture(_ kind: String) -> String {
    camera.put(plainPicture(kind), "picture.\(kind)")
  }

  @Test(arguments: ["jpeg", "png"]) func `whose it is stands in the file`(kind: String) {
    let path = picture(kind)
    #expect(writeCredit(of: photo, into: path))
    #expect(Metadata.text("Exif.Image.Artist", of: path) == photo.author)
    #expect(Metadata.text("Exif.Image.Copyright", of: path) == "© Zoë Müller & <Co>, CC BY-SA 4.0")
    #expect(Metadata.text("Xmp.dc.creator", of: path) == photo.author)
    #expect(
      Metadata.text("Xmp.dc.rights", of: path)?.hasSuffix("© Zoë Müller & <Co>, CC BY-SA 4.0")
        == true)
    #expect(Metadata.text("Xmp.dc.source", of: path) == photo.pageAddress)
    #expect(Metadata.text("Xmp.xmpRights.WebStatement", of: path) == photo.licenseAddress)
    #expect(Metadata.text("Xmp.cc.license", of: path) == photo.licenseAddress)
  }

  @Test func `what was there is replaced`() {
    let path = camera.take("old.jpg", 10, 20, ["Exif.Image.Artist": "Nobody"])
    #expect(writeCredit(of: photo, into: path))
    #expect(Metadata.text("Exif.Image.Artist", of: path) == photo.author)
    #expect(Metadata.text("Exif.GPSInfo.GPSLatitudeRef", of: path) == "N")
    #expect(writeCredit(of: photo, into: path))
    #expect(Metadata.text("Xmp.dc.creator", of: path) == photo.author)
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
