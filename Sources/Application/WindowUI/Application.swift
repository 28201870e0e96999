import CAdwaita
import CGLib
import GLibBridge
import Glibc
import Places
package import TouristSession
import TravelModel
import Widgets

/// The application: a single instance, its window, and the command line.
package final class Application {
  private let application: Ref<UnsafeMutablePointer<GtkApplication>>
  private let id: String
  private let version: String
  private let libraries: String
  private let website: String
  /// The path of the guide, a web page.
  private let guide: String
  private let makeContext: (Application) -> Context?
  private let search: DesktopSearch
  private var context: Context?
  private var window: MainWindow?
  /// How long the program waits for another question of the desktop while it has no window, in
  /// milliseconds.
  private static let patience: guint = 5_000

  /// Called with the session bus, if there is one, once GTK has started in the first process.
  package var onStartUp: (OpaquePointer?) -> Void = { _ in }

  /// `makeContext` is called once, for the first window.
  package init(
    id: String, version: String, libraries: String, website: String, guide: String,
    search: DesktopSearch, makeContext: @escaping (Application) -> Context?
  ) {
    (self.id, self.version, self.website, self.guide) = (id, version, website, guide)
    (self.libraries, self.search) = (libraries, search)
    self.makeContext = makeContext
    let application = adw_application_new(id, G_APPLICATION_HANDLES_OPEN)!
    self.application = Ref(adopting: application.cast())
    addOptions()
    application.on("startup") { [weak self] in self?.startUp() }
    application.on("activate") { [weak self] in self?.activate(asItWas: true) }
    application.on("open") { [weak self] (files: OpaquePointer, count: Int32) in
      self?.open(Application.addresses(of: files, count: count))
    }
    application.on("shutdown") { [weak self] in
      self?.window?.flush()
      self?.window = nil
    }
  }

  package var hasSessionBus: Bool { sessionBus != nil }

  private var sessionBus: OpaquePointer? {
    g_application_get_dbus_connection(application.pointer.cast())
  }

  /// Adds an option to the output of `--help`.
  package func listOption(_ name: String, _ valueName: String?, _ meaning: String) {
    g_application_add_main_option(
      application.pointer.cast(), name, 0, GOptionFlags(rawValue: 0),
      valueName == nil ? G_OPTION_ARG_NONE : G_OPTION_ARG_STRING, meaning, valueName)
  }

  package func run(arguments: [String]) -> Int32 {
    answerShell()
    var arguments = arguments.map { strdup($0) }
    defer { arguments.forEach { free($0) } }
    return g_application_run(application.pointer.cast(), Int32(arguments.count), &arguments)
  }
}

