/// Counts what an album of the city is like.
public struct CityJudge: Hashable, Sendable {
  public let subjects: Int
  /// How many are no pictures of a place.
  public let others: Int
  /// How many pictures of a place come after something that is none.
  public let misplaced: Int
  public let mostOfAnAuthor: Int
  /// How many cells of a grid over the circle have a photo.
  public let cells: Int

  /// Cells from one side of the circle to the other.
  private static let across = 6.0

  public init(_ album: [CityFile]) {
    subjects = Set(album.map(\.subject)).count
    others = album.count { $0.kind.isOther }
    let views = album.prefix { !$0.kind.isOther }.count
    misplaced = album.count - views - others
    mostOfAnAuthor =
      Dictionary(grouping: album, by: \.author).values.map(\.count).max() ?? 0
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
