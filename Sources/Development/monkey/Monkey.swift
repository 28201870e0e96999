import Foundation
import TestDesk

/// A user who presses and types at random.
final class Monkey {
  private let seed: UInt64
  private let person: TouristAtDesk
  private let diary: Diary
  private let portal: Portal?
  private var environment: [String: String] = [:]
  private var program: Program!
  private var app: Element!
  private var starts = 0
  private var kills = 0
  private var readComplaints = 0

  /// The number of steps between two checks of the program.
  private static let stepsBetweenLooks = 20
  /// How long the program may take to respond, in seconds: the machine may be busy with other
  /// programs.
  private static let timeout = 40.0

  init(seed: UInt64, diary: Diary) throws {
    (self.seed, self.diary) = (seed, diary)
    person = try TouristAtDesk()
    // The program has different code for desktops with and without portals.
    portal = seed % 2 == 0 ? nil : try person.desk.startPortal()
    do {
      try furnish()
    } catch {
      person.clear()
      throw error
    }
  }

  /// Plays for some minutes, checks everything, and clears the desk.
  func play(minutes: Double) {
    defer { person.clear() }
    let end = Date(timeIntervalSinceNow: minutes * 60)
    do {
      try start()
      var step = 0
      while Date() < end {
        step += 1
        var chance = Chance(seed: seed, step: step)
        let deed = Deed(by: &chance)
        diary.note("\(step) \(deed)")
        try perform(deed)
        person.desk.hands.rest(seconds: chance.share() * 0.15)
        readLog()
        if step % Monkey.stepsBetweenLooks == 0 || !program.isRunning { try look() }
      }
      diary.note("the end, after \(step) steps and \(starts) starts")
      try leave()
      try sweep()
      diary.say("\(step) steps, \(starts) starts, \(kills) kills")
    } catch {
      diary.complain("\(error)")
      leaveEvidence()
    }
  }
}

extension Monkey {
  /// Sets up the services, the settings and the home, depending on the seed.
  private func furnish() throws {
    var chance = Chance(seed: seed, step: 0)
    let commons = chance.one(of: [
      "-", "count=200,spread=5000,delay=150", "faults=0.3,searchfaults=0.2,seed=\(seed)",
      "quirks=all,formats=mixed", "count=7,apidelay=300",
    ])
    let settings = [
      "commons-endpoint": "'\(person.services.commons(commons))'",
      "flickr-endpoint": "'\(person.services.flickr(commons))'",
      "photo-source": chance.one(of: ["'automatic'", "'commons'", "'flickr'", "'postcards'"]),
      "photos-per-album": "\(chance.one(of: [6, 24, 60]))",
      "prefetch": chance.one(of: ["true", "false"]),
      "click-removes": chance.one(of: ["true", "false"]),
      "click-explained": chance.one(of: ["true", "false"]),
      "map-zoom": chance.one(of: ["0.0", "3.0", "12.0"]),
    ]
    try person.writeSettings(settings)
    environment["VIRTUAL_TOURIST_FLICKR_KEY"] = chance.one(of: ["sandbox-key", "wrong-key"])
    diary.note(
      "seed \(seed), \(portal == nil ? "no portal" : "a portal"), \(settings.sorted { $0 < $1 })")
    _ = try person.desk.installOpener(
      for: "x-scheme-handler/http", "x-scheme-handler/https", "image/jpeg", "image/png")
    try portal?.choose(person.desk.home.appendingPathComponent("chosen.jpg"))
    // A folder that takes long to list.
    let pictures = person.desk.home.appendingPathComponent("Pictures")
    try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
    for number in 0..<1000 {
      try Data().write(to: pictures.appendingPathComponent("picture-\(number).jpg"))
    }
    try "XDG_PICTURES_DIR=\"$HOME/Pictures\"\n".write(
      to: person.desk.home.appendingPathComponent("config/user-dirs.dirs"), atomically: true,
      encoding: .utf8)
  }

