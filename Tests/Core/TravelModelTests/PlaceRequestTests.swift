import Testing
import TravelModel

struct PlaceRequestTests {
  @Test(arguments: [
    ("48.8584, 2.2945", 48.8584, 2.2945), ("48.8584,2.2945", 48.8584, 2.2945),
    ("48.8584 2.2945", 48.8584, 2.2945), ("  48.8584;2.2945 ", 48.8584, 2.2945),
    ("48,8584 2,2945", 48.8584, 2.2945), ("48,8584; 2,2945", 48.8584, 2.2945),
    ("48,8584, 2,2945", 48.8584, 2.2945), ("48,8584,2,2945", 48.8584, 2.2945),
    ("48,50 2,20", 48.5, 2.2), ("48,2", 48, 2), ("48, 2", 48, 2),
    ("-33.8568 151.2153", -33.8568, 151.2153),
    ("−33.8568, 151.2153", -33.8568, 151.2153), ("+12.5,-7", 12.5, -7),
    ("48.8584N 2.2945E", 48.8584, 2.2945), ("N48.8584 E2.2945", 48.8584, 2.2945),
    ("2.2945E 48.8584N", 48.8584, 2.2945), ("33.8568 S, 151.2153 E", -33.8568, 151.2153),
    ("s 33.8568, w 70.5", -33.8568, -70.5), ("48.85840° N, 2.29450° E", 48.8584, 2.2945),
    ("48.8584° 2.2945°", 48.8584, 2.2945), ("48,8584° N 2,2945° E", 48.8584, 2.2945),
    ("48°51'30.24\"N 2°17'40.2\"E", 48.8584, 2.2945),
    ("48°51′30.24″N, 2°17′40.2″E", 48.8584, 2.2945),
    ("48° 51' 30.24'' N 2° 17' 40.2'' E", 48.8584, 2.2945),
    ("48°51.504'N 2°17.67'E", 48.8584, 2.2945),
    ("48 51 30.24 N 2 17 40.2 E", 48.8584, 2.2945), ("N 48 51 30.24 E 2 17 40.2", 48.8584, 2.2945),
    ("E 2 17.67 N 48 51.504", 48.8584, 2.2945), ("48 51 30.24, 2 17 40.2", 48.8584, 2.2945),
    ("48 51.504 2 17.67", 48.8584, 2.2945), ("-48°51'30.24\" -2°17'40.2\"", -48.8584, -2.2945),
    ("48d51m30.24s N 2d17m40.2s E", 48.8584, 2.2945), ("lat 48.8584 lon 2.2945", 48.8584, 2.2945),
    ("Latitude: 48.8584, Longitude: 2.2945", 48.8584, 2.2945), ("48.8584/2.2945", 48.8584, 2.2945),
    ("48.8584 north 2.2945 east", 48.8584, 2.2945), ("0 0", 0, 0), ("90, 180", 90, -180),
    ("48’51", .nan, 0), ("33°51′S 151°12′E", -33.85, 151.2),
  ])
  func `coordinates are read as people write them`(
    text: String, latitude: Double, longitude: Double
  ) {
    let request = PlaceRequest(text)
    guard !latitude.isNaN else { return #expect(request == nil) }
    #expect(abs((request?.coordinate.latitude ?? 999) - latitude) < 1e-9, "\(text)")
    #expect(abs((request?.coordinate.longitude ?? 999) - longitude) < 1e-9, "\(text)")
    #expect(request?.zoom == nil)
  }

  @Test(
    arguments: [
      ("48.8584, 2.2945", nil), ("91, 2", .outOfRange), ("48, 181", .outOfRange),
      ("91 N 2 E", .outOfRange), ("48 61 2 10", .unreadable), ("nowhere", .unreadable),
      ("", .unreadable), ("geo:48.8584,2.2945", nil),
    ] as [(String, PlaceRequest.Flaw?)])
  func `what is wrong with coordinates is known`(text: String, flaw: PlaceRequest.Flaw?) {
    #expect(PlaceRequest.flaw(of: text) == flaw)
  }

  @Test(arguments: [
    "", " ", "Paris", "48", "48.8584", "91, 2", "48, 181", "48.8584 2.2945 7", "48 61 2 10",
    "48N 2N", "48E 2W", "N E", "48.8584, Paris", "1.2.3, 4", "-48N, 2E", "48,,2", ",", "°", "٤٨ ٢",
    "48 51 60 N 2 17 40 E", "nan, nan", "inf 0", "1e3, 2", "48 -51 2 17", "12 rue de Rivoli",
    "Route 66", "10 2 Street", "geo:", "geo:91,0", "geo:a,b", "https://example.org/",
    "https://www.openstreetmap.org/", "mailto:a@b.example",
  ])
  func `what is no coordinate is none`(text: String) {
    #expect(PlaceRequest(text) == nil, "\(text)")
  }

  @Test(
    arguments: [
      ("geo:48.8584,2.2945", 48.8584, 2.2945, nil),
      ("geo:48.8584,2.2945?z=15", 48.8584, 2.2945, 15),
      ("GEO:-33.9,18.4,1000;crs=wgs84;u=30?z=7.5", -33.9, 18.4, 7.5),
      ("geo:0,0?q=48.8584,2.2945(Tour%20Eiffel)", 48.8584, 2.2945, nil), ("geo:0,0", 0, 0, nil),
      ("geo:10,190?z=99", 10, -170, 19),
      ("https://www.openstreetmap.org/#map=15/48.8584/2.2945", 48.8584, 2.2945, 15),
      ("https://www.openstreetmap.org/#map=15/48.8584/2.2945&layers=C", 48.8584, 2.2945, 15),
      (
        "https://www.openstreetmap.org/?mlat=48.8584&mlon=2.2945#map=12/40.0/3.0", 48.8584, 2.2945,
        12
      ),
      ("http://osm.org/?lat=48.8584&lon=2.2945&zoom=9", 48.8584, 2.2945, 9),
      ("https://www.openstreetmap.org/node/5013364#map=17/48.8584/2.2945", 48.8584, 2.2945, 17),
      ("https://www.google.com/maps/@48.8584,2.2945,15z", 48.8584, 2.2945, 15),
      (
        "https://www.google.com/maps/place/Tour+Eiffel/@48.8,2.2,17z/data=!3m1!4b1!4m5!3d48.8584!4d2.2945",
        48.8584, 2.2945, 17
      ),
      ("https://maps.google.com/?q=48.8584,2.2945&z=8", 48.8584, 2.2945, 8),
      ("https://maps.google.com/maps?ll=48.8584%2C2.2945", 48.8584, 2.2945, nil),
      ("https://www.google.com/maps/search/?api=1&query=48.8584%2C+2.2945", 48.8584, 2.2945, nil),
      ("https://www.google.com/maps/search/48.8584,+2.2945?sa=X", 48.8584, 2.2945, nil),
      (
        "https://www.google.de/maps/place/48%C2%B051'30.2%22N+2%C2%B017'40.2%22E/@48.8584,2.2945,17z",
        48.8584, 2.2945, 17
      ),
      ("www.openstreetmap.org/#map=15/48.8584/2.2945", 48.8584, 2.2945, 15),
      ("google.com/maps/@48.8584,2.2945,15z", 48.8584, 2.2945, 15),
      ("https://maps.apple.com/?ll=48.8584,2.2945&z=14", 48.8584, 2.2945, 14),
    ] as [(String, Double, Double, Double?)])
  func `addresses of places are read`(
    text: String, latitude: Double, longitude: Double, zoom: Double?
  ) {
    let request = PlaceRequest(text)
    #expect(abs((request?.coordinate.latitude ?? 999) - latitude) < 1e-9, "\(text)")
    #expect(abs((request?.coordinate.longitude ?? 999) - longitude) < 1e-9, "\(text)")
    #expect(request?.zoom == zoom, "\(text)")
  }

  @Test func `nonsense of any kind is none`() {
    var state: UInt64 = 5
    let alphabet = Array("0123456789.,;-+°'\"NSEW nsew/:?#=&@!%geohtpsd\u{301}é🌍\n\t")
    for _ in 0..<20_000 {
      var text = ""
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      for _ in 0..<Int(state >> 59) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      if let request = PlaceRequest(text) {
        #expect((-90...90).contains(request.coordinate.latitude))
        #expect(request.coordinate.longitude >= -180 && request.coordinate.longitude < 180)
      }
    }
    #expect(PlaceRequest(String(repeating: "4", count: 100_000)) == nil)
    #expect(PlaceRequest("geo:" + String(repeating: "1,", count: 100_000)) == nil)
  }
}
