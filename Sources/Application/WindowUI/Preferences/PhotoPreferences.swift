import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import Widgets

/// The preferences of albums.
final class PhotoPreferences {
  private let source: ChoiceRow<SourceChoice>
  private let radius: ChoiceRow<Int>
  private let count: Widget
  private let folder: FolderRow
  private let key: FlickrKeyRow

  init(_ layout: Layout, settings: Settings, flickrKey: FlickrKey) {
    source = ChoiceRow(
      layout["source"], PhotoPreferences.sources, chosen: settings.photoSource)
    radius = ChoiceRow(
      layout["radius"], PhotoPreferences.radii(with: settings.searchRadius),
      chosen: settings.searchRadius)
    count = layout["count"]
    folder = FolderRow(layout, settings: settings)
    key = FlickrKeyRow(layout, key: flickrKey)
    source.onChoose = { settings.photoSource = $0 }
    radius.onChoose = { settings.searchRadius = $0 }
    settings.bind(.photosPerAlbum, to: count, "value")
    for key: Settings.Key in [.prefetch, .placeWords, .clickRemoves] {
      settings.bind(key, to: layout[key.rawValue], "active")
    }
  }

  /// Applies a number that was typed but not confirmed.
  func finish() { gtk_spin_button_update(count.cast()) }
}

extension PhotoPreferences {
  private static var sources: [ChoiceRow<SourceChoice>.Choice] {
    SourceChoice.allCases.map {
      let (name, meaning) = Words.nameAndMeaning(of: $0)
      return .init(value: $0, name: name, meaning: meaning)
    }
  }

  /// The radii to choose from, in metres, including the present one.
  private static func radii(with present: Int) -> [ChoiceRow<Int>.Choice] {
    let usual: Set = [
      10, 50, 100, 250, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000,
    ]
    return usual.union([present]).sorted().map {
      .init(value: $0, name: Words.distance(metres: Double($0)))
    }
  }
}
