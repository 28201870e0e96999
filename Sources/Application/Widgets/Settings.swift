import CAdwaita
import CGLib
import Files
package import GLibBridge
import Glibc
package import Places
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
  package let troubles: [SettingsTrouble]
  private let schema: OpaquePointer
  /// The settings; each change is written at once.
  private let settings: Ref<UnsafeMutablePointer<GSettings>>
  /// The same settings, for changes that `g_settings_apply` writes together.
  private let together: Ref<UnsafeMutablePointer<GSettings>>

  /// The keys of the schema.
  package enum Key: String {
    case latitude = "map-latitude"
    case longitude = "map-longitude"
    case zoom = "map-zoom"
    case tileSource = "tile-source"
    /// The address of the user's own tile server, as typed.
    case tileAddress = "tile-url"
    /// The path of the user's own map; empty if there is none.
    case tileFile = "tile-file"
    /// The day of the satellite's pictures, as `2026-05-01`; empty for the newest.
    case tileDay = "tile-day"
    case gibsEndpoint = "gibs-endpoint"
    case eoxEndpoint = "eox-endpoint"
    case photoSource = "photo-source"
    case photosPerAlbum = "photos-per-album"
    case searchRadius = "search-radius"
    case distanceUnits = "distance-units"
    /// Whether an album is filled as soon as its pin is dropped.
    case prefetch
    case commonsEndpoint = "commons-endpoint"
    // Those of Wikipedia and Wikivoyage have `{language}` for that of their readers.
    case wikipediaEndpoint = "wikipedia-endpoint"
    case wikivoyageEndpoint = "wikivoyage-endpoint"
    case wikidataEndpoint = "wikidata-endpoint"
    case flickrEndpoint = "flickr-endpoint"
    case panoramaxEndpoint = "panoramax-endpoint"
    // Whether photo services may be asked: “ask-” and the name of the source.
    case askCommons = "ask-commons"
    case askFlickr = "ask-flickr"
    case askPanoramax = "ask-panoramax"
    /// Whether articles about places are fetched.
    case placeArticles = "place-words"
    /// Whether the panel about the place is shown beside albums.
    case placePanel = "place-panel"
    case picturesFolder = "pictures-folder"
    /// The folders where files were last chosen, by occasion.
    case lastFolders = "last-folders"
    /// Where services can reach the user; optional.
    case contact
    /// Whether a tap on a photo removes it instead of opening it.
    case clickRemoves = "click-removes"
    /// Whether the user was told that a tap removes a photo and can be made to open it instead.
    case clickExplained = "click-explained"
    /// Whether the user was told what becomes of favourites.
    case favoriteExplained = "favorite-explained"
    /// The zoom of the photos in albums; 1 is the usual size.
    case albumZoom = "album-zoom"
    /// Whether the viewer shows the other photos of the album in a row.
    case filmstrip
    /// Whether the desktop has another favourite as its background each day.
    case dailyBackground = "daily-background"
    // The day that has one already, its photo, and whose that is.
    case backgroundDay = "background-day"
    case backgroundPhoto = "background-photo"
    case backgroundCredit = "background-credit"
    case wanderings
    /// Whether the list of places is beside the map.
    case placesShown = "places-shown"
    case placesOrder = "places-order"
    case placesInView = "places-in-view"
    /// Whether pins show the first photos of their albums.
    case pinCovers = "pin-covers"
    /// Whether the map shows where the user's own pictures were taken.
    case pictures = "pictures-on-map"
    /// Whether the map shows what others have photographed.
    case foundPhotos = "photos-on-map"
    /// Whether the map shows where there are pictures of streets.
    case streets = "streets-on-map"
    /// Whether the countries are tinted where the user has been.
    case countries = "countries-on-map"
    /// Whether the map shows the lines of all trips.
    case trips = "trips-on-map"
    /// The number of the pin whose album the window shows; 0 while it shows the map.
    case shownAlbum = "album-shown"
    case width = "window-width"
    case height = "window-height"
    case maximized = "window-maximized"
  }

  /// Opens the settings; nil if the schema is not installed.
  package init?(schema: String, hasSessionBus: Bool) {
    guard let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, schema, 1)
    else { return nil }
    self.schema = schema
    var troubles: [SettingsTrouble] = []
    let backend = Settings.backend(hasSessionBus: hasSessionBus, troubles: &troubles)
    settings = Ref(adopting: g_settings_new_full(schema, backend, nil)!)
    together = Ref(adopting: g_settings_new_full(schema, backend, nil)!)
    g_settings_delay(together.pointer)
    let rejected = Settings.rejectedKeys(of: schema, in: backend)
    if !rejected.isEmpty { troubles.append(.rejected(keys: rejected)) }
    if g_settings_is_writable(settings.pointer, Key.zoom.rawValue) == 0 {
      troubles.append(.unwritable)
    }
    self.troubles = troubles
  }

  // The value of a key has the type that the schema gives it.

  /// The Boolean value of a key.
  package subscript(key: Key) -> Bool {
    get { g_settings_get_boolean(settings.pointer, key.rawValue) != 0 }
    set { g_settings_set_boolean(settings.pointer, key.rawValue, newValue.gboolean) }
  }

  /// The text of a key.
  package subscript(key: Key) -> String {
    get { String(adopting: g_settings_get_string(settings.pointer, key.rawValue)) }
    set { g_settings_set_string(settings.pointer, key.rawValue, newValue) }
  }

  private subscript(key: Key) -> Int32 {
    get { g_settings_get_int(settings.pointer, key.rawValue) }
    set { g_settings_set_int(settings.pointer, key.rawValue, newValue) }
  }

  private subscript(key: Key) -> Int64 {
    get { Int64(g_settings_get_int64(settings.pointer, key.rawValue)) }
    set { g_settings_set_int64(settings.pointer, key.rawValue, gint64(newValue)) }
  }

  /// The number of a key.
  package subscript(key: Key) -> Double {
    get { g_settings_get_double(settings.pointer, key.rawValue) }
    set { g_settings_set_double(settings.pointer, key.rawValue, newValue) }
  }

  /// Calls `action` when one of some settings has changed.
  package func onChange(of keys: Key..., perform action: @escaping @MainActor () -> Void) {
    for key in keys { settings.pointer.on("changed::\(key.rawValue)", perform: action) }
  }

  /// Binds a setting and a control's property to each other.
  package func bind(_ key: Key, to control: Widget, _ property: String) {
    g_settings_bind(
      settings.pointer, key.rawValue, control, property, G_SETTINGS_BIND_DEFAULT)
  }

  /// Adds actions with the names of some keys to a window, which set them.
  package func addActions(of keys: Key..., to window: some ObjectPointer) {
    for key in keys {
      let action = Ref(adopting: g_settings_create_action(settings.pointer, key.rawValue)!)
      g_action_map_add_action(window.cast(), action.pointer)
    }
  }
}

