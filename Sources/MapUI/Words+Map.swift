import GLibBridge
import Widgets

extension Words {
  /// A marker's name for assistive tools.
  static func name(of content: MarkerContent) -> String {
    switch content {
    case .pin(let title, let count, _):
      tr(
        "{title}, {count} photo", plural: "{title}, {count} photos", count: count, ["title": title])
    case .draft: tr("New pin")
    case .pictures(let count):
      tr("One of your pictures", plural: "{count} of your pictures", count: count)
    case .cluster(let count): tr("{count} pin", plural: "{count} pins", count: count)
    }
  }

  /// What a picture is called that has no other name.
  static func fileName(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
