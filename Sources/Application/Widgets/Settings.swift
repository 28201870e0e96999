import CAdwaita
import CGLib
import Files
import GLibBridge
import Glibc
package import TouristSession
package import TravelModel

/// A problem with the stored settings.
package enum SettingsTrouble: Hashable, Sendable {
  /// The file could not be parsed; a copy was kept.
  case unreadable(copy: String)
  /// Some keys have invalid values.
  case rejected(keys: [String])
  /// Changes cannot be saved.
  case unwritable
}

/// The user's settings, in GSettings.
package final class Settings {
  package private(set) var troubles: [SettingsTrouble] = []
  let schema: OpaquePointer
  let settings: Ref<UnsafeMutablePointer<GSettings>>
  /// The same settings, each of which is written as soon as it is changed.
  let immediate: Ref<UnsafeMutablePointer<GSettings>>

  /// Opens the settings; nil where the schema is not installed.
  package init?(schema: String, hasSessionBus: Bool) {
    guard let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, schema, 1)
    else { return nil }
    self.schema = schema
    var troubles: [SettingsTrouble] = []
    let backend = Settings.backend(hasSessionBus: hasSessionBus, troubles: &troubles)
    settings = Ref(adopting: g_settings_new_full(schema, backend, nil)!)
    immediate = Ref(adopting: g_settings_new_full(schema, backend, nil)!)
    // Changes of several keys are applied together.
    g_settings_delay(settings.pointer)
    let rejected = Settings.rejectedKeys(schema: schema, backend: backend)
    if !rejected.isEmpty { troubles.append(.rejected(keys: rejected)) }
    if g_settings_is_writable(settings.pointer, Key.zoom) == 0 { troubles.append(.unwritable) }
    self.troubles = troubles
  }

  enum Key {
    static let latitude = "map-latitude"
    static let longitude = "map-longitude"
    static let zoom = "map-zoom"
    static let tileSource = "tile-source"
    static let tileAddress = "tile-url"
    static let photoSource = "photo-source"
    static let photosPerAlbum = "photos-per-album"
    static let searchRadius = "search-radius"
    static let prefetch = "prefetch"
    static let commonsEndpoint = "commons-endpoint"
    static let wikipediaEndpoint = "wikipedia-endpoint"
    static let flickrEndpoint = "flickr-endpoint"
    static let picturesFolder = "pictures-folder"
    static let contact = "contact"
    static let clickRemoves = "click-removes"
    static let clickExplained = "click-explained"
    static let wanderings = "wanderings"
    static let width = "window-width"
    static let height = "window-height"
    static let maximized = "window-maximized"
  }
}

extension Settings {
  /// What the map showed last; nil on the first start.
  package var mapView: MapView? {
    get {
      guard let zoom = g_settings_get_user_value(settings.pointer, Key.zoom) else { return nil }
      g_variant_unref(zoom)
      let center = Coordinate(
        latitude: g_settings_get_double(settings.pointer, Key.latitude),
        longitude: g_settings_get_double(settings.pointer, Key.longitude))
      return center.map {
        MapView(center: $0, zoom: g_settings_get_double(settings.pointer, Key.zoom))
      }
    }
    set {
      guard let newValue else { return }
      g_settings_set_double(settings.pointer, Key.latitude, newValue.center.latitude)
      g_settings_set_double(settings.pointer, Key.longitude, newValue.center.longitude)
      g_settings_set_double(settings.pointer, Key.zoom, newValue.zoom)
      g_settings_apply(settings.pointer)
    }
  }

  package struct WindowFrame: Hashable {
    package var width: Int32
    package var height: Int32
    package var isMaximized: Bool
  }

  /// The window's size and state when it was last closed.
  package var windowFrame: WindowFrame {
    get {
      WindowFrame(
        width: g_settings_get_int(settings.pointer, Key.width),
        height: g_settings_get_int(settings.pointer, Key.height),
        isMaximized: g_settings_get_boolean(settings.pointer, Key.maximized) != 0)
    }
    set {
      g_settings_set_int(settings.pointer, Key.width, newValue.width)
      g_settings_set_int(settings.pointer, Key.height, newValue.height)
      g_settings_set_boolean(settings.pointer, Key.maximized, newValue.isMaximized.gboolean)
      g_settings_apply(settings.pointer)
    }
  }

  /// The source of the map's tiles, or why the custom address is invalid.
  package var tileSource: Result<TileSource, TileTemplate.Flaw> {
    switch string(Key.tileSource) {
    case "custom":
      Result { () throws(TileTemplate.Flaw) in .custom(try TileTemplate(string(Key.tileAddress))) }
    case "offline": .success(.offline)
    default: .success(.openStreetMap)
    }
  }

