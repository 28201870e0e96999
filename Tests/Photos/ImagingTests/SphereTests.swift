import TestFiles
import TestSupport
import Testing
import TravelModel

@testable import Imaging

/// Which pictures are spheres, and how these are placed.
struct PictureSphereTests {
  private let scratch = TemporaryFolder()

  /// A sphere's metadata, of which some are changed.
  private func sphere(
    _ changes: [PictureSphere.Tag: String?] = [:], of size: (Int, Int) = (4000, 2000)
  ) -> PictureSphere? {
    var texts: [PictureSphere.Tag: String] = [
      .projection: "equirectangular", .fullWidth: "4000", .fullHeight: "2000",
    ]
    for (tag, text) in changes { texts[tag] = text }
    return PictureSphere(texts, of: PixelSize(width: size.0, height: size.1))
  }

  @Test func `what says so is a sphere`() throws {
    let whole = try #require(sphere())
    #expect(whole.start == SphereView() && whole.heading(of: whole.start) == nil)
    #expect(sphere([.isForViewers: "True", .projection: "Equirectangular"]) != nil)
    // GoPro says nothing more.
    #expect(sphere([.fullWidth: nil, .fullHeight: nil]) != nil)
    // A copy of another size.
    #expect(sphere(of: (1280, 640)) == whole)
    #expect(
      sphere([.left: "0", .top: "0", .width: "4000", .height: "2000", .pitch: "x"]) == whole)
  }

  @Test(
    arguments: [
      [.projection: nil], [.projection: "cylindrical"], [.isForViewers: "False"],
      [.fullHeight: "1000"], [.fullWidth: "0", .fullHeight: "0"], [.left: "-10"],
      [.left: "10", .width: "4000"], [.top: "1100", .width: "2000", .height: "1000"],
      [.width: "0", .height: "0"], [.width: "1e-300", .height: "5e-301"], [.width: "3000"],
    ] as [[PictureSphere.Tag: String?]])
  func `what is no sphere is flat`(changes: [PictureSphere.Tag: String?]) {
    #expect(sphere(changes) == nil)
  }

  @Test func `a service can say that it is a whole one`() throws {
    let size = PixelSize(width: 2048, height: 1024)
    let whole = try #require(PictureSphere(whole: size, heading: 350, pitch: 2, roll: nil))
    #expect(whole.heading(of: SphereView(yaw: 20)) == 10)
    #expect(whole.pitch == 2 && whole.roll == 0 && whole.width == 1 && whole.height == 1)
    let silent = try #require(PictureSphere(whole: size, heading: nil, pitch: nil, roll: nil))
    #expect(silent.heading(of: silent.start) == nil)
    let flat = PixelSize(width: 2048, height: 1536)
    #expect(PictureSphere(whole: flat, heading: 0, pitch: 0, roll: 0) == nil)
  }

  @Test func `its shape makes no picture a sphere`() {
    #expect(PictureSphere([:], of: PixelSize(width: 4000, height: 2000)) == nil)
    // An editor has cut a part out of it.
    #expect(sphere(of: (1500, 1000)) == nil)
    let projection: [PictureSphere.Tag: String] = [.projection: "equirectangular"]
    #expect(PictureSphere(projection, of: PixelSize(width: 4000, height: 1500)) == nil)
  }

  @Test func `a part of a sphere lies where its metadata say`() throws {
    let part = try #require(
      sphere(
        [.left: "1000", .top: "250", .width: "1000", .height: "500"], of: (500, 250)))
    #expect(
      [part.left, part.top, part.width, part.height] == [0.25, 0.125, 0.25, 0.25])
    // It begins in the middle of what there is.
    #expect(part.start == SphereView(yaw: -45, pitch: 45))
    var view = part.start
    view.turn(right: 300, up: 300, in: part)
    #expect(view.yaw == 0 && view.pitch == 67.5)
    view.turn(right: -300, up: -300, in: part)
    #expect(view.yaw == -90 && view.pitch == 22.5)
  }

  @Test func `headings are true`() throws {
    let east = try #require(sphere([.heading: "90"]))
    #expect(east.heading(of: east.start) == 90)
    #expect(east.heading(of: SphereView(yaw: -100)) == 350)
    let start = try #require(
      sphere([
        .heading: "350", .startHeading: "20", .startPitch: "-10", .startField: "200",
      ])
    ).start
    #expect(start == SphereView(yaw: 30, pitch: -10, fieldOfView: 110))
  }

  @Test func `it is read from a file`() throws {
    let path = scratch.file(plainPicture(width: 200, height: 100))
    func read() throws -> PictureSphere? {
      try DecodedPicture(
        of: path, covering: PixelSize(width: 20, height: 20), mayBeSphere: true
      ).sphere
    }
    #expect(try read() == nil)
    Metadata.write(
      [
        "Xmp.GPano.ProjectionType": "equirectangular", "Xmp.GPano.PoseHeadingDegrees": "271.5",
        "Xmp.GPano.FullPanoWidthPixels": "200", "Xmp.GPano.FullPanoHeightPixels": "100",
      ], into: path)
    let sphere = try #require(try read())
    #expect(sphere.heading(of: sphere.start) == 271.5)
    Metadata.write(["Exif.Image.Orientation": "6"], into: path)
    #expect(try read() == nil)
  }
}