extension Application {
  /// Answers the search of the desktop, which may have started the program for that.
  ///
  /// Before the program has its name on the bus: the first question comes at once, and would find
  /// nobody.
  private func answerShell() {
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return }
    let shell = ShellSearch(search)
    shell.onChoice = { [weak self] in self?.show($0, $1, at: $2) }
    shell.listen(on: bus)
    g_application_set_inactivity_timeout(application.pointer.cast(), Application.patience)
  }

  /// Shows in the window what was found from the desktop, or the search for a text.
  private func show(_ result: SearchResult?, _ text: String, at time: UInt32) {
    activate(at: time)
    if let result { window?.showFound(result) } else { window?.openSearch(for: text) }
  }

  private func addOptions() {
    g_application_add_main_option(
      application.pointer.cast(), "version", 0, GOptionFlags(rawValue: 0), G_OPTION_ARG_NONE,
      tr("Show the version and exit"), nil)
    g_application_set_option_context_parameter_string(
      // Translators: what can stand behind the program’s name on the command line.
      application.pointer.cast(), tr("[geo:LATITUDE,LONGITUDE[?z=ZOOM] | FILE …]"))
    g_application_set_option_context_summary(
      application.pointer.cast(), tr("A world map with a photo album of every place you pin."))
    application.pointer.on("handle-local-options") {
      [version] (options: OpaquePointer) -> Int32 in
      guard g_variant_dict_contains(options.cast(), "version") != 0 else { return -1 }
      print("virtual-tourist \(version)")
      return 0
    }
  }

  private func startUp() {
    onStartUp(sessionBus)
    gtk_window_set_default_icon_name(id)
    endAtSignals()
    application.pointer.addAction("quit") { [weak self] in self?.window?.closing.closeSafely() }
    application.pointer.addAction("help") { [weak self] in self?.openGuide() }
    application.pointer.addAction("about") { [weak self] in self?.showAbout() }
    // These the desktop offers, beside the program's icon.
    application.pointer.addAction("take-me-somewhere") { [weak self] in
      self?.activate()
      self?.window?.showMap()
      self?.window?.flySomewhere()
    }
    application.pointer.addAction("play-all") { [weak self] in
      self?.activate()
      self?.window?.showMap()
      self?.window?.albums.playAll()
    }
    // These are those of notifications, also of an earlier run.
    application.pointer.addTextAction("show-album") { [weak self] in
      self?.activate()
      guard let window = self?.window, let number = Int64($0) else { return }
      window.whenOpen { [weak window] in window?.albums.open(Pin.ID(number)) }
    }
    application.pointer.addTextAction("open-made") { [weak self] in
      self?.activate()
      self?.window?.openMade($0)
    }
    // Menus show these keys; the actions of a page work only there.
    for (action, keys) in KeyTable.accelerators {
      withCStrings(keys) {
        gtk_application_set_accels_for_action(application.pointer, action, $0)
      }
    }
  }

  /// Makes signals close the window as the user would: at a log-out, from a terminal, or by `kill`.
  private func endAtSignals() {
    for number in [SIGTERM, SIGINT, SIGHUP] {
      g_unix_signal_add(
        number,
        { application in
          nonisolated(unsafe) let application = application!
          MainActor.assumeIsolated {
            Unmanaged<Application>.fromOpaque(application).takeUnretainedValue().end()
          }
          // A session manager may send the signal more than once.
          return 1
        }, Unmanaged.passUnretained(self).toOpaque())
    }
  }

  private func end() {
    guard let window else { return g_application_quit(application.pointer.cast()) }
    window.closing.closeUnasked()
  }

  /// Shows or raises the window; a new one has the page of the last time, if it is to be as it was.
  private func activate(at time: UInt32 = UInt32(GDK_CURRENT_TIME), asItWas: Bool = false) {
    if let window { return window.closing.reopen(at: time) }
    guard let context = context ?? makeContext(self) else {
      return g_application_quit(application.pointer.cast())
    }
    self.context = context
    search.session = context.session
    let window = MainWindow(application: application.pointer, context: context)
    self.window = window
    if !asItWas { context.settings.shownAlbum = nil }
    if let album = context.settings.shownAlbum {
      window.whenOpen { [weak window] in window?.albums.open(album) }
    }
    window.closing.reopen(at: time)
    Task {
      await context.session.open()
      await context.session.keepSnapshot()
    }
  }

  /// Shows places that other programs or the command line pass, and opens files of places.
  private func open(_ addresses: [String]) {
    activate()
    var files: [String] = []
    for address in addresses {
      if let file = g_filename_from_uri(address, nil, nil) {
        files.append(String(adopting: file))
      } else if let request = PlaceRequest(address) {
        window?.show(request)
      } else {
        window?.toaster.show(
          tr("“{address}” cannot be shown on the map.", ["address": String(address.prefix(80))]))
      }
    }
    window?.files.open(files)
  }

  private static func addresses(of files: OpaquePointer, count: Int32) -> [String] {
    let files = UnsafeMutablePointer<OpaquePointer>(files)
    return (0..<Int(count)).map { String(adopting: g_file_get_uri(files[$0])) }
  }

  private func openGuide() {
    window?.say(tr("The help could not be opened.")) { [guide] in
      await WebPage.open(file: guide, from: $0)
    }
  }

  private func showAbout() {
    guard let window else { return }
    let layout = Layout("about")
    let about = layout["dialog"]
    about.set("application-icon", to: id)
    about.set("version", to: version)
    about.set("website", to: website)
    about.set("issue-url", to: "\(website)/issues")
    about.set("debug-info", to: troubleReport(from: window))
    about.set("debug-info-filename", to: "virtual-tourist.txt")
    Dialog.addLegalSection(
      tr("Map"), tr("© OpenStreetMap contributors"),
      tr(
        "Map data is available under the <a href=\"https://www.openstreetmap.org/copyright\">Open Database License</a>."
      ), to: about)
    Dialog.addLegalSection(
      tr("Offline map"), tr("Made with Natural Earth"),
      tr(
        "Outlines from <a href=\"https://www.naturalearthdata.com\">Natural Earth</a>, in the public domain."
      ), to: about)
    Dialog.addLegalSection(
      tr("Places"), tr("© GeoNames"),
      tr(
        "Names from <a href=\"https://www.geonames.org\">GeoNames</a>, under the <a href=\"https://creativecommons.org/licenses/by/4.0/\">Creative Commons Attribution 4.0 licence</a>."
      ), to: about)
    Dialog.addLegalSection(
      tr("Time zones"), tr("IANA time zone database"),
      tr(
        "Time zones from the <a href=\"https://www.iana.org/time-zones\">time zone database</a>, in the public domain."
      ), to: about)
    about.on("activate-link") { (address: String) -> Bool in
      WebPage.open(address, over: about)
      return true
    }
    Dialog.present(layout, over: window.window)
  }

  /// What a report of a problem needs, without anything of the user's.
  private func troubleReport(from window: MainWindow) -> String {
    func kind(of object: OpaquePointer?) -> String {
      object.map { String(cString: g_type_name_from_instance($0.cast())) } ?? "none"
    }
    let renderer = kind(of: gtk_native_get_renderer(window.window.cast()))
    let display = kind(of: gtk_widget_get_display(window.window))
    let sandbox = access("/.flatpak-info", F_OK) == 0 ? ", Flatpak" : ""
    let program = [
      "Virtual Tourist \(version)\(sandbox)", libraries,
      "Renderer: \(renderer); display: \(display)",
    ]
    return (program + TroubleReport(of: window.session).lines).joined(separator: "\n")
  }
}
