import CAdwaita
import CGLib
import GLibBridge
import Tourist

/// Where albums come from, and how they are.
final class PhotoPreferences {
  let widget = adw_preferences_group_new()!
  private let settings: Settings
  private let source: ChoiceRow<SourceChoice>
  private let radius: ChoiceRow<Int>
  private let count: Widget
  private let folder: FolderRow
  private let key: FlickrKeyRow

  init(settings: Settings, flickrKey: FlickrKey) {
    self.settings = settings
    source = ChoiceRow(
      tr("Photos From"), PhotoPreferences.sources, chosen: settings.photoSource)
    count = gtk_spin_button_new_with_range(1, 250, 1)!
    radius = ChoiceRow(
      tr("Search Radius"), PhotoPreferences.radii(with: settings.searchRadius),
      chosen: settings.searchRadius)
    folder = FolderRow(settings: settings)
    key = FlickrKeyRow(key: flickrKey)
    adw_preferences_group_set_title(widget.cast(), tr("Photos"))
    adw_preferences_group_set_description(
      widget.cast(), tr("The menu of each album says where its own photos come from."))
    adw_action_row_set_subtitle(
      radius.widget.cast(), tr("Where too few photos are near, the search reaches further"))
    addRows()
    source.onChoose = { settings.photoSource = $0 }
    radius.onChoose = { settings.searchRadius = $0 }
  }

  /// Takes a number that was typed and not confirmed.
  func finish() { gtk_spin_button_update(count.cast()) }
}

extension PhotoPreferences {
  private func addRows() {
    let rows = [
      source.widget, countRow(), radius.widget,
      makeSwitchRow(
        tr("Fill Albums at Once"),
        subtitle: tr("As soon as a pin is dropped, not when its album is first opened"),
        isOn: settings.prefetches
      ) { [settings] in settings.prefetches = $0 },
      makeSwitchRow(
        tr("Tap Removes Photos"),
        subtitle: tr("A tap on a photo removes it, and does not open it"),
        isOn: settings.clickRemoves
      ) { [settings] in settings.clickRemoves = $0 },
      folder.widget, key.widget,
    ]
    for row in rows { adw_preferences_group_add(widget.cast(), row) }
  }

  private func countRow() -> Widget {
    let row = makeRow(adw_action_row_get_type(), tr("Photos per Album"))
    gtk_spin_button_set_numeric(count.cast(), 1)
    gtk_spin_button_set_value(count.cast(), Double(settings.photosPerAlbum))
    count.on("value-changed") { [settings, count] in
      settings.photosPerAlbum = Int(gtk_spin_button_get_value_as_int(count.cast()))
    }
    addControl(count, to: row)
    return row
  }

  private static var sources: [ChoiceRow<SourceChoice>.Choice] {
    SourceChoice.allCases.map {
      let (name, meaning) = Words.nameAndMeaning(of: $0)
      return .init(value: $0, name: name, meaning: meaning)
    }
  }

  /// The distances to choose from, in metres, with the one that is set among them.
  private static func radii(with present: Int) -> [ChoiceRow<Int>.Choice] {
    let usual: Set = [
      10, 50, 100, 250, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000,
    ]
    return usual.union([present]).sorted().map {
      .init(value: $0, name: Words.distance(metres: Double($0)))
    }
  }
}
