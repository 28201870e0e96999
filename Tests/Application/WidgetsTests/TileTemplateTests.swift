import Testing
import Widgets

struct TileTemplateTests {
  @Test func placesAreFilled() throws {
    let template = try TileTemplate(" https://t.example.org/{z}/{x}/{y}@{s}.png?a={x} ")
    #expect(
      template.address(x: 3, y: 4, zoom: 5) == "https://t.example.org/5/3/4@{s}.png?a=3")
    #expect(template.host == "t.example.org")
  }

  @Test func `open street maps address is the policys`() {
    #expect(
      TileTemplate.openStreetMap.address(x: 1, y: 2, zoom: 3)
        == "https://tile.openstreetmap.org/3/1/2.png")
  }

  @Test(arguments: [
    "https://a.example/{z}/{x}.png", "", "{z}{x}", "https://a.example/{Z}/{X}/{Y}",
  ])
  func `addresses without all places are refused`(text: String) {
    #expect(throws: TileTemplate.Flaw.lacksPlaces) { try TileTemplate(text) }
  }

  @Test(arguments: [
    "http://a.example/{z}/{x}/{y}", "ftp://127.0.0.1/{z}/{x}/{y}", "/{z}/{x}/{y}",
    "http://127.0.0.1.example.org/{z}/{x}/{y}", "http://127.0.0.1@example.org/{z}/{x}/{y}",
    "https:///{z}/{x}/{y}", "http://[::2]/{z}/{x}/{y}", "file:///tmp/{z}/{x}/{y}",
    "http://127.0.0.300/{z}/{x}/{y}",
  ])
  func `addresses that are not secure are refused`(text: String) {
    #expect(throws: TileTemplate.Flaw.notSecure) { try TileTemplate(text) }
  }

  @Test(arguments: [
    "http://127.0.0.1:8080/{z}/{x}/{y}", "http://localhost/{z}/{x}/{y}",
    "HTTP://[::1]:1/{z}/{x}/{y}",
    "https://user@maps.example:444/{z}/{x}/{y}",
  ])
  func `this machine may be asked plainly`(text: String) throws {
    #expect(try TileTemplate(text).text == text)
  }
}
