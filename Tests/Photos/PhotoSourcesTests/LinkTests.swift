import Testing

@testable import WebServices

struct LinkTests {
  @Test func `links of the web alone`() {
    #expect(link("//creativecommons.org/x") == "https://creativecommons.org/x")
    #expect(link("http://example.org") == "https://example.org")
    #expect(link(#"https://example.org\@elsewhere.example"#) == nil)
    #expect(link("javascript:alert(1)") == nil)
    #expect(link("file:///etc/passwd") == nil)
    #expect(link("") == nil)
    #expect(link(nil) == nil)
  }

  @Test func `what is asked is asked safely`() {
    #expect(
      requestable("http://farm1.staticflickr.com/1.jpg") == "https://farm1.staticflickr.com/1.jpg")
    #expect(requestable("http://127.0.0.1:80/1.jpg") == "http://127.0.0.1:80/1.jpg")
    #expect(requestable("ftp://example.org/1.jpg") == nil)
  }
}
