import Foundation
import GLibBridge
import TestFiles
import TestSupport
import Testing
import TravelModel

@testable import Imaging

/// Views of spheres, pixel by pixel.
struct SpherePainterTests {
  private let whole = PictureSphere(
    [.projection: "equirectangular"], of: PixelSize(width: 720, height: 360))!

  /// A sphere's picture, in a colour for each place in degrees: from the left of its middle to its
  /// right, and upwards.
  private func picture(
    width: Int = 720, height: Int = 360, hasAlpha: Bool = false,
    _ color: (Double, Double) -> [UInt8]
  ) -> DecodedPicture {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        bytes += color(
          (Double(x) + 0.5) * 360 / Double(width) - 180,
          90 - (Double(y) + 0.5) * 180 / Double(height))
        if hasAlpha { bytes.append(255) }
      }
    }
    let size = PixelSize(width: width, height: height)
    return DecodedPicture(
      Bytes(copying: bytes), size: size, stride: width * (hasAlpha ? 4 : 3), hasAlpha: hasAlpha,
      fileSize: size)!
  }

  /// The colours of a view, row by row.
  private func paint(
    _ view: SphereView, _ picture: DecodedPicture, of sphere: PictureSphere? = nil,
    width: Int = 90, height: Int = 60
  ) async throws -> [[UInt8]] {
    let size = PixelSize(width: width, height: height)
    let result = await SpherePainter.paint(view, of: sphere ?? whole, picture, size: size)
    let painted = try #require(result)
    #expect(painted.size == size)
    return painted.pixels.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 3).map { Array(bytes[$0..<$0 + 3]) }
    }
  }

  @Test(arguments: [false, true]) func `it shows all six directions`(hasAlpha: Bool) async throws {
    let sides = sixSides
    let picture = picture(hasAlpha: hasAlpha, sideColor)
    for side in sides {
      let colors = try await paint(
        SphereView(yaw: side.yaw, pitch: side.pitch, fieldOfView: 30), picture)
      #expect(Set(colors) == [side.color], "\(side)")
    }
  }

  @Test func `its edges are where its neighbours are`() async throws {
    let colors = try await paint(SphereView(fieldOfView: 110), picture(sideColor))
    let row = colors[30 * 90..<31 * 90]
    #expect(row.first == sixSides[3].color && row.last == sixSides[1].color)
    #expect(colors[45] == sixSides[0].color)
  }

  @Test(arguments: [(180, 0), (180, 80), (0, 90), (120, -90), (-175, -60)] as [(Double, Double)])
  func `neither the seam nor a pole shows a line`(yaw: Double, pitch: Double) async throws {
    // It has the same colour on both sides of the seam, and one at each pole.
    let smooth = picture { right, up in
      let (across, above) = (right * .pi / 180, up * .pi / 180)
      let parts: [Double] = [cos(above) * cos(across), cos(above) * sin(across), sin(above)]
      return parts.map { UInt8(128 + 100 * $0) }
    }
    let (width, height) = (400, 300)
    let colors = try await paint(
      SphereView(yaw: yaw, pitch: pitch, fieldOfView: 100), smooth, width: width, height: height)
    var most = 0
    for y in 1..<height {
      for x in 1..<width {
        for other in [colors[y * width + x - 1], colors[(y - 1) * width + x]] {
          for (one, two) in zip(colors[y * width + x], other) {
            most = max(most, abs(Int(one) - Int(two)))
          }
        }
      }
    }
    #expect(most <= 4)
  }

  @Test func `each pixel has the colour of its place`() async throws {
    let slopes = picture { across, up in [UInt8(abs(across)), UInt8(90 + up), 7] }
    var numbers = SeededNumbers(seed: 5)
    for _ in 0..<5 {
      let view = SphereView(
        yaw: .random(in: -180...180, using: &numbers),
        pitch: .random(in: -90...90, using: &numbers),
        fieldOfView: .random(in: 30...110, using: &numbers))
      let (width, height) = (400, 260)
      let colors = try await paint(view, slopes, width: width, height: height)
      let projection = SphereProjection(
        view, of: whole, size: PixelSize(width: width, height: height))
      for index in stride(from: 0, to: colors.count, by: 7) {
        let place = projection.place(
          x: Double(index % width) + 0.5, y: Double(index / width) + 0.5)
        let (across, up) = (abs(place.across * 360 - 180), 180 - place.down * 180)
        #expect(abs(Double(colors[index][1]) - up) < 2)
        // Close to a pole, all meridians are there.
        if abs(up - 90) < 80 { #expect(abs(Double(colors[index][0]) - across) < 2) }
      }
    }
  }

  @Test func `beside a part of a sphere it is black`() async throws {
    let part = try #require(
      PictureSphere(
        [
          .projection: "equirectangular", .fullWidth: "720", .fullHeight: "360", .left: "270",
          .top: "135", .width: "180", .height: "90",
        ], of: PixelSize(width: 180, height: 90)))
    let red = picture(width: 180, height: 90) { _, _ in [255, 0, 0] }
    let ahead = try await paint(SphereView(fieldOfView: 110), red, of: part)
    #expect(ahead[30 * 90 + 45] == [255, 0, 0])
    #expect(ahead[30 * 90] == [0, 0, 0] && ahead[45] == [0, 0, 0])
    let behind = try await paint(SphereView(yaw: 180), red, of: part)
    #expect(Set(behind) == [[0, 0, 0]])
    // It ends 45 degrees to the right.
    #expect(ahead[30 * 90 + 76] == [255, 0, 0] && ahead[30 * 90 + 77] == [0, 0, 0])
  }

  @Test func `what is no longer wanted is not painted`() async {
    let picture = picture(sideColor)
    let task = Task { [whole] in
      withUnsafeCurrentTask { $0?.cancel() }
      return await SpherePainter.paint(
        SphereView(), of: whole, picture, size: PixelSize(width: 90, height: 60))
    }
    #expect(await task.value == nil)
  }
}
