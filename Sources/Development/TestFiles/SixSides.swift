import CGLib
import CPixbuf

/// The six sides of a sphere whose picture has a colour for each, and where these are, in degrees.
public let sixSides: [(yaw: Double, pitch: Double, color: [UInt8])] = [
  (0, 0, [255, 0, 0]), (90, 0, [0, 255, 0]), (180, 0, [0, 0, 255]), (-90, 0, [255, 255, 0]),
  (0, 90, [0, 255, 255]), (0, -90, [255, 0, 255]),
]

/// The colour of the side that is at a place: so far to the right of the middle, and upwards.
public func sideColor(_ right: Double, _ up: Double) -> [UInt8] {
  if abs(up) > 45 { return sixSides[up > 0 ? 4 : 5].color }
  return sixSides[Int((right + 360 + 45) / 90) % 4].color
}

/// The sphere's picture as a JPEG, without the metadata that make it a sphere.
public func sixSidedPicture(width: Int = 720) -> [UInt8] {
  let pixels = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, Int32(width), Int32(width / 2))!
  defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
  let (bytes, stride) = (gdk_pixbuf_get_pixels(pixels)!, Int(gdk_pixbuf_get_rowstride(pixels)))
  let degrees = 360 / Double(width)
  for y in 0..<width / 2 {
    for x in 0..<width {
      let color = sideColor((Double(x) + 0.5) * degrees - 180, 90 - (Double(y) + 0.5) * degrees)
      for (sample, value) in color.enumerated() { bytes[y * stride + 3 * x + sample] = value }
    }
  }
  return encoded(pixels, as: "jpeg")
}
