import CExif
import CGLib
import Files
import GLibBridge
public import TravelModel

/// What a picture shows of the sphere around the camera, by the metadata of photo spheres (XMP's
/// `GPano`): its rows are parallels, and its columns meridians.
///
/// Nothing else makes a picture a sphere: many that are twice as wide as high are flat.
public struct PictureSphere: Hashable, Sendable {
  /// Where the picture begins, and how much of the sphere it covers, as shares of the whole circle
  /// and of the way down from the zenith.
  package let left, top, width, height: Double
  /// The true heading of the sphere's middle, in degrees clockwise from north; nil if unknown.
  let middleHeading: Double?
  /// How far above the horizon the sphere's middle is, in degrees.
  let pitch: Double
  /// How far the camera was tilted to its right, in degrees.
  let roll: Double
  /// The view to begin with.
  public let start: SphereView

  /// Whether the picture's left edge goes on at its right one.
  package var isClosed: Bool { width == 1 }

  /// The metadata that are read, by their names in `GPano`.
  enum Tag: String, CaseIterable, Sendable {
    case projection = "ProjectionType"
    case isForViewers = "UsePanoramaViewer"
    case fullWidth = "FullPanoWidthPixels"
    case fullHeight = "FullPanoHeightPixels"
    case left = "CroppedAreaLeftPixels"
    case top = "CroppedAreaTopPixels"
    case width = "CroppedAreaImageWidthPixels"
    case height = "CroppedAreaImageHeightPixels"
    case heading = "PoseHeadingDegrees"
    case pitch = "PosePitchDegrees"
    case roll = "PoseRollDegrees"
    case startHeading = "InitialViewHeadingDegrees"
    case startPitch = "InitialViewPitchDegrees"
    case startField = "InitialHorizontalFOVDegrees"
  }

  /// How much the sides may differ from what they should be, as a share: they are rounded to pixels.
  private static let tolerance = 0.02
  /// What of the sphere may be missing from a whole one, as a share: less than a pixel of most.
  private static let gap = 0.002
  /// The least of the sphere that a picture may cover in each direction, as a share.
  private static let leastShare = 0.01
  /// The longest value, in bytes.
  private static let longestText = 64

  /// Reads what the metadata say of an upright picture of a size; nil if they do not make it a
  /// sphere, or do not fit it, as when an editor has cut a part out of it.
  init?(_ texts: [Tag: String], of picture: PixelSize) {
    func number(_ tag: Tag) -> Double? {
      texts[tag].flatMap(Double.init).flatMap { $0.isFinite && abs($0) < 1e6 ? $0 : nil }
    }
    func isNear(_ one: Double, _ other: Double) -> Bool {
      abs(one - other) <= PictureSphere.tolerance * other
    }
    guard texts[.projection]?.lowercased() == "equirectangular",
      texts[.isForViewers]?.lowercased() != "false", picture.width > 0, picture.height > 0
    else { return nil }
    var (left, top, width, height) = (0.0, 0.0, 1.0, 1.0)
    let shape = Double(picture.width) / Double(picture.height)
    if let fullWidth = number(.fullWidth), let fullHeight = number(.fullHeight) {
      guard fullWidth > 0, fullHeight > 0, isNear(fullWidth / fullHeight, 2) else { return nil }
      left = (number(.left) ?? 0) / fullWidth
      top = (number(.top) ?? 0) / fullHeight
      width = number(.width).map { $0 / fullWidth } ?? 1
      height = number(.height).map { $0 / fullHeight } ?? 1
      guard left >= 0, top >= 0, width >= PictureSphere.leastShare,
        height >= PictureSphere.leastShare, left + width <= 1 + PictureSphere.gap,
        top + height <= 1 + PictureSphere.gap,
        isNear(width * fullWidth / (height * fullHeight), shape)
      else { return nil }
      if width >= 1 - PictureSphere.gap { (left, width) = (0, 1) }
      if height >= 1 - PictureSphere.gap { (top, height) = (0, 1) }
    } else if !isNear(shape, 2) {
      return nil
    }
    (self.left, self.top, self.width, self.height) = (left, top, width, height)
    let heading = number(.heading).map(SphereView.heading)
    middleHeading = heading
    pitch = number(.pitch).flatMap { abs($0) <= 90 ? $0 : nil } ?? 0
    roll = number(.roll) ?? 0
    let middle = (x: (left + width / 2 - 0.5) * 360, y: (0.5 - top - height / 2) * 180)
    start = SphereView(
      yaw: number(.startHeading).map { $0 - (heading ?? 0) } ?? middle.x,
      pitch: number(.startPitch) ?? middle.y,
      fieldOfView: number(.startField) ?? SphereView.usualField)
  }

  /// Makes a whole sphere of an upright picture of a size, of which a service tells its middle's
  /// heading, and how the camera was held; nil if the picture has not the shape of one.
  public init?(whole picture: PixelSize, heading: Double?, pitch: Double?, roll: Double?) {
    var texts = [Tag.projection: "equirectangular"]
    for (tag, number) in [(Tag.heading, heading), (.pitch, pitch), (.roll, roll)] {
      texts[tag] = number.map { "\($0)" }
    }
    self.init(texts, of: picture)
  }

  /// Reads the metadata with gexiv2; empty if they name no projection.
  static func texts(in file: OpenFile) -> [Tag: String] {
    Gexiv2.read(file) { metadata, _ -> [Tag: String]? in
      var texts: [Tag: String] = [:]
      for tag in Tag.allCases {
        let text = exif_get_text(metadata, "Xmp.GPano.\(tag.rawValue)").map { String(adopting: $0) }
        if let text, text.utf8.count <= longestText { texts[tag] = text }
        if texts.isEmpty { return nil }
      }
      return texts
    } ?? [:]
  }

  /// The true heading of a view, in degrees clockwise from north, 0..<360; nil if unknown.
  public func heading(of view: SphereView) -> Double? {
    middleHeading.map { SphereView.heading($0 + view.yaw) }
  }

  /// How wide the picture is if it is everywhere as large as in the middle of a view of a size.
  public func shownWidth(in view: SphereView, _ size: PixelSize) -> Double {
    view.focalLength(in: size) * 2 * .pi * width
  }
}