extension Settings {
  /// The last view of the map; nil on the first start.
  package var mapView: MapView? {
    get {
      let zoom = g_settings_get_user_value(settings.pointer, Key.zoom.rawValue)
      guard let zoom else { return nil }
      g_variant_unref(zoom)
      return Coordinate(latitude: self[.latitude], longitude: self[.longitude]).map {
        MapView(center: $0, zoom: self[.zoom])
      }
    }
    set {
      guard let newValue else { return }
      let pointer = together.pointer
      g_settings_set_double(pointer, Key.latitude.rawValue, newValue.center.latitude)
      g_settings_set_double(pointer, Key.longitude.rawValue, newValue.center.longitude)
      g_settings_set_double(pointer, Key.zoom.rawValue, newValue.zoom)
      g_settings_apply(pointer)
    }
  }

  /// The pin whose album the window shows, or has shown last.
  package var shownAlbum: Pin.ID? {
    get {
      let number: Int64 = self[.shownAlbum]
      return number == 0 ? nil : Pin.ID(number)
    }
    set { if newValue != shownAlbum { self[.shownAlbum] = newValue?.number ?? 0 } }
  }

  /// The photo that was last made the background by itself.
  package var backgroundPhoto: Photo.ID {
    get { Photo.ID(self[.backgroundPhoto]) }
    set { self[.backgroundPhoto] = newValue.number }
  }

  /// Restores the window's size and state, and follows them; `saveFrame` writes them.
  package func bindFrame(of window: Widget) {
    for (key, property) in [
      (Key.width, "default-width"), (.height, "default-height"), (.maximized, "maximized"),
    ] {
      g_settings_bind(
        together.pointer, key.rawValue, window, property, G_SETTINGS_BIND_NO_SENSITIVITY)
    }
  }

  package func saveFrame() { g_settings_apply(together.pointer) }

  package var mapChoice: MapChoice {
    get { MapChoice(rawValue: self[.tileSource]) ?? .openStreetMap }
    set { self[.tileSource] = newValue.rawValue }
  }

