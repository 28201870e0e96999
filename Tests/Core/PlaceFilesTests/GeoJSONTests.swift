import Testing
import TravelModel

@testable import PlaceFiles

struct GeoJSONTests {
  @Test func `every geometry shows what people mean by it`() throws {
    let list = try read(
      """
      {"type": "FeatureCollection", "name": "x", "features": [
        {"type": "Feature", "properties": {"name": "Point", "description": "D", "date": "2020-02-03"},
         "geometry": {"type": "Point", "coordinates": [2.5, 48.5, 30]}},
        {"type": "Feature", "properties": {"Title": "Points", "note": "N"},
         "geometry": {"type": "MultiPoint", "coordinates": [["1", "2"], [3, 4]]}},
        {"type": "Feature", "properties": {"Name": "Line"},
         "geometry": {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}},
        {"type": "Feature", "properties": {"title": "Lines"},
         "geometry": {"type": "MultiLineString", "coordinates": [[[0, 0], [1, 1]], [[2, 2]]]}},
        {"type": "Feature", "properties": {"name": "Area"},
         "geometry": {"type": "Polygon", "coordinates": [[[0,0],[2,0],[2,2],[0,2],[0,0]], [[1,1]]]}},
        {"type": "Feature", "properties": {"name": "Areas"}, "geometry": {"type": "MultiPolygon",
          "coordinates": [[[[0,0],[1,0],[1,1]]], [[[10,10],[14,10],[14,14],[10,14]]]]}},
        {"type": "Feature", "properties": null, "geometry": {"type": "GeometryCollection",
          "geometries": [{"type": "Point", "coordinates": [7, 8]},
            {"type": "LineString", "coordinates": [[5, 5], [6, 6]]}]}}
      ]}
      """)
    #expect(list.names == ["Point", "Points", "Points", "Area", "Areas", nil])
    #expect(list.places[0].note == "D" && list.places[1].note == "N")
    #expect(list.places[2].coordinate == point(4, 3))
    #expect(list.places[3].coordinate.distance(to: point(1, 1)) < 1)
    #expect(list.places[4].coordinate.distance(to: point(12, 12)) < 1)
    #expect(list.paths.map(\.name) == ["Line", "Lines", "Lines", nil])
    #expect(list.paths.map(\.points.count) == [2, 2, 1, 2])
    #expect(list.problemCount == 0)
  }

  @Test func `a feature or a geometry alone is a file too`() throws {
    let geometry = #"{"type": "Point", "coordinates": [1, 2]}"#
    let feature = #"{"type": "Feature", "properties": {"name": "A"}, "geometry": \#(geometry)}"#
    #expect(try read(geometry).places == [PlaceList.Place(at: point(2, 1))])
    #expect(try read(feature).names == ["A"])
    #expect(try read("[\(feature), \(feature)]").names == ["A", "A"])
    #expect(try read(utf16(feature)).names == ["A"])
    #expect(try read(#"{"type": "FeatureCollection", "features": []}"#) == PlaceList())
  }

  @Test func `saved places of Google Takeout are read`() throws {
    let list = try read(
      """
      { "type": "FeatureCollection", "features": [
      { "geometry": {"coordinates": [2.2945, 48.8584], "type": "Point"}, "properties": {
        "date": "2022-03-01T10:20:30Z", "google_maps_url": "http://maps.google.com/?cid=1",
        "location": {"address": "Paris", "country_code": "FR", "name": "Eiffel Tower"}},
        "type": "Feature" },
      { "geometry": {"coordinates": [0, 0], "type": "Point"}, "properties": {
        "date": "2022-03-01T10:20:30Z", "google_maps_url": "http://maps.google.com/?cid=2",
        "Comment": "No location information is available for this saved place"},
        "type": "Feature" },
      { "geometry": {"coordinates": [0, 0], "type": "Point"}, "properties": {
        "google_maps_url": "http://maps.google.com/?q=48.5,2.5"}, "type": "Feature" },
      { "geometry": {"coordinates": [0, 0], "type": "Point"}, "properties": {
        "Google Maps URL": "http://maps.google.com/?cid=3", "Published": "2016-01-02T03:04:05Z",
        "Location": {"Address": "Rome", "Business Name": "Colosseum",
          "Geo Coordinates": {"Latitude": "41.8902", "Longitude": "12.4922"}},
        "Title": "Colosseo"}, "type": "Feature" }
      ] }
      """)
    #expect(list.names == ["Eiffel Tower", nil, "Colosseo"])
    #expect(
      list.places.map(\.coordinate) == [
        point(48.8584, 2.2945), point(48.5, 2.5), point(41.8902, 12.4922),
      ])
    #expect(list.troubles == ["noCoordinate 6"])
  }

  @Test func `what is wrong is said with its line, and the rest is read`() throws {
    let list = try read(
      """
      {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {"name": "A"}, "geometry": {"type": "Point", "coordinates": [1, 95]}},
      {"type": "Feature", "properties": {"name": "B"}, "geometry": null},
      {"type": "Feature", "properties": {"name": "C"}, "geometry": {"type": "Point", "coordinates": ["x", 1]}},
      {"type": "Feature", "properties": {"name": "D"}, "geometry": {"type": "Point", "coordinates": []}},
      {"type": "Feature", "properties": {"name": "E"}, "geometry": {"type": "Cube", "coordinates": [1, 2]}},
      {"type": "Feature", "properties": {"name": "F"}, "geometry": {"type": "Point", "coordinates": [3, 4]}},
      {"type": "Feature", "properties": {"name": "G"}, "geometry": {"ty
      """)
    #expect(list.names == ["F"])
    #expect(
      list.troubles == [
        "badCoordinate 2", "noCoordinate 3", "badCoordinate 4", "noCoordinate 5", "badCoordinate 6",
        "brokenOff 8",
      ])
  }

  @Test func `of names that differ in their letters' size, the small one counts`() throws {
    // Where chance decides, it has many ways to.
    for count in 0..<40 {
      let others = (0..<count).map { ",\"other\($0)\": \($0)" }.joined()
      func name(_ members: String) throws -> String?? {
        try read(
          """
          {"type": "Feature", "properties": {\(members)\(others)},
          "geometry": {"type": "Point", "coordinates": [1, 2]}}
          """
        ).names.first
      }
      #expect(try name(#""NAME": "A", "name": "b", "Name": "C""#) == "b")
      #expect(try name(#""NAME": "A", "name": "", "nAmE": null"#) == "A")
    }
  }
}
