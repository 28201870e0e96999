import CGLib
import GLibBridge
import LoopTesting
import XCTest

final class ValueTests: XCTestCase {
  func testBytesShareAndCopy() {
    let bytes = Bytes(copying: [1, 2, 3] as [UInt8])
    let again = Bytes(adopting: g_bytes_ref(bytes.pointer))
    XCTAssertEqual(again.withUnsafeBytes { Array($0) }, [1, 2, 3])
    XCTAssertEqual(Bytes(copying: [] as [UInt8]).count, 0)
    XCTAssertEqual(Bytes(copying: [] as [UInt8]).withUnsafeBytes { $0.count }, 0)
  }

  func testPropertiesAreSetAtTheStartAndLater() throws {
    try onMainLoop {
      let action = Ref(
        adopting: makeObject(g_simple_action_get_type(), ["name": "jump", "enabled": false]))
      XCTAssertEqual(String(cString: g_action_get_name(action.pointer.cast())), "jump")
      XCTAssertEqual(g_action_get_enabled(action.pointer.cast()), 0)
      action.pointer.set("enabled", to: true)
      XCTAssertEqual(g_action_get_enabled(action.pointer.cast()), 1)
    }
  }

  func testListsAndParagraphsAreMadeOfAnyNumberOfTexts() {
    XCTAssertEqual(asList([]), "")
    XCTAssertEqual(asList(["{second}"]), "{second}")
    XCTAssertEqual(asList(["a", "{first}", "c"]), "a, {first}, c")
    XCTAssertEqual(
      asParagraph(["So it is.", "So it was.", "So be it."]), "So it is. So it was. So be it.")
  }

  func testPlacesAreMadeOfAnyNumberOfTexts() {
    XCTAssertEqual(asPlace(["Cairo"]), "Cairo")
    XCTAssertEqual(asPlace(["Cairo", "{first}"]), "Cairo, {first}")
  }

  func testATextRunsAsItsFirstLetterDoes() {
    let texts = [
      "ירושלים היא עיר.": true, "(1889) القاهرة مدينة.": true, "Cairo (القاهرة)": false,
      "京都": false, "": false, "1889": false,
    ]
    for (text, isSo) in texts { XCTAssertEqual(text.beginsRightToLeft, isSo, text) }
  }

  func testNamesAreIsolatedInTextsFromRightToLeft() {
    let values = ["path": "/home/me", "count": "3", "place": "Paris"]
    XCTAssertEqual(tr("المكتبة {path} تالفة", values), "المكتبة \u{2068}/home/me\u{2069} تالفة")
    XCTAssertEqual(tr("مجلد {path}, {count}", values), "مجلد \u{2068}/home/me\u{2069}, 3")
    XCTAssertEqual(tr("خريطة {place}", values), "خريطة Paris", "Names of places may be kept.")
    XCTAssertEqual(tr("{path} is damaged", values), "/home/me is damaged")
  }

  func testTextsAreFilledOnce() {
    XCTAssertEqual(tr("{a} and {b}", ["a": "{b}", "b": "2"]), "{b} and 2")
    XCTAssertEqual(tr("an open { brace", ["a": "1"]), "an open { brace")
    XCTAssertEqual(tr("{unknown}", ["a": "1"]), "{unknown}")
    XCTAssertEqual(trc("here", "a text"), "a text")
    XCTAssertEqual(trc("here", "{a} and {b}", ["a": "{b}", "b": "2"]), "{b} and 2")
    XCTAssertEqual(tr("{count} pin", plural: "{count} pins", count: 1), "1 pin")
    XCTAssertEqual(tr("{count} pin", plural: "{count} pins", count: 0), "0 pins")
    XCTAssertEqual(trc("here", "{count} pin", plural: "{count} pins", count: 1), "1 pin")
    XCTAssertEqual(trc("here", "{count} pin", plural: "{count} pins", count: 2), "2 pins")
  }
}
