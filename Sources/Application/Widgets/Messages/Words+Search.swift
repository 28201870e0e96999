import Atlas
import GLibBridge
package import Places

extension Words {
  /// What tells a place that was found from others of its name.
  package static func detail(of result: SearchResult) -> String {
    let kind: String
    switch result.kind {
    case .coordinate, .pin, .city: return result.detail
    case .country: kind = tr("Country")
    case .landmark(_, let landmark): kind = name(of: landmark)
    }
    return result.detail.isEmpty ? kind : "\(kind) · \(result.detail)"
  }

  private static func name(of kind: Landmark.Kind) -> String {
    switch kind {
    case .ocean: tr("Ocean")
    case .sea: tr("Sea")
    case .bay: tr("Bay")
    case .strait: tr("Strait")
    case .lake: tr("Lake")
    case .river: tr("River")
    case .delta: tr("River delta")
    case .range: tr("Mountains")
    case .plateau: tr("Plateau")
    case .plain: tr("Plain")
    case .desert: tr("Desert")
    case .valley: tr("Valley")
    case .coast: tr("Coast")
    case .peninsula: tr("Peninsula")
    case .island: tr("Island")
    case .islands: tr("Islands")
    case .region: tr("Region")
    case .peak: tr("Mountain")
    case .province: tr("Province")
    }
  }
}
