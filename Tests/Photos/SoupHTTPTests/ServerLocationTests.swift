import XCTest

@testable import SoupHTTP

final class ServerLocationTests: XCTestCase {
  func testAddressesOfThisMachineAndItsNetworkAreKnown() {
    let addresses: [ServerLocation: [String]] = [
      .machine: [
        "127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "::1", "::", "::ffff:127.0.0.1",
        "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2130706433", "0x7f000001", "0177.0.0.1",
        "127.1", "0x7f.1", "0", "localhost", "LOCALHOST.", "a.localhost", "localhost..",
      ],
      .network: [
        "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "100.127.255.255", "198.18.0.1", "224.0.0.251", "255.255.255.255", "fe80::1", "fc00::1",
        "fdff::1", "ff02::fb", "fec0::1", "::ffff:192.168.1.1", "64:ff9b::a00:1", "2002:a00:1::1",
        "3232235777", "0xc0a80101", "192.168.257", "012.0.0.1", "printer.local",
        "router.home.arpa.",
      ],
      .world: [
        "1.1.1.1", "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1", "192.169.0.1",
        "2620:0:861:ed1a::1", "::ffff:1.1.1.1", "16843009",
      ],
    ]
    for (location, names) in addresses {
      for name in names { XCTAssertEqual(ServerLocation(host: name.lowercased()), location, name) }
    }
    for name in ["commons.wikimedia.org", "localhost.example", "127.0.0.1.example", "local", "a"] {
      XCTAssertNil(ServerLocation(host: name), name)
    }
  }

  func testBytesOfNoAddressCountAsThisMachine() {
    for count in [0, 1, 15, 17] {
      XCTAssertEqual(ServerLocation([UInt8](repeating: 0x20, count: count)), .machine)
    }
  }
}
