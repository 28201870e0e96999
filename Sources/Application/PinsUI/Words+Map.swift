import GLibBridge
import TouristSession
package import TravelModel
package import Widgets

extension Words {
  /// A marker's name for assistive tools.
  static func name(of content: MarkerContent) -> String {
    switch content {
    case .pin(let title, let count, _, _): name(ofPin: title, photoCount: count)
    case .draft: tr("New pin")
    case .pictures(let count):
      tr("One of your pictures", plural: "{count} of your pictures", count: count)
    case .photo(let title): title
    case .cluster(let count): pinCount(count)
    }
  }

  package static func name(of mark: PinMark) -> String {
    switch mark {
    case .been:
      // Translators: the user has been at the place.
      tr("Been")
    case .wanted: tr("Want to go")
    }
  }

  package static func name(of color: PinColor) -> String {
    switch color {
    case .orange: trc("colour", "Orange")
    case .yellow: trc("colour", "Yellow")
    case .green: trc("colour", "Green")
    case .blue: trc("colour", "Blue")
    case .purple: trc("colour", "Purple")
    case .brown: trc("colour", "Brown")
    case .grey: trc("colour", "Grey")
    }
  }

  /// A pin's name for assistive tools.
  package static func name(of pin: Pin) -> String {
    name(ofPin: pin.title, photoCount: pin.photoCount)
  }

  private static func name(ofPin title: String, photoCount count: Int) -> String {
    tr("{title}, {count} photo", plural: "{title}, {count} photos", count: count, ["title": title])
  }

  /// How many of what a marker stands for are not in its gallery.
  static func andMore(_ count: Int, of content: MarkerContent) -> String {
    if case .pictures = content {
      return trc("pictures", "and {count} more", plural: "and {count} more", count: count)
    }
    return trc("pins", "and {count} more", plural: "and {count} more", count: count)
  }

  /// The button that adds as many to the gallery of a marker.
  static func showMore(_ count: Int, of content: MarkerContent) -> String {
    if case .pictures = content {
      return trc("pictures", "Show {count} More", plural: "Show {count} More", count: count)
    }
    return trc("pins", "Show {count} More", plural: "Show {count} More", count: count)
  }

  /// What is wrong with typed coordinates.
  static func sentence(for flaw: PlaceRequest.Flaw) -> String {
    switch flaw {
    case .unreadable: tr("These coordinates cannot be read.")
    case .outOfRange: tr("Latitudes end at 90°, longitudes at 180°.")
    }
  }
}