  /// The day of the Earth's pictures: the newest one unless another has been chosen.
  package var mapDay: CalendarDay {
    get { MapChoice.day(self[.tileDay]) }
    set { self[.tileDay] = newValue.text }
  }

  package var albumOptions: AlbumOptions {
    AlbumOptions(
      choice: photoSource, count: Int(self[.photosPerAlbum] as Int32),
      radius: Double(searchRadius))
  }

  package var photoSource: SourceChoice {
    get { SourceChoice(rawValue: self[.photoSource]) ?? .automatic }
    set { self[.photoSource] = newValue.rawValue }
  }

  /// Whether a photo source may ask its service; those without one always may.
  package subscript(asks source: String) -> Bool {
    get {
      guard let key = Key(rawValue: "ask-\(source)") else { return true }
      return self[key]
    }
    set {
      if let key = Key(rawValue: "ask-\(source)") { self[key] = newValue }
    }
  }

  /// How far from a pin to search for photos, in metres.
  package var searchRadius: Int {
    get { Int(self[.searchRadius] as Int32) }
    set { self[.searchRadius] = Int32(newValue) }
  }

  package var distanceUnits: DistanceUnits.Choice {
    get { DistanceUnits.Choice(rawValue: self[.distanceUnits]) ?? .automatic }
    set { self[.distanceUnits] = newValue.rawValue }
  }

  package var placeOrder: PinOrder { PinOrder(rawValue: self[.placesOrder]) ?? .name }

  /// The folder that the user has chosen instead of the desktop's; nil if none was.
  package var chosenPicturesFolder: String? {
    get {
      let chosen: String = self[.picturesFolder]
      return chosen.isEmpty ? nil : chosen
    }
    set { self[.picturesFolder] = newValue ?? "" }
  }

  /// The folder of the user's own pictures; nil if there is none.
  package var picturesFolder: String? {
    if let chosenPicturesFolder { return chosenPicturesFolder }
    // Desktops without a pictures folder return the home folder, which is no album.
    let folder = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map { String(cString: $0) }
    return folder == String(cString: g_get_home_dir()) ? nil : folder
  }

  /// The address of the folder where files were last chosen for an occasion; nil if none were.
  func lastFolder(for occasion: FileOccasion) -> String? {
    let all = g_settings_get_value(settings.pointer, Key.lastFolders.rawValue)!
    defer { g_variant_unref(all) }
    let text = g_variant_type_new("s")
    defer { g_variant_type_free(text) }
    guard let folder = g_variant_lookup_value(all, occasion.rawValue, text) else { return nil }
    defer { g_variant_unref(folder) }
    return String(cString: g_variant_get_string(folder, nil))
  }

  func setLastFolder(_ folder: String, for occasion: FileOccasion) {
    let entries = FileOccasion.allCases.compactMap { other in
      (other == occasion ? folder : lastFolder(for: other)).map {
        g_variant_new_dict_entry(g_variant_new_string(other.rawValue), g_variant_new_string($0))
      }
    }
    g_settings_set_value(
      settings.pointer, Key.lastFolders.rawValue,
      g_variant_new_array(nil, entries, gsize(entries.count)))
  }

  /// Whether all files are in the pictures folder: only those can fill albums.
  package func isInPicturesFolder(_ files: [String]) -> Bool {
    picturesFolder.map { folder in files.allSatisfy { $0.hasPrefix("\(folder)/") } } ?? false
  }

  /// The places that Take Me Somewhere has shown, the latest last.
  package var wanderings: [String] {
    get { strings(adopting: g_settings_get_strv(settings.pointer, Key.wanderings.rawValue)) }
    set {
      withCStrings(Array(newValue.suffix(Settings.mostWanderings))) {
        g_settings_set_strv(settings.pointer, Key.wanderings.rawValue, $0)
      }
    }
  }

  /// The most places to remember: more than there are worth seeing.
  private static let mostWanderings = 4000
}

/// The settings as text for backups, without keys to services.
extension Settings {
  /// The settings that belong to this machine.
  private static let ofThisMachine = [
    Key.width, .height, .maximized, .lastFolders, .shownAlbum, .dailyBackground, .backgroundDay,
    .backgroundPhoto, .backgroundCredit,
  ].map { $0.rawValue }

  /// The settings that differ from their defaults, in the format of GLib's keyfile backend.
  package var text: String {
    let file = g_key_file_new()!
    defer { g_key_file_unref(file) }
    for key in carriedKeys {
      guard let value = g_settings_get_user_value(settings.pointer, key) else { continue }
      defer { g_variant_unref(value) }
      g_key_file_set_value(
        file, group(of: schema), key, String(adopting: g_variant_print(value, 0)))
    }
    return g_key_file_to_data(file, nil, nil).map { String(adopting: $0) } ?? ""
  }

