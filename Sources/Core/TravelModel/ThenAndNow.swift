/// Two photos of one spot, of which one was taken long before the other.
public struct ThenAndNow: Sendable {
  public let then: Photo
  public let now: Photo

  /// How far apart the spots may be, in metres: both are known to some ten metres.
  private static let reach = 30.0
  private static let leastYears = 50
  /// What is older is no photo, or the date is that of what it shows.
  private static let firstPhotograph = 1826

  /// Finds the nearest photo that makes a pair with a photo; nil if there is none.
  public init?(of photo: Photo, among photos: [Photo]) {
    guard photo.state == .stored, let spot = photo.details.coordinate,
      let years = photo.details.years
    else { return nil }
    var best: (photo: Photo, years: ClosedRange<Int>, distance: Double)?
    for other in photos where other.state == .stored {
      guard let distance = other.details.coordinate?.distance(to: spot),
        distance <= min(ThenAndNow.reach, best?.distance.nextDown ?? .infinity),
        let others = other.details.years,
        min(others.lowerBound, years.lowerBound) >= ThenAndNow.firstPhotograph,
        max(others.lowerBound - years.upperBound, years.lowerBound - others.upperBound)
          >= ThenAndNow.leastYears
      else { continue }
      best = (other, others, distance)
    }
    guard let best else { return nil }
    let isEarlier = years.upperBound < best.years.lowerBound
    (then, now) = isEarlier ? (photo, best.photo) : (best.photo, photo)
  }
}
