import Foundation
import PhotoSources
import Testing
import TravelModel

@testable import Imaging
@testable import OwnPictures

@Suite(.serialized) struct MetadataTests {
  let camera = Camera()

  private func photo(_ name: String, _ latitude: Double, _ longitude: Double) async throws
    -> PhotoDetails?
  {
    try await camera.source().photos(request(latitude, longitude)).photos.first {
      $0.sourceID == name
    }
  }

  @Test(arguments: [
    (48.8584, 2.2945), (-33.8568, 151.2153), (-22.9519, -43.2105), (64.1466, -21.9426),
    (-16.5, 179.99999), (-16.5, -179.99999), (89.9999, 12), (-90, 0), (0, 12.5), (51.4779, 0),
  ]) func `a picture is found where it was taken`(latitude: Double, longitude: Double) async throws
  {
    camera.take("a.jpg", latitude, longitude)
    let photo = try await photo("a.jpg", latitude, longitude)
    let place = try #require(photo?.coordinate)
    #expect(place.distance(to: Coordinate(latitude: latitude, longitude: longitude)!) < 1)
    #expect(photo?.size == PixelSize(width: 16, height: 12))
    #expect(photo?.source == "pictures")
  }

  @Test(
    arguments: [
      ("4734/100", 47.34), ("0/1", 0), ("359.5", 359.5), ("0/0", nil), ("361/1", nil),
      ("-1/2", nil),
      ("1/2/3", nil), ("north", nil), ("", nil), ("nan", nil), ("1e400", nil),
    ] as [(String, Double?)])
  func `a direction has degrees`(text: String, expected: Double?) {
    #expect(ExifText.direction(text) == expected)
  }

  @Test func `what the metadata say is told`() async throws {
    camera.take(
      "IMG_1.jpg", 10, 20,
      [
        "Exif.Photo.DateTimeOriginal": "2019:07:14 12:33:01", "Exif.Image.Artist": "Ada Moore",
        "Exif.Image.Copyright": "CC BY 4.0", "Exif.Image.ImageDescription": "A  gate\nat dusk",
        "Xmp.xmpRights.WebStatement": "https://creativecommons.org/licenses/by/4.0/",
        "Exif.Image.Orientation": "6", "Exif.GPSInfo.GPSImgDirectionRef": "M",
        "Exif.GPSInfo.GPSImgDirection": "12345/100",
      ])
    let photo = try #require(try await photo("IMG_1.jpg", 10, 20))
    #expect(photo.heading == 123.45)
    #expect(photo.taken == "2019-07-14 12:33:01")
    #expect(photo.author == "Ada Moore")
    #expect(photo.license == "CC BY 4.0")
    #expect(photo.licenseAddress == "https://creativecommons.org/licenses/by/4.0/")
    #expect(photo.title == "A gate at dusk")
    #expect(photo.size == PixelSize(width: 12, height: 16))
  }

  @Test func `titles come from people and otherwise from the file name`() async throws {
    camera.take("one.jpg", 10, 20, ["Xmp.dc.title": "lang=\"x-default\" Köln, \"Dom\""])
    camera.take("two.jpg", 10, 20, ["Iptc.Application2.ObjectName": "Santorini"])
    camera.take(
      "My_cat.v2.jpg", 10, 20, ["Exif.Image.ImageDescription": "OLYMPUS DIGITAL CAMERA  "])
    let photos = try await camera.source().photos(request(10, 20)).photos
    #expect(Set(photos.map(\.title)) == ["Köln, \"Dom\"", "Santorini", "My cat.v2"])
  }

  @Test func `a picture without a place is nowhere`() async throws {
    camera.take("none.jpg")
    camera.take("null.jpg", 0, 0)
    camera.take(
      "broken.jpg", nil, nil,
      [
        "Exif.GPSInfo.GPSLatitude": "0/0 0/0 0/0", "Exif.GPSInfo.GPSLatitudeRef": "N",
        "Exif.GPSInfo.GPSLongitude": "7/0 0/1 0/1", "Exif.GPSInfo.GPSLongitudeRef": "E",
      ])
    camera.take(
      "unsigned.jpg", nil, nil,
      ["Exif.GPSInfo.GPSLatitude": "1/1 0/1 0/1", "Exif.GPSInfo.GPSLongitude": "1/1 0/1 0/1"])
    #expect(try await camera.source().near(0, 0, radius: 20_000_000) == [])
  }

