import Atlas
import GLibBridge
import Glibc
package import TravelModel
package import Widgets

/// Texts of the viewer.
extension Words {
  /// The author and licence of a photo; empty if neither is known.
  package static func credit(of photo: Photo) -> String {
    [photo.details.author, photo.details.license].compactMap { $0 }.joined(separator: " · ")
  }

  /// The reason why a photo was chosen for the album.
  static func merit(_ merit: PhotoMerit) -> String {
    switch merit {
    case .leadPicture(let article): tr("Lead picture of {article}", ["article": article])
    case .featured: tr("Featured picture")
    case .pictureOfTheDay: tr("Picture of the day")
    case .quality: tr("Quality image")
    case .valued: tr("Valued image")
    }
  }

  /// The position of a photo in its album, and its author.
  static func place(_ place: Int, of count: Int, _ photo: Photo) -> String {
    let numbers = ["number": number(place + 1), "count": number(count)]
    return [tr("{number} of {count}", numbers), credit(of: photo)].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  /// What a panorama is called that looks at a true heading, which may be unknown.
  static func panorama(looking heading: Double?) -> String {
    guard let heading else { return tr("Panorama") }
    return switch CompassPoint(bearing: heading) {
    case .north: tr("Panorama, looking north")
    case .northEast: tr("Panorama, looking north-east")
    case .east: tr("Panorama, looking east")
    case .southEast: tr("Panorama, looking south-east")
    case .south: tr("Panorama, looking south")
    case .southWest: tr("Panorama, looking south-west")
    case .west: tr("Panorama, looking west")
    case .northWest: tr("Panorama, looking north-west")
    }
  }

  static func distanceFromPin(_ metres: Double) -> String {
    tr("{distance} from the pin", ["distance": distance(metres: metres)])
  }

  /// A direction in degrees, with an arrow as on a map.
  static func direction(_ degrees: Double) -> String {
    let arrows = Array("↑↗→↘↓↙←↖")
    let arrow = arrows[Int((degrees / 45).rounded()) % arrows.count]
    return "\(arrow) \(number(Int(degrees.rounded()) % 360))°"
  }

  static func size(_ size: PixelSize) -> String {
    tr(
      "{width} × {height} pixel", plural: "{width} × {height} pixels", count: size.height,
      ["width": String(size.width), "height": String(size.height)])
  }

  static func zoom(_ share: Double) -> String {
    tr("{count} %", ["count": String(Int((share * 100).rounded()))])
  }

  /// Why the large picture is not shown; a temporary failure is not explained.
  static func noLargePicture(because failure: PhotoFailure) -> String {
    failure.isTransient
      ? tr("The large picture cannot be loaded now.")
      : tr("The large picture cannot be shown. {reason}", ["reason": sentence(for: failure)])
  }

  static func saved(_ outcome: SavingOutcome, as name: String) -> String {
    switch outcome {
    case .credited: tr("Saved as “{name}”", ["name": name])
    case .creditBeside(let note):
      tr(
        "Saved as “{name}”, with its author and licence in “{note}”",
        ["name": name, "note": note])
    case .uncredited:
      tr("Saved as “{name}”, but its author and licence could not be added", ["name": name])
    case .isTheOriginal: tr("This file belongs to the library. Choose another name or folder.")
    case .failed(nil): tr("The photo could not be saved.")
    case .failed(let reason?): tr("The photo could not be saved: {cause}", ["cause": reason])
    }
  }

  package static func sentence(for failure: HandoverFailure) -> String {
    switch failure {
    case .noProgram: tr("No app can open the photo.")
    case .notOpened: tr("The photo could not be opened in another app.")
    case .noBackground: tr("This desktop does not let apps set its background.")
    case .backgroundForbidden:
      tr("The desktop’s settings do not let this app change the background.")
    case .notBackground: tr("The photo could not be made the background.")
    case .notCopied: tr("The photo could not be copied.")
    }
  }
}
