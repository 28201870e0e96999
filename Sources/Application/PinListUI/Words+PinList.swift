import GLibBridge
import PinsUI
import Places
import TouristSession
import TravelModel
import Widgets

extension Words {
  static func name(of place: PinPlace) -> String? {
    switch place {
    case .country(let name): name
    case .water:
      // Translators: where a pin is, instead of a country.
      tr("On the water")
    case .disputed: nil
    }
  }

  /// The line below the title in a row; it does not repeat a country that the title names.
  static func detail(
    of pin: Pin, _ stock: PhotoStock, in place: PinPlace?, distance: Double?
  ) -> String {
    let place = place.flatMap { name(of: $0) }.flatMap { pin.title.contains($0) ? nil : $0 }
    return [
      distance.map { Words.distance(metres: $0) }, place,
      pin.details.mark.map { name(of: $0) }, photos(stock), pin.details.shortNote,
    ].compactMap { $0 }.joined(separator: " · ")
  }

  /// The description of a row for assistive tools.
  static func description(of pin: Pin, in place: PinPlace?, distance: Double?) -> String {
    asList(
      [
        place.flatMap { name(of: $0) },
        distance.map {
          tr("{distance} from the middle of the map", ["distance": Words.distance(metres: $0)])
        },
        pin.details.mark.map { name(of: $0) }, pin.details.color.map { name(of: $0) },
        pin.details.note, pin.coordinate.readable,
      ].compactMap { $0 })
  }

  static func listed(_ count: Int, of all: Int) -> String {
    guard count != all else {
      return tr("{number} place", plural: "{number} places", count: all, ["number": number(all)])
    }
    return tr(
      "{some} of {all} place", plural: "{some} of {all} places", count: all,
      ["some": number(count), "all": number(all)])
  }
}
