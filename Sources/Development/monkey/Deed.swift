import Foundation

/// A place in the highest window, as shares of its width and height.
typealias Spot = (x: Double, y: Double)

enum Deed {
  case key(String, holding: [String] = [])
  case text(String)
  case click(Spot, button: UInt32, times: Int)
  case hold(Spot)
  case drag(from: Spot, to: Spot, isThrown: Bool)
  case wheel(Spot, clicks: Int)
  /// Presses one of the visible buttons, chosen by a share of their number.
  case button(Double)
  /// Opens the album of one of the visible pins, chosen by a share of their number.
  case pin(Double)
  case resize(width: Int, height: Int)
  /// Moves the window, by shares of the free room on the screen.
  case move(right: Double, down: Double)
  case colors(isDark: Bool)
  /// Requests a path that changes how the services behave.
  case services(String)
  case portal(Double)
  case rest(Double)
  case quit
  case kill

  init(by chance: inout Chance) {
    func spot() -> Spot { (chance.share(), chance.share()) }
    switch chance.one(of: Deed.habits) {
    case .key:
      let key = chance.one(of: Deed.keys)
      self = .key(key.name, holding: key.modifiers)
    case .text: self = .text(chance.one(of: Deed.texts))
    case .click:
      let button: UInt32 = chance.one(of: [(7, 1), (2, 3), (1, 2)])
      self = .click(spot(), button: button, times: chance.one(of: [(6, 1), (3, 2), (1, 3)]))
    case .hold: self = .hold(spot())
    case .drag: self = .drag(from: spot(), to: spot(), isThrown: chance.share() < 0.5)
    case .wheel: self = .wheel(spot(), clicks: Int.random(in: -6...6, using: &chance))
    case .button: self = .button(chance.share())
    case .pin: self = .pin(chance.share())
    case .resize:
      self = .resize(
        width: Int.random(in: 300...1280, using: &chance),
        height: Int.random(in: 200...900, using: &chance))
    case .move: self = .move(right: chance.share(), down: chance.share())
    case .colors: self = .colors(isDark: chance.share() < 0.5)
    case .services: self = .services(chance.one(of: Deed.controls))
    case .portal: self = .portal(chance.share())
    case .rest: self = .rest(chance.share() * 2)
    case .quit: self = .quit
    case .kill: self = .kill
    }
  }
}

extension Deed {
  private enum Habit {
    case key, text, click, hold, drag, wheel, button, pin, resize, move, colors, services, portal
    case rest, quit, kill
  }

  /// The frequencies of the actions: mostly keys and clicks.
  private static let habits: [(weight: Int, value: Habit)] = [
    (420, .key), (20, .text), (150, .click), (30, .hold), (60, .drag), (60, .wheel),
    (100, .button), (30, .pin), (10, .resize), (6, .move), (6, .colors), (10, .services),
    (6, .portal), (40, .rest), (2, .quit), (2, .kill),
  ]

  private static let control = ["Control_L"]
  private static let shift = ["Shift_L"]

  /// The keys that the monkey presses; those with an effect are more frequent.
  private static let keys: [(weight: Int, value: (name: String, modifiers: [String]))] =
    [
      "Tab", "Tab", "Return", "space", "Left", "Right", "Up", "Down", "Escape", "Delete", "F10",
      "Menu", "Home", "End", "Page_Up", "Page_Down", "BackSpace", "plus", "minus", "F2", "F9",
      "F11",
      "F5", "0", "1", "a", "e", "q", "slash",
    ].map { (4, ($0, [])) }
    + ["n", "n", "z"].map { (6, ($0, control + ($0 == "n" ? shift : []))) }
    + ["f", "comma", "s", "c", "v", "x", "a", "o", "z", "w", "l", "d"].map { (3, ($0, control)) }
    + ["z", "question", "Tab"].map { (2, ($0, control + shift)) }
    + ["Tab", "F10", "Return", "Left", "Right", "Down"].map { (4, ($0, shift)) }
    + ["Left", "Right", "F4", "Up"].map { (3, ($0, ["Alt_L"])) }

  private static let texts = [
    "reykj", "48.8584, 2.2945", "new", "x", "paris", "0 0", "-90 180", "geo:1,2", "999 999",
    "a b c",
    "https://example.org/", "london",
  ]

  /// The paths that change how the services behave; most of the time they work normally.
  private static let controls = [
    "/switch/off", "/switch/on", "/switch/on", "/control/hold", "/control/release/2",
    "/control/release", "/control/release", "/control/api/hold", "/control/api/release",
    "/control/api/release", "/control/api/off", "/control/api/on", "/control/api/on",
  ]
}
