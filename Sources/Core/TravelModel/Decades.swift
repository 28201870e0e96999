/// Decades, by their first years.
public enum Decades {
  public static func of(_ years: ClosedRange<Int>) -> [Int] {
    Array(stride(from: years.lowerBound / 10 * 10, through: years.upperBound, by: 10))
  }

  /// How many photos may be of each decade that one is known to be of, give or take one.
  ///
  /// Empty unless these span at least two decades.
  public static func counts(of photos: [ClosedRange<Int>]) -> [Int: Int] {
    let known = photos.filter { Decades.of($0).count < 3 }
    guard let first = known.map(\.lowerBound).min(), let last = known.map(\.upperBound).max(),
      last - first >= 20
    else { return [:] }
    let decades = Set(known.flatMap(Decades.of))
    let all = photos.flatMap(Decades.of).filter(decades.contains)
    return Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +)
  }
}