  private func start() throws {
    starts += 1
    readComplaints = 0
    program = try person.start(environment: environment)
    diary.note("start \(starts)")
    app = try person.desk.eyes.application(program, seconds: Monkey.timeout)
    _ = try watch(for: "the window", seconds: Monkey.timeout) { person.desk.screen.topWindow }
  }

  private func perform(_ deed: Deed) throws {
    let (hands, screen) = (person.desk.hands, person.desk.screen)
    // As a window manager does with a new window.
    guard let window = screen.topWindow else { return }
    keepOnScreen(window)
    screen.focus(window)
    let (origin, size) = (screen.origin(of: window), screen.size(of: window))
    func place(_ spot: Spot) -> (x: Double, y: Double) {
      (
        Double(origin.x) + spot.x * Double(size.width),
        Double(origin.y) + spot.y * Double(size.height)
      )
    }
    switch deed {
    case .key(let name, let modifiers): hands.type(name, holding: modifiers)
    case .text(let text): hands.type(text: text)
    case .click(let spot, let button, let times):
      let (x, y) = place(spot)
      hands.move(x: x, y: y)
      for _ in 0..<times {
        hands.press(button: button)
        hands.release(button: button)
      }
    case .hold(let spot):
      let (x, y) = place(spot)
      hands.hold(x: x, y: y)
    case .drag(let from, let to, let isThrown):
      let (begin, end) = (place(from), place(to))
      hands.move(x: begin.x, y: begin.y)
      hands.press()
      hands.glide(fromX: begin.x, y: begin.y, toX: end.x, y: end.y)
      if !isThrown { hands.rest(seconds: 0.2) }
      hands.release()
    case .wheel(let spot, let clicks):
      let (x, y) = place(spot)
      hands.move(x: x, y: y)
      hands.turnWheel(clicks)
    case .button(let part): press(part, of: app.buttons(), at: origin)
    case .pin(let part):
      press(part, of: app.buttons { $0.hasSuffix(" photos") || $0.hasSuffix(" photo") }, at: origin)
    case .resize(let width, let height):
      screen.move(window, x: 0, y: 0)
      screen.resize(window, width: width, height: height)
    case .move(let right, let down):
      let room = screen.size
      screen.move(
        window, x: Int(right * Double(max(0, room.width - size.width))),
        y: Int(down * Double(max(0, room.height - size.height))))
    case .colors(let isDark): try dress(isDark: isDark)
    case .services(let path): person.services.ask(path)
    case .portal(let part):
      let answers: [Portal.Answer] = [.agreed, .cancelled, .failed, .asking, .refused, .silent]
      portal?.answer(answers[Int(part * Double(answers.count))])
    case .rest(let seconds): hands.rest(seconds: seconds)
    case .quit:
      try leave()
      try start()
    case .kill:
      kills += 1
      program.kill()
      try inspect()
      try start()
    }
  }

  /// Brings a window back that was dragged beyond the screen's edge, where GTK 4.8 finds no monitor
  /// for its menus.
  private func keepOnScreen(_ window: UInt) {
    let screen = person.desk.screen
    let (origin, size, room) = (screen.origin(of: window), screen.size(of: window), screen.size)
    let x = max(0, min(origin.x, room.width - size.width))
    let y = max(0, min(origin.y, room.height - size.height))
    if (x, y) != origin { screen.move(window, x: x, y: y) }
  }

  /// Presses one of some elements, if it is still visible.
  private func press(_ part: Double, of elements: [Element], at origin: (x: Int, y: Int)) {
    let showing = elements.filter { (try? $0.has(.showing)) == true }
    guard !showing.isEmpty else { return }
    let chosen = showing[Int(part * Double(showing.count))]
    guard let frame = try? chosen.frame, frame.width > 1 else { return }
    diary.note("  \((try? chosen.name) ?? "?")")
    person.desk.hands.click(
      x: Double(origin.x) + frame.x + frame.width / 2,
      y: Double(origin.y) + frame.y + frame.height / 2)
  }

