import GLibBridge
import Imaging
import LoopTesting
import TravelModel

/// The time for a frame of a sphere that is turned; the processor paints it.
enum SphereBenchmark {
  static func run() throws {
    let (frames, window) = (60, PixelSize(width: 1000, height: 700))
    // As small cameras take it.
    let size = PixelSize(width: 5760, height: 2880)
    let bytes = (0..<3 * size.width * size.height).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let picture = DecodedPicture(painted: Bytes(copying: bytes), size: size)
    let sphere = PictureSphere(whole: size, heading: nil, pitch: nil, roll: nil)!
    print(
      "a sphere of \(size.width) x \(size.height) pixels, painted by the processor at",
      "\(window.width) x \(window.height), \(frames) frames of each turn:")
    let turns: [(name: String, pitch: Double, field: Double)] = [
      ("ahead", 0, SphereView.usualField), ("at its widest", 0, SphereView.fields.upperBound),
      ("around the zenith", 85, SphereView.usualField),
    ]
    for turn in turns {
      nonisolated(unsafe) var times: [Double] = []
      try onMainLoop {
        for frame in 0..<frames {
          let yaw = Double(frame * 360 / frames)
          let view = SphereView(yaw: yaw, pitch: turn.pitch, fieldOfView: turn.field)
          let begin = now()
          let painted = await SpherePainter.paint(view, of: sphere, picture, size: window)
          times.append(now() - begin)
          precondition(painted != nil)
        }
      }
      print(
        "  \(turn.name): \(Int(Double(frames) / times.reduce(0, +))) frames a second (aim: at least",
        "20), \(milliseconds(times, digits: 1)) a frame")
    }
  }
}
