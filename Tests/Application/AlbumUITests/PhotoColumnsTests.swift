import AlbumUI
import Testing

struct PhotoColumnsTests {
  @Test(arguments: [
    (200, 1), (360, 2), (449, 2), (450, 3), (599, 3), (600, 3), (879, 3), (880, 4), (1000, 4),
    (1320, 6), (1900, 6), (2560, 8),
  ])
  func widerWindowsHaveLargerPhotos(width: Int, columns: Int) {
    #expect(PhotoColumns.count(width: width) == columns)
  }

  @Test func inWideWindowsPhotosAreOf220To320Pixels() {
    for width in 900...4000 {
      let side = Double(width) / Double(PhotoColumns.count(width: width))
      #expect((220...400).contains(side), "\(width)")
    }
  }

  @Test func eachStepMakesThemLargerUntilTheEnd() {
    var (zoom, columns) = (1.0, [PhotoColumns.count(width: 1900)])
    for _ in 0..<4 {
      zoom = PhotoColumns.zoom(after: zoom, isLarger: true)
      columns.append(PhotoColumns.count(width: 1900, zoom: zoom))
    }
    #expect(columns == [6, 4, 3, 3, 3])
    for _ in 0..<6 { zoom = PhotoColumns.zoom(after: zoom, isLarger: false) }
    #expect(PhotoColumns.count(width: 1900, zoom: zoom) == 12)
    #expect(PhotoColumns.count(width: 360, zoom: zoom) == 4)
  }

  @Test func anyNumberInTheSettingsIsTakenForTheNearestStep() {
    for odd in [-.infinity, -1, 0, .nan, 1e9] {
      #expect((1...12).contains(PhotoColumns.count(width: 1900, zoom: odd)))
    }
    #expect(PhotoColumns.zoom(after: 1.05, isLarger: true) == 1.4)
  }
}