/// Where a view of a sphere looks.
struct SphereViewTests {
  private let whole = PictureSphere(
    [.projection: "equirectangular"], of: PixelSize(width: 400, height: 200))!
  private let size = PixelSize(width: 1000, height: 700)

  @Test func `it turns around and stops at the poles`() {
    var view = SphereView(yaw: 170)
    view.turn(right: 20, up: 0, in: whole)
    #expect(view.yaw == -170)
    view.turn(right: 0, up: 100, in: whole)
    #expect(view.pitch == 90)
    view.turn(right: 0, up: -300, in: whole)
    #expect(view.pitch == -90)
  }

  @Test func `the field of view has bounds`() {
    var view = SphereView()
    view.zoom(by: 1e9)
    #expect(view.fieldOfView == 30)
    view.zoom(by: 1e-9)
    #expect(view.fieldOfView == 110)
    view.zoom(by: .nan)
    #expect(view.fieldOfView == 110)
  }

  @Test func `what is dragged stays under the hand`() {
    let before = SphereView(yaw: 20)
    var view = before
    view.drag(x: 40, y: 30, size: size, in: whole)
    let held = SphereProjection(before, of: whole, size: size).place(x: 500, y: 350)
    let now = SphereProjection(view, of: whole, size: size).place(x: 540, y: 380)
    #expect(abs(held.across - now.across) < 0.001 && abs(held.down - now.down) < 0.001)
  }

  @Test(
    arguments: [
      (0.0, 0.0, 0.5, 0.5), (90, 0, 0.75, 0.5), (-90, 0, 0.25, 0.5), (0, 45, 0.5, 0.25),
      (45, -30, 0.625, 2.0 / 3),
    ] as [(Double, Double, Double, Double)]) func `the middle is where it looks`(
      yaw: Double, pitch: Double, across: Double, down: Double
    )
  {
    let view = SphereView(yaw: yaw, pitch: pitch)
    let place = SphereProjection(view, of: whole, size: size).place(x: 500, y: 350)
    #expect(abs(place.across - across) < 1e-9 && abs(place.down - down) < 1e-9)
  }

  @Test func `its sides are half the field of view away`() {
    let projection = SphereProjection(
      SphereView(fieldOfView: 90), of: whole, size: PixelSize(width: 1000, height: 1000))
    #expect(abs(projection.place(x: 1000, y: 500).across - 0.625) < 1e-9)
    #expect(abs(projection.place(x: 0, y: 500).across - 0.375) < 1e-9)
    #expect(abs(projection.place(x: 500, y: 0).down - 0.25) < 1e-9)
  }

  @Test func `a camera that was not held level is put right`() throws {
    func place(_ pitch: String, _ roll: String, _ view: SphereView) throws -> (Double, Double) {
      let sphere = try #require(
        PictureSphere(
          [.projection: "equirectangular", .pitch: pitch, .roll: roll],
          of: PixelSize(width: 400, height: 200)))
      return SphereProjection(view, of: sphere, size: size).place(x: 500, y: 350)
    }
    // The middle of its picture is 30 degrees above the horizon, which is lower in the picture.
    #expect(try abs(place("30", "0", SphereView()).1 - 2.0 / 3) < 1e-9)
    #expect(try abs(place("30", "0", SphereView(pitch: 30)).1 - 0.5) < 1e-9)
    // Tilted to its right, its picture has the right end of the horizon higher.
    let right = try place("0", "20", SphereView(yaw: 90))
    #expect(abs(right.0 - 0.75) < 1e-9 && abs(right.1 - (0.5 - 20.0 / 180)) < 1e-9)
  }
}