  /// Changes the desktop's colours.
  private func dress(isDark: Bool) throws {
    let group = "[org/gnome/desktop/interface]"
    let settings = try String(contentsOf: person.settingsFile, encoding: .utf8)
    // The group is written at the end, wherever the program has put it.
    let parts = settings.components(separatedBy: group)
    let others = parts.count > 1 ? parts[1].components(separatedBy: "\n[").dropFirst() : []
    let scheme = isDark ? "prefer-dark" : "prefer-light"
    let all = ([parts[0]] + others.map { "[\($0)" }).joined(separator: "\n")
    try "\(all)\n\(group)\ncolor-scheme='\(scheme)'\n".write(
      to: person.settingsFile, atomically: true, encoding: .utf8)
  }
}

extension Monkey {
  /// Checks that the program runs, responds, and has printed no warnings.
  private func look() throws {
    if let ending = program.ending {
      diary.note("ended by itself: \(ending)")
      // The monkey may have closed the window with a key.
      guard ending == "exit status 0" else { throw DeskError("the program ended: \(ending)") }
      try inspect()
      return try start()
    }
    do {
      try watch(for: "an answer of the program", seconds: Monkey.timeout) { try? app.role }
    } catch {
      if program.isRunning { throw error }
      try look()
    }
  }

  private func readLog() {
    // What is on the screen at the first of them tells most.
    if readComplaints == 0, !program.complaints.isEmpty { keepScene("complaint-\(starts)") }
    for complaint in program.complaints.dropFirst(readComplaints) {
      diary.complain("the log: \(complaint)")
      readComplaints += 1
    }
  }

  /// Ends the program as a person does who wants to go home.
  private func leave() throws {
    let end = Date(timeIntervalSinceNow: Monkey.timeout)
    while program.isRunning {
      guard Date() < end else { throw DeskError("Ctrl+Q does not end the program") }
      if let window = person.desk.screen.topWindow { person.desk.screen.focus(window) }
      // Whatever is open is closed first.
      person.desk.hands.type("Escape")
      person.desk.hands.type("q", holding: "Control_L")
      _ = try? watch(for: "the end", seconds: 2) { program.isRunning ? nil : true }
    }
    readLog()
    if let ending = program.ending, ending != "exit status 0" {
      throw DeskError("Ctrl+Q ended the program with \(ending)")
    }
    try inspect()
  }

  /// Looks into the library of the program that has ended.
  @discardableResult
  private func inspect() throws -> Inspection {
    readLog()
    diary.keep("program-\(starts).log", program.output)
    let inspection = Inspection(of: person.libraryFolder)
    inspection.complaints.forEach(diary.complain)
    return inspection
  }

  /// Starts once more, without photos to be had, and looks whether every file has a row then.
  private func sweep() throws {
    diary.note("sweep")
    for path in ["/control/release", "/control/api/release", "/control/api/off"] {
      person.services.ask(path)
    }
    try start()
    _ = try? watch(for: "a folder without strays", seconds: Monkey.timeout) {
      Inspection(of: person.libraryFolder).strays.isEmpty ? true : nil
    }
    try leave()
    let inspection = Inspection(of: person.libraryFolder)
    // A file that came just before a kill has no row yet: it is set aside, and only then.
    let wrong = inspection.strays + (kills == 0 ? inspection.setAside : [])
    if !wrong.isEmpty {
      diary.complain("files without a row: \(wrong.prefix(5).joined(separator: ", "))")
    }
  }

  private func leaveEvidence() {
    keepScene("end")
    diary.keep("program-\(starts).log", program?.output ?? "")
    try? FileManager.default.copyItem(
      at: person.libraryFolder, to: diary.folder.appendingPathComponent("library"))
    let end = (program?.output ?? "").split(separator: "\n").suffix(20)
    diary.say("the log's end:\n\(end.joined(separator: "\n"))")
  }

  /// Keeps what is on the screen, as a picture and as assistive tools see it.
  private func keepScene(_ name: String) {
    try? person.desk.screen.capture(to: diary.folder.appendingPathComponent("\(name).png").path)
    diary.keep("\(name).txt", program?.isRunning == true ? app?.outline() ?? "" : "")
  }
}