  /// The kinds of tile sources; the raw values are those of the setting.
  package enum TileChoice: String, CaseIterable {
    case openStreetMap = "openstreetmap"
    case custom, offline
  }

  package var tileChoice: TileChoice {
    get { TileChoice(rawValue: string(Key.tileSource)) ?? .openStreetMap }
    set { set(Key.tileSource, to: newValue.rawValue) }
  }

  /// The address of the user's own tile server, as typed.
  package var tileAddress: String {
    get { string(Key.tileAddress) }
    set { set(Key.tileAddress, to: newValue) }
  }

  package func onTileSourceChange(_ action: @escaping @MainActor () -> Void) {
    settings.pointer.on("changed::\(Key.tileSource)", perform: action)
    settings.pointer.on("changed::\(Key.tileAddress)", perform: action)
  }

  package var albumOptions: AlbumOptions {
    AlbumOptions(choice: photoSource, count: photosPerAlbum, radius: Double(searchRadius))
  }

  package var photoSource: SourceChoice {
    get { SourceChoice(rawValue: string(Key.photoSource)) ?? .automatic }
    set { set(Key.photoSource, to: newValue.rawValue) }
  }

  /// The most photos in an album.
  package var photosPerAlbum: Int {
    Int(g_settings_get_int(settings.pointer, Key.photosPerAlbum))
  }

  /// How far from a pin to search for photos, in metres.
  package var searchRadius: Int {
    get { Int(g_settings_get_int(settings.pointer, Key.searchRadius)) }
    set {
      g_settings_set_int(settings.pointer, Key.searchRadius, Int32(newValue))
      g_settings_apply(settings.pointer)
    }
  }

  /// Whether an album is filled as soon as its pin is dropped.
  package var prefetches: Bool {
    g_settings_get_boolean(settings.pointer, Key.prefetch) != 0
  }

  /// Whether a tap on a photo removes it instead of opening it.
  package var clickRemoves: Bool {
    get { g_settings_get_boolean(settings.pointer, Key.clickRemoves) != 0 }
    set { set(Key.clickRemoves, to: newValue) }
  }

  /// Whether it has been said that a tap removes, and may open instead.
  package var isClickExplained: Bool {
    get { g_settings_get_boolean(settings.pointer, Key.clickExplained) != 0 }
    set { set(Key.clickExplained, to: newValue) }
  }

  /// The API address of Wikimedia Commons.
  package var commonsEndpoint: String { string(Key.commonsEndpoint) }

  /// The API address of Wikipedia, with `{language}` for that of its readers.
  package var wikipediaEndpoint: String { string(Key.wikipediaEndpoint) }

  /// The API address of Flickr.
  package var flickrEndpoint: String { string(Key.flickrEndpoint) }

  /// Where services can reach the user, who need not say so.
  package var contact: String {
    get { string(Key.contact) }
    set { set(Key.contact, to: newValue) }
  }

  package func onContactChange(_ action: @escaping @MainActor () -> Void) {
    settings.pointer.on("changed::\(Key.contact)", perform: action)
  }

  /// The folder of the user's own pictures; nil where there is none.
  package var picturesFolder: String? {
    if let chosenPicturesFolder { return chosenPicturesFolder }
    // Desktops without a pictures folder return the home folder, which is no album.
    let folder = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map { String(cString: $0) }
    return folder == String(cString: g_get_home_dir()) ? nil : folder
  }

  /// Whether all of some files are in that folder: only those can fill albums.
  package func isInPicturesFolder(_ files: [String]) -> Bool {
    picturesFolder.map { folder in files.allSatisfy { $0.hasPrefix("\(folder)/") } } ?? false
  }

  /// The folder that the user has chosen instead of the desktop's; nil if none.
  package var chosenPicturesFolder: String? {
    get {
      let chosen = string(Key.picturesFolder)
      return chosen.isEmpty ? nil : chosen
    }
    set { set(Key.picturesFolder, to: newValue ?? "") }
  }

  /// What Take Me Somewhere has shown, the latest last.
  package var wanderings: [String] {
    get {
      let names = g_settings_get_strv(settings.pointer, Key.wanderings)!
      defer { g_strfreev(names) }
      return (0..<Int(g_strv_length(names))).map { String(cString: names[$0]!) }
    }
    set {
      let names = newValue.suffix(Settings.mostWanderings).map { g_strdup($0) }
      defer { for name in names { g_free(name) } }
      var list = names.map { UnsafePointer($0) } + [nil]
      g_settings_set_strv(settings.pointer, Key.wanderings, &list)
      g_settings_apply(settings.pointer)
    }
  }

  /// More than there are places worth seeing.
  private static let mostWanderings = 4000

