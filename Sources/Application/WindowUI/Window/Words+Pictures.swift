import GLibBridge
import Widgets

extension Words {
  static func picturesShown(_ count: Int) -> String {
    count == 0
      ? tr("None of your pictures says where it was taken.")
      : tr("{count} picture on the map", plural: "{count} pictures on the map", count: count)
  }

  static var noPlaceWithoutPin: String { tr("There is no place of your pictures without a pin.") }

  static var oneBackupAtATime: String { tr("Only one backup can be restored at a time.") }

  static var lookingAtPictures: String { tr("Looking where the pictures were taken…") }

  /// What pins of pictures mean that are in no folder of the user's pictures.
  static func makePinsOfOtherPicturesMeaning(_ count: Int) -> String {
    tr(
      "The pictures were taken at {count} place without a pin.",
      plural: "The pictures were taken at {count} places without a pin.", count: count)
  }

  /// Asks whether pins are to be made.
  static func makePins(_ count: Int) -> String {
    tr("Make {count} Pin?", plural: "Make {count} Pins?", count: count)
  }

  static func makeTrips(_ count: Int) -> String {
    tr("Make {count} Trip?", plural: "Make {count} Trips?", count: count)
  }

  /// What the button says that makes them.
  static func makePinsLabel(_ count: Int) -> String {
    tr("_Make Pin", plural: "_Make Pins", count: count)
  }

  static func makeTripsLabel(_ count: Int) -> String {
    tr("_Make Trip", plural: "_Make Trips", count: count)
  }

  static func makePinsMeaning(_ count: Int) -> String {
    tr(
      "Your pictures were taken at {count} place without a pin. Its album will hold copies of them.",
      plural:
        "Your pictures were taken at {count} places without a pin. Their albums will hold copies of them.",
      count: count)
  }
}
