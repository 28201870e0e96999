import Glibc

/// A copy of a library's file that the program has made by itself.
struct Snapshot: Hashable, Sendable {
  /// The file's name, which begins with the Unix time.
  let name: String
  let time: Int64
  /// In bytes.
  let size: Int
}

/// Which snapshots are kept: all of today and yesterday, and before that one a day, then one a
/// week, then one a month.
enum Thinning {
  /// The snapshots to keep, the latest first; the oldest ones are left out if all together have
  /// more bytes than `bound`.
  static func kept(of all: [Snapshot], at now: Int64, within bound: Int) -> [Snapshot] {
    var kept: [Snapshot] = []
    // For older snapshots: how many are kept, one for each of which period.
    var stages: ArraySlice<(count: Int, period: (Int64) -> Int64)> = [
      (12, day), (10, week), (9, month),
    ]
    var count = 0
    for snapshot in all.sorted(by: { ($0.time, $0.name) > ($1.time, $1.name) }) {
      // A snapshot from the future was made with a wrong clock, unless the clock is wrong now.
      if day(snapshot.time) < day(now) - 1 {
        if count == stages.first?.count {
          stages.removeFirst()
          count = 0
        }
        guard let period = stages.first?.period else { break }
        if let last = kept.last, period(last.time) == period(snapshot.time) { continue }
        count += 1
      }
      kept.append(snapshot)
    }
    var size = 0
    return Array(
      kept.prefix {
        size += $0.size
        return size <= bound
      })
  }

  /// The number of a day in Greenwich, which does not depend on where the user is.
  static func day(_ time: Int64) -> Int64 { time / (24 * 3600) }

  /// The number of a week, which begins on Monday; the first day of Unix was a Thursday.
  private static func week(_ time: Int64) -> Int64 { (day(time) + 3) / 7 }

  private static func month(_ time: Int64) -> Int64 {
    var seconds = time_t(time)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return Int64(parts.tm_year) * 12 + Int64(parts.tm_mon)
  }
}
