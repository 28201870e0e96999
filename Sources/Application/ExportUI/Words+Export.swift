package import AlbumExport
import Files
import GLibBridge
package import TravelModel
package import Widgets

/// Texts about exporting and printing albums.
extension Words {
  /// Why an album was not exported; nil if the user cancelled.
  package static func sentence(for failure: ExportFailure) -> String? {
    switch failure {
    case .cancelled: nil
    case .noPhotos: tr("The album was not exported: none of its photos can be read.")
    case .notLocal:
      tr("The album was not exported: choose a folder on this computer.")
    case .disk(.noSpace): tr("The album was not exported: the disk is full.")
    case .disk(.unwritable):
      tr("The album was not exported: the folder cannot be written.")
    }
  }

  /// Says where an album was exported, and how many photos are missing from it.
  static func exported(to path: String, missing: Int) -> String {
    let folder = ["folder": folder(of: path)]
    guard let lack = Credits.missing(missing) else {
      return tr("Album exported to “{folder}”", folder)
    }
    return asParagraph([tr("Album exported to “{folder}”.", folder), lack])
  }

  /// How many photos will be exported, and how many will not.
  static func exportedPhotos(_ count: Int, missing: Int) -> String {
    let photos = tr("{count} photo.", plural: "{count} photos.", count: count)
    return asParagraph([photos, Credits.missing(missing)].compactMap { $0 })
  }

  // Translators: the code of your language, such as de or pt-BR, for web pages.
  static var languageCode: String { tr("en") }

  /// Why a postcard was not made; nil if the user cancelled.
  static func postcardSentence(for failure: ExportFailure) -> String? {
    switch failure {
    case .cancelled: nil
    case .noPhotos: tr("The postcard was not made: its photo cannot be read.")
    case .notLocal: tr("The postcard was not saved: choose a folder on this computer.")
    case .disk(.noSpace): tr("The postcard was not saved: the disk is full.")
    case .disk(.unwritable): tr("The postcard was not saved: the folder cannot be written.")
    }
  }

  /// How many characters are left, or how many there are too many.
  static func room(for count: Int) -> String {
    count < 0
      ? tr("{count} character too many", plural: "{count} characters too many", count: -count)
      : tr("{count} character left", plural: "{count} characters left", count: count)
  }

}

/// Credits of texts.
extension Words {
  /// The credit of a text about a place; `link` formats a name with its address.
  package static func credit(
    of text: PlaceText, licence: String = PlaceText.license.name,
    link: (_ name: String, _ address: String?) -> String
  ) -> String {
    tr(
      "From “{article}” in {work}, {license}",
      [
        "article": link(text.title, text.pageAddress), "work": name(of: text.work),
        "license": link(licence, PlaceText.license.address),
      ])
  }

  /// The credit as plain text, with the addresses below it.
  static func plainCredit(of text: PlaceText) -> String {
    let pages = [text.pageAddress.flatMap(WebAddress.page), PlaceText.license.address]
    return ([credit(of: text) { name, _ in name }] + pages.compactMap { $0 })
      .joined(separator: "\n")
  }

  private static func name(of work: PlaceText.Work) -> String {
    switch work {
    case .wikipedia: tr("Wikipedia")
    case .wikivoyage: tr("Wikivoyage")
    }
  }
}
