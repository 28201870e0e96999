/// The layout of `timezones.atlas`, shared by `atlas-maker` and the decoder.
///
/// All numbers have variable length. The content is a count of time zones, and for each its name and
/// its rule; and a count of countries, and for each its code, a count of points, and for each of those
/// its latitude and longitude in 1/`stepsPerDegree` of a degree and the number of its time zone. A
/// place has the time zone of the nearest point of its country.
package enum TimeZoneFile {
  package static let stepsPerDegree = 1_000.0
}
