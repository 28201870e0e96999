import Testing
import Widgets

@testable import AlbumUI

@MainActor
struct PlaceWordsTests {
  @Test(arguments: [
    (0, ""), (900, "15 min ahead of you"), (-1800, "30 min behind you"), (3600, "1 h ahead of you"),
    (-7200, "2 h behind you"), (20_700, "5 h 45 min ahead of you"),
    (-12_600, "3 h 30 min behind you"),
  ])
  func clocksAreAheadOrBehind(seconds: Int, words: String) {
    #expect(Words.timeDifference(19_800 + seconds, here: 19_800) == words)
  }
}
