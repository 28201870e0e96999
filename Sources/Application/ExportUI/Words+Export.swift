package import AlbumExport
import Files
import GLibBridge
package import Widgets

/// Texts about exporting and printing albums.
extension Words {
  /// Why an album was not exported; nil where the user wanted it so.
  package static func sentence(for failure: ExportFailure) -> String? {
    switch failure {
    case .cancelled: nil
    case .noPhotos: tr("The album was not exported: none of its photos can be read.")
    case .notLocal:
      tr("The album was not exported: please choose a folder on this computer.")
    case .disk(.noSpace): tr("The album was not exported: the disk is full.")
    case .disk(.unwritable):
      tr("The album was not exported: the folder cannot be written.")
    }
  }

  /// That an album was exported, and what is not in it.
  package static func exported(missing: Int) -> String {
    guard let reason = Credits.missing(missing) else { return tr("Album exported") }
    return tr("Album exported. {reason}", ["reason": reason])
  }

  /// How far an export has come.
  static func exporting(_ title: String, done: Int, of all: Int) -> String {
    tr(
      "Exporting “{title}”: {done} of {all} photos",
      ["title": title, "done": number(done), "all": number(all)])
  }

  /// How many photos are exported, and how many are not.
  static func exportedPhotos(_ count: Int, missing: Int) -> String {
    [photoCount(count) + ".", Credits.missing(missing)].compactMap { $0 }.joined(separator: " ")
  }

  // Translators: the code of your language, such as de or pt-BR, for web pages.
  static var languageCode: String { tr("en") }

  static var notPrinted: String { tr("The album could not be printed.") }

  static var noPreview: String {
    tr("There is no program that shows what would be printed. Please print to a file instead.")
  }

  /// Why a postcard was not made; nil where the user wanted it so.
  static func postcardSentence(for failure: ExportFailure) -> String? {
    switch failure {
    case .cancelled: nil
    case .noPhotos: tr("The postcard was not made: its photo cannot be read.")
    case .notLocal: tr("The postcard was not saved: please choose a folder on this computer.")
    case .disk(.noSpace): tr("The postcard was not saved: the disk is full.")
    case .disk(.unwritable): tr("The postcard was not saved: the folder cannot be written.")
    }
  }

  /// How many more characters there is room for, or how many there are too many.
  static func room(for count: Int) -> String {
    count < 0
      ? tr(
        "{count} character too many", plural: "{count} characters too many", count: -count)
      : tr("{count} character left", plural: "{count} characters left", count: count)
  }

  static func copied(_ photos: Int) -> String {
    photos == 1
      ? tr("Photo copied")
      : tr("{count} photo copied", plural: "{count} photos copied", count: photos)
  }

  static func notCopied(_ photos: Int) -> String {
    photos == 1 ? tr("The photo could not be copied.") : tr("The photos could not be copied.")
  }

  static var postcardNotPrinted: String { tr("The postcard could not be printed.") }
}