  /// What asks network services, which a backup does not turn on where it is off.
  private static let services = [
    Key.askCommons, .askFlickr, .askPanoramax, .placeArticles, .foundPhotos, .streets,
  ].map { $0.rawValue }

  /// Sets the values in a text, and all other settings to their defaults.
  ///
  /// Unknown keys and invalid values are ignored, services that are turned off stay so, and a map that
  /// needs no network stays.
  package func replace(by text: String) {
    let file = g_key_file_new()!
    defer { g_key_file_unref(file) }
    let isRead = g_key_file_load_from_data(
      file, text, gsize(text.utf8.count), GKeyFileFlags(rawValue: 0), nil)
    guard isRead != 0 else { return }
    let settings = together.pointer
    for name in carriedKeys {
      let isOff =
        [Key.tileSource.rawValue, Key.tileFile.rawValue].contains(name)
        ? !mapChoice.isOnline
        : Settings.services.contains(name) && g_settings_get_boolean(settings, name) == 0
      if isOff { continue }
      let written = g_key_file_get_value(file, group(of: schema), name, nil)
      defer { g_free(written) }
      let key = g_settings_schema_get_key(schema, name)!
      defer { g_settings_schema_key_unref(key) }
      let type = g_settings_schema_key_get_value_type(key)
      let value = written.flatMap { g_variant_parse(type, $0, nil, nil, nil) }
      defer { value.map { g_variant_unref($0) } }
      if let value, g_settings_schema_key_range_check(key, value) != 0 {
        g_settings_set_value(settings, name, value)
      } else {
        g_settings_reset(settings, name)
      }
    }
    g_settings_apply(settings)
  }

  private var carriedKeys: [String] {
    keys(of: schema).filter { !Settings.ofThisMachine.contains($0) }
  }

  /// The folder of GLib's keyfile backend.
  private static let fileFolder = "\(String(cString: g_get_user_config_dir()))/glib-2.0/settings"
  private static let filePath = "\(fileFolder)/keyfile"

  /// GLib's default backend.
  ///
  /// Where that would lose changes, without dconf or a session bus, the keyfile backend, which GLib
  /// uses in sandboxes.
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
    let file = g_key_file_new()!
    defer { g_key_file_unref(file) }
    guard access(path, F_OK) == 0,
      g_key_file_load_from_file(file, path, GKeyFileFlags(rawValue: 0), nil) == 0
    else { return nil }
    let copy = "\(path).unreadable-\(time(nil))"
    return rename(path, copy) == 0 ? copy : nil
  }

  /// The keys whose stored values the schema rejects; GSettings uses their defaults.
  private static func rejectedKeys(
    of schema: OpaquePointer, in backend: UnsafeMutablePointer<GSettingsBackend>
  ) -> [String] {
    let file = g_key_file_new()!
    defer { g_key_file_unref(file) }
    let usesFile =
      String(cString: g_type_name_from_instance(backend.cast())) == "GKeyfileSettingsBackend"
      && g_key_file_load_from_file(file, filePath, GKeyFileFlags(rawValue: 0), nil) != 0
    let path = String(cString: g_settings_schema_get_path(schema))
    let backendClass = UnsafeRawPointer(backend).load(as: UnsafePointer<GSettingsBackendClass>.self)
    return keys(of: schema).filter { name in
      let key = g_settings_schema_get_key(schema, name)!
      defer { g_settings_schema_key_unref(key) }
      let type = g_settings_schema_key_get_value_type(key)
      guard let stored = backendClass.pointee.read(backend, path + name, type, 0) else {
        // The keyfile backend hides values that it cannot parse as the key's type.
        return usesFile && g_key_file_has_key(file, group(of: schema), name, nil) != 0
      }
      defer { g_variant_unref(stored) }
      return g_variant_is_of_type(stored, type) == 0
        || g_settings_schema_key_range_check(key, stored) == 0
    }.sorted()
  }
}

/// The names of all keys.
private func keys(of schema: OpaquePointer) -> [String] {
  strings(adopting: g_settings_schema_list_keys(schema))
}

/// The group of a schema in GLib's own settings file.
private func group(of schema: OpaquePointer) -> String {
  String(String(cString: g_settings_schema_get_path(schema)).dropFirst().dropLast())
}