  @Test func `damaged files cost themselves alone`() async throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: camera.take("whole.jpg", 10, 20)))
    for end in stride(from: 0, to: whole.count, by: 37) {
      camera.put([UInt8](whole[..<end]), "cut-\(end).jpg")
    }
    for place in stride(from: 4, to: 400, by: 3) {
      var bytes = [UInt8](whole)
      bytes[place] ^= 0xFF
      camera.put(bytes, "flipped-\(place).jpg")
    }
    camera.put(Array("GPS".utf8), "text.jpg")
    let slice = try await camera.source().photos(request(10, 20, count: 1000))
    #expect(slice.photos.contains { $0.sourceID == "whole.jpg" })
    #expect(slice.photos.count > 20)
  }

  @Test(arguments: [
    ("48/1 51/1 3024/100", "N", "2/1 17/1 4020/100", "E", 48.8584, 2.294_5),
    ("48/1 5130/100 0/1", "S", "2/1 0/1 0/1", "W", -48.855, -2),
    ("90/1 0/1 0/1", "N", "180/1 0/1 0/1", "W", 90, -180),
  ]) func `degrees minutes and seconds are read`(
    latitude: String, north: String, longitude: String, east: String, expectedLatitude: Double,
    expectedLongitude: Double
  ) throws {
    let place = try #require(self.place(latitude, north, longitude, east))
    #expect(abs(place.latitude - expectedLatitude) < 1e-6)
    #expect(abs(place.longitude - expectedLongitude) < 1e-6)
  }

  @Test(arguments: [
    ("0/1 0/1 0/1", "N", "0/1 0/1 0/1", "E"), ("91/1 0/1 0/1", "N", "1/1 0/1 0/1", "E"),
    ("1/0 0/1 0/1", "N", "1/1 0/1 0/1", "E"), ("1/1 1/0 0/1", "N", "1/1 0/1 0/1", "E"),
    ("1/1 0/1 0/1", "", "1/1 0/1 0/1", "E"), ("1/1 0/1 0/1", "N", "181/1 0/1 0/1", "E"),
  ]) func `what is no coordinate is none`(
    latitude: String, north: String, longitude: String, east: String
  ) {
    #expect(place(latitude, north, longitude, east) == nil)
  }

  /// Where a picture was taken that has these texts in its EXIF.
  private func place(
    _ latitude: String, _ north: String, _ longitude: String, _ east: String
  ) -> Coordinate? {
    PicturesSource.place(
      of: camera.take(
        "a.jpg", nil, nil,
        [
          "Exif.GPSInfo.GPSLatitude": latitude, "Exif.GPSInfo.GPSLatitudeRef": north,
          "Exif.GPSInfo.GPSLongitude": longitude, "Exif.GPSInfo.GPSLongitudeRef": east,
        ]))
  }

  @Test(arguments: [
    ("48,51.504N", "2,17,40.2W", 48.8584, -2.294_5), ("48,51.504", "2,17W", nil, nil),
    ("nan,1N", "2,17W", nil, nil),
  ]) func `coordinates of XMP are read`(
    latitude: String, longitude: String, expectedLatitude: Double?, expectedLongitude: Double?
  ) {
    let place = PicturesSource.place(
      of: camera.take(
        "a.jpg", nil, nil,
        ["Xmp.exif.GPSLatitude": latitude, "Xmp.exif.GPSLongitude": longitude]))
    #expect((place == nil) == (expectedLatitude == nil))
    if let place, let expectedLatitude, let expectedLongitude {
      #expect(abs(place.latitude - expectedLatitude) < 1e-6)
      #expect(abs(place.longitude - expectedLongitude) < 1e-4)
    }
  }

  @Test(arguments: [
    ("2019:07:14 12:33:01", "2019-07-14 12:33:01"),
    ("2019-07-14T12:33:01.25+02:00", "2019-07-14 12:33:01"), ("2019-07-14", "2019-07-14"),
    ("2019:07:14 xx:33:01", "2019-07-14"),
  ]) func `dates are written alike`(text: String, expected: String) {
    #expect(ExifText.date(text) == expected)
  }

  @Test(arguments: ["0000:00:00 00:00:00", "    :  :     :  :  ", "", "2019:13:01", "yesterday!!"])
  func `what is no date is none`(text: String) { #expect(ExifText.date(text) == nil) }
}
