import Glibc
import Synchronization

// What the user's region has is asked for once, when the first number is written: the locale is set by
// then.

/// Whether distances are measured in miles and feet: as the user has chosen, or else as in the
/// user's region.
public var measuresInMiles: Bool { chosenMiles.withLock { $0 } ?? regionMeasuresInMiles }

/// Measures distances in miles and feet, or in kilometres and metres; nil for what the user's region
/// has.
public func measureDistances(inMiles: Bool?) { chosenMiles.withLock { $0 = inMiles } }

private let chosenMiles = Mutex<Bool?>(nil)
private let regionMeasuresInMiles =
  nl_langinfo(nl_item(_NL_MEASUREMENT_MEASUREMENT)).map { $0.pointee == 2 } ?? false
public let kilometresInAMile = 1.609344

/// The sign between a number and its decimal places.
public let decimalPoint = ofRegion(nl_item(__DECIMAL_POINT)) ?? "."

private let thousandsSeparator =
  // A region whose decimal point is this has a comma; that none is named is so without a locale.
  ofRegion(nl_item(__THOUSANDS_SEP)) ?? (decimalPoint == "." ? "," : "")

/// A whole number with separators between its thousands.
public func grouped(_ value: Int) -> String {
  var digits = Array(String(value))
  var place = digits.count - 3
  while place > 0 {
    digits.insert(contentsOf: thousandsSeparator, at: place)
    place -= 3
  }
  return String(digits)
}

/// A text of the user's locale; nil if it has none.
private func ofRegion(_ item: nl_item) -> String? {
  nl_langinfo(item).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}
