import Testing
import TravelModel

struct WebAddressTests {
  @Test(arguments: [
    #"http://127.0.0.1\@elsewhere.example/"#, #"http://127.0.0.1\.elsewhere.example/"#,
    "http://127.0.0.1@elsewhere.example/", "http://elsewhere.example#@127.0.0.1/",
    "http://elsewhere.example?@127.0.0.1/", "http://127.0.0.1:80@elsewhere.example/",
    "http://a@127.0.0.1@elsewhere.example/", "http://127.0.0.1%2f@elsewhere.example",
    "http://127.0.0.1%00.elsewhere.example/", "http://127.0.0.1\u{0}.elsewhere.example/",
    "http://127.0.0.1\t.elsewhere.example/", "http://127.0.0.1\n.elsewhere.example/",
    "http://localhost.elsewhere.example/", "http://localhost%2eelsewhere.example/",
    "http://127.0.0.1。elsewhere.example/", "http://[::1]elsewhere.example/",
    "http://[::1]@elsewhere.example/", "http://[::1]:80:90/", "http://[::1", "http://::1/",
    "http://[elsewhere.example]/", "http:127.0.0.1/", "http:/127.0.0.1/", "http:///127.0.0.1/",
    #"http:\\127.0.0.1/"#, "http://127.0.0.1:99999/", "http://127.0.0.1:8x/", "http://:80/",
    "http://127.0.0.01/", "http://127.1/", "http://2130706433/", "http://0x7f000001/",
    "http://127.0.0.256/", "http://0.0.0.0/", "ht tp://127.0.0.1/", " http://127.0.0.1/",
  ])
  func `nothing unusual is this machine`(address: String) {
    #expect(!WebAddress.isAllowed(address))
  }

  @Test(arguments: [
    #"https://good.example\@elsewhere.example/"#, "https://", "https:///", "https://@/",
    "https://a b.example/", "https://a.example/\n", "https://%61.example/", "https://{z}.example/",
    "https://a@b@c.example/", "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x",
    "//a.example/", "a.example", "", "https", "https://ex\u{E4}mple.org/", "ftp://a.example/",
  ])
  func `what is unusual is no page`(address: String) {
    #expect(WebAddress.page(address) == nil)
    #expect(WebAddress.host(of: address) == nil)
  }

  @Test func `pages are opened by the safe scheme alone`() {
    #expect(WebAddress.page("http://a.example/b?c#d") == "https://a.example/b?c#d")
    #expect(WebAddress.page("HTTP://a.example") == "https://a.example")
    #expect(WebAddress.page("https://a.example:8/é/x y") == nil)
    #expect(WebAddress.page("https://a.example:8/é(x)\\") == "https://a.example:8/é(x)\\")
  }

  @Test func serversAreNamed() {
    #expect(WebAddress.host(of: "https://Us.er:pa%20ss@Tiles.Example:444?x") == "tiles.example")
    #expect(WebAddress.host(of: "http://[::FFFF:1.2.3.4]:1/") == "::ffff:1.2.3.4")
    #expect(WebAddress.host(of: "https://a_b-c.example.") == "a_b-c.example.")
  }
}
