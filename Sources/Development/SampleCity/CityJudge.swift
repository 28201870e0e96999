/// Counts what is good and bad about an album of the city.
public struct CityJudge: Hashable, Sendable {
  public let subjects: Int
  /// The number of files that are not pictures of a place.
  public let others: Int
  /// The number of pictures of a place that come after a file that is none.
  public let misplaced: Int
  public let mostOfAnAuthor: Int
  /// The number of cells of a grid over the circle that have a photo.
  public let cells: Int

  /// The number of cells across the circle.
  private static let across = 6.0

  public init(_ album: [CityFile]) {
    subjects = Set(album.map(\.subject)).count
    others = album.count { $0.kind.isOther }
    let views = album.prefix { !$0.kind.isOther }.count
    misplaced = album.count - views - others
    mostOfAnAuthor = Dictionary(grouping: album, by: \.author).values.map(\.count).max() ?? 0
    cells =
      Set(
        album.map { file in
          [file.east, file.north].map {
            Int((($0 / City.radius + 1) / 2 * CityJudge.across).rounded(.down))
          }
        }
      ).count
  }
}
