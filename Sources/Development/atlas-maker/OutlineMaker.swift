import Atlas
import Foundation
import TravelModel

/// Makes `outlines.atlas` of Natural Earth's countries in two views, and its regions.
struct OutlineMaker {
  private static let languages = [
    "ar", "bn", "de", "el", "en", "es", "fa", "fr", "he", "hi", "hu", "id", "it", "ja", "ko", "nl",
    "pl", "pt", "ru", "sv", "tr", "uk", "ur", "vi", "zh",
  ]
  /// The properties of land without a name, because of which no name is drawn.
  private static let unlabelled = [
    "LABEL_X": 0, "LABEL_Y": 0, "MIN_LABEL": 25, "MAX_LABEL": 25, "LABELRANK": 99.0,
  ]
  /// The usual names of countries for which the source has official ones.
  private static let commonNames = [
    "CN": [
      "de": "China", "en": "China", "es": "China", "fr": "Chine", "hu": "Kína", "id": "Tiongkok",
      "it": "Cina", "ja": "中国", "ko": "중국", "nl": "China", "pl": "Chiny", "pt": "China",
      "ru": "Китай", "sv": "Kina", "tr": "Çin", "uk": "Китай", "vi": "Trung Quốc", "zh": "中国",
      "ar": "الصين", "el": "Κίνα", "fa": "چین", "he": "סין", "hi": "चीन", "ur": "چین", "bn": "চীন",
    ],
    "US": ["en": "United States"], "CZ": ["en": "Czechia"], "FM": ["en": "Micronesia"],
  ]
  private let first: Topology
  private let regions: Topology
  private let disputedLines: [[Vertex]]
  private let areas: [DisputedAreas.Span]

  init(sources folder: String) throws {
    var first = Topology(try SourceMap(path: "\(folder)/natural-earth-countries10.geojson"))
    let second = Topology(try SourceMap(path: "\(folder)/natural-earth-countries50.geojson"))
    areas = DisputedAreas.find(first, second)
    Gaps.fill(&first, second: second)
    disputedLines = DisputedBorders.mark(&first, second: second)
    self.first = first
    regions = OutlineMaker.regions(try SourceMap(path: "\(folder)/natural-earth-states50.geojson"))
  }

  func content() -> [UInt8] {
    var content: [UInt8] = []
    appendCountries(to: &content)
    let disputes = disputedLines.map { (OutlineFile.Stretch.disputed, $0) }
    let borders = regions.arcs { $0 == .region }.map { arc in
      (OutlineFile.Stretch.region, arc.vertices.map { regions.vertices[Int($0)] })
    }
    // Each level is exact to half a pixel at the highest zoom that uses it, and the fine one at
    // zoom 10.
    let levels = [(bits: 14, zoom: 2), (16, 4), (17, 5), (21, 10)]
    for (detail, (bits, zoom)) in zip(Detail.allCases, levels) {
      let tolerance = LevelWriter.halfPixel(zoom: zoom)
      let writer = LevelWriter(
        bits: bits, tolerance: tolerance,
        smallestRing: detail == .fine ? 0 : tolerance * 1.4)
      writer.append(first, lines: detail == .coarse ? disputes : disputes + borders, to: &content)
    }
    appendAreas(to: &content)
    return content
  }

  /// The borders between two regions of one country.
  private static func regions(_ map: SourceMap) -> Topology {
    var topology = Topology(map)
    for (edge, sides) in topology.sides {
      guard let other = sides.1 else { continue }
      let isInland = topology.features[sides.0].code == topology.features[other].code
      topology.kinds[edge] = isInland ? .region : .silent
    }
    return topology
  }

  private func appendCountries(to content: inout [UInt8]) {
    content.append(varying: UInt64(OutlineMaker.languages.count))
    for language in OutlineMaker.languages { content.append(text: language) }
    content.append(varying: UInt64(first.features.count))
    let scale = Double(1 << OutlineFile.labelBits)
    for feature in first.features {
      func number(_ key: String) -> Double {
        (feature.properties[key] as? NSNumber)?.doubleValue ?? OutlineMaker.unlabelled[key]!
      }
      let label = Vertex(longitude: number("LABEL_X"), latitude: number("LABEL_Y")).world
      content.append(text: feature.code)
      for part in [label.x * scale, label.y * scale, number("MIN_LABEL") * 10] + [
        number("MAX_LABEL") * 10, number("LABELRANK"),
      ] {
        content.append(varying: UInt64(part.rounded()))
      }
      for language in OutlineMaker.languages {
        let name =
          OutlineMaker.commonNames[feature.code]?[language]
          ?? feature.properties["NAME_\(language.uppercased())"] as? String ?? ""
        content.append(text: name.isEmpty && language == "en" ? "Disputed territory" : name)
      }
      content.append(varying: UInt64(feature.claimants.count))
      for claimant in feature.claimants { content.append(varying: UInt64(claimant)) }
    }
  }

  private func appendAreas(to content: inout [UInt8]) {
    content.append(varying: UInt64(areas.count))
    var row = 0
    var cells: [String: Int] = [:]
    for span in areas {
      for number in [
        span.row - row, span.first, span.count, span.one, span.other.map { $0 + 1 } ?? 0,
      ] {
        content.append(varying: UInt64(number))
      }
      row = span.row
      let other = span.other.map { first.features[$0].name } ?? "an unlisted territory"
      cells["\(first.features[span.one].name) or \(other)", default: 0] += span.count
    }
    for (names, count) in cells.sorted(by: { $0.key < $1.key }) { print(names, count, "cells") }
  }
}