  package func onClickRemovesChange(_ action: @escaping @MainActor () -> Void) {
    settings.pointer.on("changed::\(Key.clickRemoves)", perform: action)
  }

  package func onPhotoSourceChange(_ action: @escaping @MainActor () -> Void) {
    settings.pointer.on("changed::\(Key.photoSource)", perform: action)
  }

  private func set(_ key: String, to value: Bool) {
    g_settings_set_boolean(settings.pointer, key, value.gboolean)
    g_settings_apply(settings.pointer)
  }

  private func set(_ key: String, to value: String) {
    g_settings_set_string(settings.pointer, key, value)
    g_settings_apply(settings.pointer)
  }

  /// Keeps a setting and a control's property equal, whichever of them is changed.
  package func bind(_ key: String, to control: Widget, _ property: String) {
    g_settings_bind(immediate.pointer, key, control, property, G_SETTINGS_BIND_DEFAULT)
  }

  private func string(_ key: String) -> String {
    String(adopting: g_settings_get_string(settings.pointer, key))
  }
}

extension Settings {
  /// The folder of GLib's keyfile backend.
  private static let fileFolder = "\(String(cString: g_get_user_config_dir()))/glib-2.0/settings"
  private static let filePath = "\(fileFolder)/keyfile"

  /// GLib's default backend, unless that would lose changes: without dconf or a session bus, the
  /// keyfile backend that GLib uses in sandboxes.
  private static func backend(
    hasSessionBus: Bool, troubles: inout [SettingsTrouble]
  ) -> UnsafeMutablePointer<GSettingsBackend> {
    let chosen = g_getenv("GSETTINGS_BACKEND").map { String(cString: $0) }
    let standard = g_settings_backend_get_default()!
    let lasts =
      String(cString: g_type_name_from_instance(standard.cast())) != "GMemorySettingsBackend"
    let usesFile = chosen == "keyfile" || (chosen == nil && !(lasts && hasSessionBus))
    guard usesFile else { return standard }
    // Done before GLib reads the file, which it would overwrite if it cannot parse it.
    if let copy = backUpIfUnreadable(filePath) { troubles.append(.unreadable(copy: copy)) }
    if chosen == "keyfile" { return standard }
    try? makeFolder(fileFolder)
    return g_keyfile_settings_backend_new(filePath, "/", nil)
  }

  /// Renames a settings file that cannot be parsed, and returns its new path.
  private static func backUpIfUnreadable(_ path: String) -> String? {
    guard access(path, F_OK) == 0 else { return nil }
    let file = g_key_file_new()!
    defer { g_key_file_unref(file) }
    do {
      _ = try throwingGLibError {
        g_key_file_load_from_file(file, path, GKeyFileFlags(rawValue: 0), $0)
      }
      return nil
    } catch {
      let copy = "\(path).unreadable-\(time(nil))"
      return rename(path, copy) == 0 ? copy : nil
    }
  }

  /// The keys with stored values that the schema rejects, so that GSettings uses their defaults.
  private static func rejectedKeys(
    schema: OpaquePointer, backend: UnsafeMutablePointer<GSettingsBackend>
  ) -> [String] {
    let path = String(cString: g_settings_schema_get_path(schema))
    let file = g_key_file_new()!
    defer { g_key_file_unref(file) }
    let usesFile =
      String(cString: g_type_name_from_instance(backend.cast())) == "GKeyfileSettingsBackend"
      && g_key_file_load_from_file(file, filePath, GKeyFileFlags(rawValue: 0), nil) != 0
    func isWritten(_ name: String) -> Bool {
      usesFile && g_key_file_has_key(file, String(path.dropFirst().dropLast()), name, nil) != 0
    }
    let backendClass = UnsafeRawPointer(backend).load(as: UnsafePointer<GSettingsBackendClass>.self)
    let names = g_settings_schema_list_keys(schema)!
    defer { g_strfreev(names) }
    var rejected: [String] = []
    var index = 0
    while let name = names[index] {
      index += 1
      let key = g_settings_schema_get_key(schema, name)!
      defer { g_settings_schema_key_unref(key) }
      let type = g_settings_schema_key_get_value_type(key)
      let stored = backendClass.pointee.read(backend, path + String(cString: name), type, 0)
      guard let stored else {
        // The keyfile backend hides values that it cannot parse as the key's type.
        if isWritten(String(cString: name)) { rejected.append(String(cString: name)) }
        continue
      }
      defer { g_variant_unref(stored) }
      if g_variant_is_of_type(stored, type) == 0
        || g_settings_schema_key_range_check(key, stored) == 0
      {
        rejected.append(String(cString: name))
      }
    }
    return rejected.sorted()
  }
}
