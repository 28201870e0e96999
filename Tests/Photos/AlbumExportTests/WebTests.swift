import Foundation
import Imaging
import MapDrawing
import Testing
import TravelModel

@testable import AlbumExport

struct WebTests {
  private let samples = Samples()
  private static let hostile = "</title><script>alert('1')</script>\"><img src=x onerror=\"a&b\">"

  private func page(_ album: ExportedAlbum, map: ExportMap? = nil) throws -> String {
    let outcome = try WebAlbum.write(
      album, map: map, into: samples.target, progress: ExportProgress())
    return try String(contentsOfFile: "\(outcome.path)/index.html", encoding: .utf8)
  }

  @Test func `texts stay texts`() {
    #expect(HTML.text("<a href=\"'&\u{1}") == "&lt;a href=&quot;&apos;&amp; ")
    #expect(HTML.address(of: "01 ä&\"#?%.jpg") == "01%20%C3%A4%26%22%23%3F%25.jpg")
    #expect(HTML.link("<b>", to: "javascript:alert(1)") == "&lt;b&gt;")
    #expect(HTML.link("x", to: "https://a.org/\"onclick=\"b").contains("&quot;onclick"))
    #expect(HTML.link("x", to: "http://a.org/").contains("href=\"https://a.org/\""))
  }

  @Test func `hostile titles, authors and addresses do not become markup`() throws {
    var photo = samples.photo(WebTests.hostile)
    photo.details.author = WebTests.hostile
    photo.details.license = WebTests.hostile
    photo.details.licenseAddress = "javascript:alert(1)"
    photo.details.pageAddress = "https://example.org/\"><script>"
    let page = try page(samples.album([photo], title: WebTests.hostile), map: Samples.map)
    for text in ["<script", "<img src=x", "onerror=\"", "href=\"javascript"] {
      #expect(!page.contains(text), "\(text)")
    }
    #expect(page.contains("&lt;script&gt;"))
  }

  @Test func `the page asks nobody for anything and has its pictures beside it`() throws {
    let page = try page(
      samples.album([samples.photo("Tower"), samples.photo("Bridge"), samples.photo("Café & Bar")]),
      map: Samples.map)
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    #expect(!page.contains("<link") && !page.contains("@import") && !page.contains("url("))
    let sources = page.matches(of: /src="([^"]*)"/).map { String($0.output.1) }
    #expect(
      sources == [
        "pictures/map.png", "pictures/01%20Tower.jpg", "pictures/02%20Bridge.jpg",
        "pictures/03%20Caf%C3%A9%20%26%20Bar.jpg",
      ])
    for source in sources {
      let path = "\(samples.target)/Paris/\(source.removingPercentEncoding!)"
      #expect(FileManager.default.fileExists(atPath: path))
    }
    #expect(page.contains("alt=\"Café &amp; Bar\""))
    #expect(page.contains("width=\"60\" height=\"40\" loading=\"lazy\""))
    #expect(page.contains("href=\"\(Samples.licence)\" rel=\"license noreferrer\">CC BY 4.0</a>"))
  }

  @Test func `the page has the code of its place, dark on light with a margin`() throws {
    let code = try #require(PlaceCode(of: Samples.paris))
    let page = try page(samples.album([samples.photo("Tower")]))
    #expect(page.contains("<svg class=\"code\" role=\"img\" aria-label=\"QR Code\""))
    #expect(page.contains("<path fill=\"#fff\" d=\"M0 0h\(code.width)v\(code.width)H0z\"/>"))
    // Its first row begins and ends with a corner.
    #expect(page.contains("<path d=\"M4 4h1v1h-1z"))
    #expect(page.contains("M\(code.width - 5) 4h1v1h-1z"))
  }

  @Test func `each screen has a map of its own`() throws {
    let page = try page(samples.album([samples.photo("Tower")]), map: Samples.map)
    let sources = page.matches(of: /<source srcset="(pictures\/map[^"]*)"/).map(\.output.1)
    var sizes: Set<PixelSize> = []
    for source in sources {
      let map = try PictureFile(checking: "\(samples.target)/Paris/\(source)")
      sizes.insert(map.size)
    }
    #expect(
      sizes == [PixelSize(width: 1920, height: 840), PixelSize(width: 800, height: 520)])
    #expect(sources.count == 4)
  }

  @Test func `the map shows what the album covers and says what that is called`() throws {
    let map = Samples.map
    var photos = [samples.photo("East"), samples.photo("West")]
    // A kilometre to either side.
    for (number, degrees) in [0.0137, -0.0137].enumerated() {
      photos[number].details.coordinate = Coordinate(
        latitude: Samples.paris.latitude, longitude: Samples.paris.longitude + degrees)
    }
    let album = samples.album(photos, title: "Eiffel Tower")
    let page = Painting(width: 1, height: 1)
    let place = PlaceMap(
      of: album, map, width: 960, height: 420, labelSize: 13, on: page.cairo)
    let reach = try #require(place.dots.map(\.x).max()) - place.pin.x
    #expect((60...300).contains(reach), "\(reach) pixels")
    #expect(place.labels.count { $0.dot == nil } == 1, "its own name")
    #expect(place.labels.contains { $0.dot != nil }, "something around it")
  }

  @Test(arguments: [
    (90.0, 0.0), (-90, 0), (0, -180), (-16.8, 179.9), (0, -140), (-55, -69),
  ])
  func `every place has a map`(latitude: Double, longitude: Double) throws {
    let map = Samples.map
    var album = samples.album([])
    album.place = Coordinate(latitude: latitude, longitude: longitude)!
    let page = Painting(width: 1, height: 1)
    let place = PlaceMap(
      of: album, map, width: 600, height: 300, labelSize: 13, on: page.cairo)
    #expect((0...600).contains(place.pin.x) && (0...300).contains(place.pin.y))
    #expect(place.labels.contains { $0.dot != nil })
  }

  @Test func `a large picture is made smaller and keeps its credit`() throws {
    let page = try page(samples.album([samples.photo("Large", width: 3000, height: 1500)]))
    let copy = try PictureFile(checking: "\(samples.target)/Paris/pictures/01 Large.jpg")
    #expect(copy.size == PixelSize(width: 2048, height: 1024))
    #expect(samples.tag("Xmp.dc.creator", of: "Paris/pictures/01 Large.jpg") == "Ada")
    #expect(page.contains("--r:2.0"))
  }
}
