import CAdwaita
import CGLib
import Files
import GLibBridge
import Glibc
package import Tourist
package import Travels

/// What is wrong with the stored settings.
package enum SettingsTrouble: Hashable, Sendable {
  /// The file could not be understood; a copy of it was kept.
  case unreadable(copy: String)
  /// Some keys have values that they cannot have.
  case rejected(keys: [String])
  /// Changes will not last.
  case unwritable
}

/// The user's settings, in GSettings.
package final class Settings {
  /// What was wrong with what was stored.
  package private(set) var troubles: [SettingsTrouble] = []
  private let settings: Ref<UnsafeMutablePointer<GSettings>>
  /// The same settings, each of which is written as soon as it is changed.
  private let immediate: Ref<UnsafeMutablePointer<GSettings>>

  /// Opens the settings of a schema.
  ///
  /// Returns nil where the schema is not installed: without it there are no defaults.
  package init?(schema: String, hasSessionBus: Bool) {
    guard let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, schema, 1)
    else { return nil }
    var troubles: [SettingsTrouble] = []
    let backend = Settings.backend(hasSessionBus: hasSessionBus, troubles: &troubles)
    settings = Ref(adopting: g_settings_new_full(schema, backend, nil)!)
    immediate = Ref(adopting: g_settings_new_full(schema, backend, nil)!)
    // Several keys are one change: written together, read back together.
    g_settings_delay(settings.pointer)
    let rejected = Settings.rejectedKeys(schema: schema, backend: backend)
    if !rejected.isEmpty { troubles.append(.rejected(keys: rejected)) }
    if g_settings_is_writable(settings.pointer, Key.zoom) == 0 { troubles.append(.unwritable) }
    self.troubles = troubles
  }

  private enum Key {
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
    static let flickrEndpoint = "flickr-endpoint"
    static let picturesFolder = "pictures-folder"
    static let clickRemoves = "click-removes"
    static let width = "window-width"
    static let height = "window-height"
    static let maximized = "window-maximized"
  }
}

extension Settings {
  /// What the map showed last; nil if it never showed anything.
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

  /// The window's size and state.
  package struct WindowFrame: Hashable {
    package var width: Int32
    package var height: Int32
    package var isMaximized: Bool
  }

  /// The window's size and state when it was last open.
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

  /// Where the map's tiles come from, or why the address that is set cannot be used.
  package var tileSource: Result<TileSource, TileTemplate.Flaw> {
    switch string(Key.tileSource) {
    case "custom":
      Result { () throws(TileTemplate.Flaw) in .custom(try TileTemplate(string(Key.tileAddress))) }
    case "offline": .success(.offline)
    default: .success(.openStreetMap)
    }
  }

  /// The kinds of places that tiles come from; the raw values are those of the setting.
  package enum TileChoice: String, CaseIterable {
    case openStreetMap = "openstreetmap"
    case custom, offline
  }

  /// Which kind of place tiles come from.
  package var tileChoice: TileChoice {
    get { TileChoice(rawValue: string(Key.tileSource)) ?? .openStreetMap }
    set { set(Key.tileSource, to: newValue.rawValue) }
  }

  /// The address of the tiles of the user's own server, as it was typed.
  package var tileAddress: String {
    get { string(Key.tileAddress) }
    set { set(Key.tileAddress, to: newValue) }
  }

  /// Calls `action` each time the source of the tiles has been changed.
  package func onTileSourceChange(_ action: @escaping @MainActor () -> Void) {
    settings.pointer.on("changed::\(Key.tileSource)", perform: action)
    settings.pointer.on("changed::\(Key.tileAddress)", perform: action)
  }

  /// How the user wants albums to be.
  package var albumOptions: AlbumOptions {
    AlbumOptions(choice: photoSource, count: photosPerAlbum, radius: Double(searchRadius))
  }

  /// Where photos come from.
  package var photoSource: SourceChoice {
    get { SourceChoice(rawValue: string(Key.photoSource)) ?? .automatic }
    set { set(Key.photoSource, to: newValue.rawValue) }
  }

  /// How many photos an album has at most.
  package var photosPerAlbum: Int {
    Int(g_settings_get_int(settings.pointer, Key.photosPerAlbum))
  }

  /// How far from a pin photos are looked for, in metres.
  package var searchRadius: Int {
    get { Int(g_settings_get_int(settings.pointer, Key.searchRadius)) }
    set {
      g_settings_set_int(settings.pointer, Key.searchRadius, Int32(newValue))
      g_settings_apply(settings.pointer)
    }
  }

  /// Tells whether an album is filled as soon as its pin is dropped.
  package var prefetches: Bool {
    g_settings_get_boolean(settings.pointer, Key.prefetch) != 0
  }

  /// Tells whether a tap on a photo removes it; if not, it opens it.
  package var clickRemoves: Bool {
    g_settings_get_boolean(settings.pointer, Key.clickRemoves) != 0
  }

  /// Where Wikimedia Commons is asked.
  package var commonsEndpoint: String { string(Key.commonsEndpoint) }

  /// Where Flickr is asked.
  package var flickrEndpoint: String { string(Key.flickrEndpoint) }

  /// The folder of the user's own pictures; nil where there is none.
  package var picturesFolder: String? {
    if let chosenPicturesFolder { return chosenPicturesFolder }
    // A desktop without such a folder names the home folder, which is no album of anybody.
    let folder = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map { String(cString: $0) }
    return folder == String(cString: g_get_home_dir()) ? nil : folder
  }

  /// The folder that the user chose in the place of the desktop's; nil where none was chosen.
  package var chosenPicturesFolder: String? {
    get {
      let chosen = string(Key.picturesFolder)
      return chosen.isEmpty ? nil : chosen
    }
    set { set(Key.picturesFolder, to: newValue ?? "") }
  }

  /// Calls `action` each time the source of the photos has been changed.
  package func onPhotoSourceChange(_ action: @escaping @MainActor () -> Void) {
    settings.pointer.on("changed::\(Key.photoSource)", perform: action)
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
    let text = g_settings_get_string(settings.pointer, key)!
    defer { g_free(text) }
    return String(cString: text)
  }
}

extension Settings {
  /// Where GLib keeps settings that are kept in a file.
  private static let fileFolder = "\(String(cString: g_get_user_config_dir()))/glib-2.0/settings"
  private static let filePath = "\(fileFolder)/keyfile"

  /// GLib's own choice of where settings live, but never memory alone: without dconf or a session
  /// bus they go to the file that GLib uses in sandboxes.
  private static func backend(
    hasSessionBus: Bool, troubles: inout [SettingsTrouble]
  ) -> UnsafeMutablePointer<GSettingsBackend> {
    let chosen = g_getenv("GSETTINGS_BACKEND").map { String(cString: $0) }
    let standard = g_settings_backend_get_default()!
    let lasts =
      String(cString: g_type_name_from_instance(standard.cast())) != "GMemorySettingsBackend"
    let usesFile = chosen == "keyfile" || (chosen == nil && !(lasts && hasSessionBus))
    guard usesFile else { return standard }
    // Before GLib reads it: what it does not understand, it would write over.
    if let copy = backUpIfUnreadable(filePath) { troubles.append(.unreadable(copy: copy)) }
    if chosen == "keyfile" { return standard }
    try? makeFolder(fileFolder)
    return g_keyfile_settings_backend_new(filePath, "/", nil)
  }

  /// Moves a settings file that cannot be parsed out of the way and returns where it is now.
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

  /// The keys whose stored values the schema does not allow; GSettings reads their defaults.
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
        // What is written and cannot be read as its type, the file's backend keeps to itself.
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
    return rejected
  }
}
