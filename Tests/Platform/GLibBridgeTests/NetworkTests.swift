import CGLib
import GLibBridge
import LoopTesting
import XCTest

final class NetworkTests: XCTestCase {
  func testANetworkThatIsBackIsToldAndOneThatIsGoneIsNot() throws {
    try onMainLoop {
      var returns = 0
      Network.onReturn { returns += 1 }
      for isAvailable in [false, true, false, true] { emitChange(isAvailable) }
      XCTAssertEqual(returns, 2)
    }
  }
}

@MainActor
private func emitChange(_ isAvailable: Bool) {
  let monitor = Network.monitor
  let type = g_network_monitor_get_type()
  var values = [GValue](repeating: GValue(), count: 2)
  g_value_init(&values[0], type)
  g_value_set_object(&values[0], monitor.raw)
  g_value_init(&values[1], Bool.glibType)
  g_value_set_boolean(&values[1], isAvailable ? 1 : 0)
  g_signal_emitv(&values, g_signal_lookup("network-changed", type), 0, nil)
  g_value_unset(&values[0])
}
