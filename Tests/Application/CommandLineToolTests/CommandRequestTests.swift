import CommandLineTool
import PlaceFiles
import Testing
import TravelModel

struct CommandRequestTests {
  private func request(_ arguments: String...) throws(CommandRequest.Flaw) -> CommandRequest {
    try CommandRequest(arguments, in: "/home/me")
  }

  @Test func `commands are told from what the window takes`() {
    for arguments in [
      ["--list"], ["--drop", "1,2"], ["--drop=1,2"], ["--json"], ["x", "--list"], ["--bogus"],
    ] {
      #expect(CommandRequest.isOne(["virtual-tourist"] + arguments))
    }
    for arguments in [
      [], ["geo:1,2"], ["--help"], ["--list", "--help"], ["--version"], ["--gapplication-service"],
      ["--", "--list"], ["--display=:1"], ["list"],
    ] {
      #expect(!CommandRequest.isOne(["virtual-tourist"] + arguments))
    }
  }

  @Test func `each command is read`() throws {
    #expect(try request("--list").command == .list)
    let place = Coordinate(latitude: -18.1, longitude: 178.4)!
    for text in ["-18.1,178.4", "18.1 S 178.4 E", "geo:-18.1,178.4"] {
      #expect(try request("--drop", text).command == .drop(place))
      #expect(try request("--drop=\(text)").command == .drop(place))
    }
    #expect(try request("--fetch", "Paris, France").command == .fetch("Paris, France"))
    #expect(try request("--export", "GeoJSON").command == .exportPlaces(.geoJSON))
    #expect(try request("--json", "--list").isJSON)
  }

  @Test func `paths mean the same in another process`() throws {
    let import_ = try request("--import", "a b.gpx")
    #expect(import_.command == .importPlaces("/home/me/a b.gpx"))
    let export = try request("--export=csv", "--output", "=x=.csv", "--json")
    #expect(export.output == "/home/me/=x=.csv")
    for one in [import_, export, try request("--backup=/b.zip"), try request("--fetch=--list")] {
      let again = try CommandRequest(one.arguments, in: "/elsewhere")
      #expect(again == one)
    }
  }

  @Test(arguments: [
    (["--drop"], CommandRequest.Flaw.lacksValue(.drop)), (["--fetch="], .lacksValue(.fetch)),
    (["--list=1"], .takesNoValue(.list)), (["--json"], .noCommand), ([], .noCommand),
    (["--list", "--list"], .severalCommands), (["--list", "--backup", "x"], .severalCommands),
    (["--drop", "91,0"], .noCoordinate("91,0")), (["--drop", "0,181"], .noCoordinate("0,181")),
    (["--drop", "nan,1"], .noCoordinate("nan,1")), (["--export", "xls"], .unknownFormat("xls")),
    (["--list", "--output", "x"], .outputOfOther), (["--list", "geo:1,2"], .unknown("geo:1,2")),
    (["--list", "--lsit"], .unknown("--lsit")),
  ])
  func `what is wrong is said`(arguments: [String], flaw: CommandRequest.Flaw) {
    #expect(throws: flaw) { try CommandRequest(arguments, in: "/") }
  }
}
