import Glibc
public import TravelModel

/// A view from the middle of a sphere, in degrees.
public struct SphereView: Hashable, Sendable {
  /// How far it looks to the right of the sphere's middle, -180 to 180.
  public private(set) var yaw: Double
  /// How far it looks above the horizon, -90 to 90.
  public private(set) var pitch: Double
  /// How much it shows along its longer side.
  public private(set) var fieldOfView: Double

  public static let fields = 30.0...110.0
  public static let usualField = 75.0
  /// The least by which a hand's way is divided towards the poles, where meridians meet.
  private static let leastCosine = 0.3

  public init(yaw: Double = 0, pitch: Double = 0, fieldOfView: Double = SphereView.usualField) {
    self.yaw = remainder(yaw, 360)
    self.pitch = min(90, max(-90, pitch))
    let fields = SphereView.fields
    self.fieldOfView = min(fields.upperBound, max(fields.lowerBound, fieldOfView))
  }

  /// A heading as a number from 0 to less than 360.
  static func heading(_ degrees: Double) -> Double {
    let rest = fmod(degrees, 360)
    return rest < 0 ? rest + 360 : rest
  }

  /// The distance of a plane of a size that the view fills, in its pixels.
  public func focalLength(in size: PixelSize) -> Double {
    Double(max(size.width, size.height)) / 2 / tan(fieldOfView / 2 * .pi / 180)
  }

  /// Turns; the middle of the view stays in what the picture covers.
  public mutating func turn(right: Double, up: Double, in sphere: PictureSphere) {
    var aim = yaw + right
    if sphere.width < 1 {
      let first = (sphere.left - 0.5) * 360
      aim = min(first + sphere.width * 360, max(first, aim))
    }
    let highest = 90 - sphere.top * 180
    self = SphereView(
      yaw: aim, pitch: min(highest, max(highest - sphere.height * 180, pitch + up)),
      fieldOfView: fieldOfView)
  }

  /// Turns as if a hand drags what is seen, by pixels of a view of a size.
  public mutating func drag(x: Double, y: Double, size: PixelSize, in sphere: PictureSphere) {
    let degrees = 180 / .pi / focalLength(in: size)
    let shrinkage = max(SphereView.leastCosine, cos(pitch * .pi / 180))
    turn(right: -x * degrees / shrinkage, up: y * degrees, in: sphere)
  }

  /// Enlarges what is in the middle by a factor.
  public mutating func zoom(by factor: Double) {
    guard factor.isFinite, factor > 0 else { return }
    let half = atan(tan(fieldOfView / 2 * .pi / 180) / factor)
    self = SphereView(yaw: yaw, pitch: pitch, fieldOfView: half * 360 / .pi)
  }
}

/// The way from the pixels of a view to the places of a sphere.
package struct SphereProjection: Sendable {
  // A direction has a part to the right, one upwards, and one forwards, of the picture's middle.
  package let right: SIMD3<Double>
  package let up: SIMD3<Double>
  package let forward: SIMD3<Double>
  /// The middle of the view, in its pixels.
  package let middle: (x: Double, y: Double)

  package init(_ view: SphereView, of sphere: PictureSphere, size: PixelSize) {
    func turned(_ degrees: Double) -> (sine: Double, cosine: Double) {
      (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    }
    let (yaw, pitch) = (turned(view.yaw), turned(view.pitch))
    // How the camera was held: first raised, then tilted to its right, so that the horizon of its
    // picture turns to the left.
    let (raised, tilted) = (turned(sphere.pitch), turned(sphere.roll))
    let level = SIMD3(0, raised.cosine, -raised.sine)
    let side = SIMD3(tilted.cosine, 0, 0) - tilted.sine * level
    let top = SIMD3(tilted.sine, 0, 0) + tilted.cosine * level
    let front = SIMD3(0, raised.sine, raised.cosine)
    func inPicture(_ way: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3((way * side).sum(), (way * top).sum(), (way * front).sum())
    }
    right = inPicture(SIMD3(yaw.cosine, 0, -yaw.sine))
    up = inPicture(SIMD3(-yaw.sine * pitch.sine, pitch.cosine, -yaw.cosine * pitch.sine))
    forward =
      inPicture(SIMD3(yaw.sine * pitch.cosine, pitch.sine, yaw.cosine * pitch.cosine))
      * view.focalLength(in: size)
    middle = (Double(size.width) / 2, Double(size.height) / 2)
  }

  /// The place on the sphere that is seen at a point of the view, from its upper left corner: the
  /// share of the circle, from the meridian behind, and that of the way down from the zenith.
  func place(x: Double, y: Double) -> (across: Double, down: Double) {
    let way = forward + (x - middle.x) * right + (middle.y - y) * up
    let level = (way.x * way.x + way.z * way.z).squareRoot()
    return (0.5 + atan2(way.x, way.z) / (2 * .pi), 0.5 - atan2(way.y, level) / .pi)
  }
}
