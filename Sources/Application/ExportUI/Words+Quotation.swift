import GLibBridge
package import TravelModel
package import Widgets

/// Texts that say where other texts are from.
extension Words {
  /// Where a text about a place comes from; `link` writes a name with the address that it leads to.
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

  /// The same as plain text, with the addresses below it.
  static func note(of text: PlaceText) -> String {
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
