// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Whether pkg-config knows a library.
func hasLibrary(_ name: String) -> Bool {
  let question = Process()
  question.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  question.arguments = ["pkg-config", "--exists", name]
  question.standardError = FileHandle.nullDevice
  guard (try? question.run()) != nil else { return false }
  question.waitUntilExit()
  return question.terminationStatus == 0
}

/// Since 0.16, gexiv2 has its version in its name.
let exif = hasLibrary("gexiv2-0.16") ? "gexiv2-0.16" : "gexiv2"

/// Settings every target shares: what they forbid is what keeps the layout below honest.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]
/// Values and rules: no pointers, no I/O.
let pure = strict + [.strictMemorySafety()]
/// Optimised in debug builds, too: without it the tests wait for what is computed.
let quick: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]
/// Everything that touches a widget lives on the main actor.
let widgets = strict + [.defaultIsolation(MainActor.self)]

/// The floors of `Sources`, the lowest first: a target uses those of its own floor and of those below,
/// and stands before what uses it.
let floors: [(name: String, targets: [Target])] = [
  (
    "System",
    [
      .systemLibrary(name: "CGLib", pkgConfig: "gio-unix-2.0"),
      .systemLibrary(name: "CLinux"),
      .systemLibrary(name: "CAdwaita", pkgConfig: "libadwaita-1"),
      .systemLibrary(name: "CPortal", pkgConfig: "gtk4"),
      .systemLibrary(name: "CShumate", pkgConfig: "shumate-1.0"),
      .systemLibrary(name: "CSoup", pkgConfig: "libsoup-3.0"),
      .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
      .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
      .systemLibrary(name: "CCairo", pkgConfig: "pangocairo"),
      .systemLibrary(name: "CPixbuf", pkgConfig: "gdk-pixbuf-2.0"),
      .systemLibrary(name: "CExif", pkgConfig: exif),
      .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp"),
      .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0"),
      .systemLibrary(name: "CArchive", pkgConfig: "libarchive"),
      .systemLibrary(name: "CSecret", pkgConfig: "libsecret-1"),
      .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode"),
      .systemLibrary(name: "CEpoxy", pkgConfig: "epoxy"),
    ]
  ),
  (
    "Platform",
    [
      .target(name: "GLibBridge", dependencies: ["CGLib"], swiftSettings: strict),
      .target(name: "Files", dependencies: ["CGLib", "CLinux"], swiftSettings: strict + quick),
      .target(name: "Archives", dependencies: ["Files", "CArchive"], swiftSettings: strict),
      .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: strict + quick),
      .target(name: "TextFormats", dependencies: ["CXML"], swiftSettings: strict),
    ]
  ),
  (
    "Core",
    [
      .target(name: "TravelModel", swiftSettings: pure + quick),
      .target(name: "LibrarySchema", swiftSettings: strict),
      .target(
        name: "TravelStore", dependencies: ["TravelModel", "Files", "SQLite", "LibrarySchema"],
        swiftSettings: strict + quick),
      .target(
        name: "LibraryBackup",
        dependencies: ["TravelStore", "Files", "Archives", "GLibBridge", "CGLib", "CArchive"],
        swiftSettings: strict + quick),
      .target(
        name: "PlaceFiles",
        dependencies: ["TravelModel", "Files", "TextFormats", "CGLib", "CXML", "CArchive"],
        swiftSettings: strict + quick),
    ]
  ),
  (
    "World",
    [
      .target(
        name: "Atlas", dependencies: ["TravelModel", "Files", "CGLib", "CZlib"],
        swiftSettings: strict + quick),
      .target(
        name: "MapDrawing",
        dependencies: ["Atlas", "TravelModel", "GLibBridge", "CGLib", "CCairo"],
        swiftSettings: strict + quick),
      .target(
        name: "Places", dependencies: ["Atlas", "TravelModel", "GLibBridge", "CGLib"],
        swiftSettings: strict + quick),
    ]
  ),
  (
    "Photos",
    [
      .target(
        name: "WebServices", dependencies: ["TravelModel", "Files", "TextFormats", "CGLib"],
        swiftSettings: strict),
      .target(
        name: "PhotoSources", dependencies: ["WebServices", "TravelModel", "Files", "TextFormats"],
        swiftSettings: strict),
      .target(
        name: "PlaceArticles", dependencies: ["WebServices", "TravelModel", "TextFormats"],
        swiftSettings: strict),
      .target(
        name: "DrawnPostcards",
        dependencies: [
          "TravelModel", "Files", "Atlas", "PhotoSources", "Imaging", "MapDrawing", "GLibBridge",
          "CGLib", "CCairo",
        ],
        swiftSettings: strict + quick),
      .target(
        name: "SoupHTTP",
        dependencies: ["TravelModel", "Files", "WebServices", "GLibBridge", "CGLib", "CSoup"],
        swiftSettings: strict),
      .target(
        name: "Imaging",
        dependencies: [
          "TravelModel", "Files", "GLibBridge", "CGLib", "CLinux", "CPixbuf", "CExif", "CSeccomp",
        ],
        swiftSettings: strict + quick),
      .target(
        name: "AlbumExport",
        dependencies: [
          "TravelModel", "Files", "Archives", "Imaging", "MapDrawing", "DrawnPostcards", "Atlas",
          "GLibBridge", "CGLib", "CCairo", "CQREncode",
        ],
        swiftSettings: strict),
      .target(
        name: "OwnPictures",
        dependencies: [
          "TravelModel", "Files", "SQLite", "PhotoSources", "Imaging", "CGLib",
        ],
        swiftSettings: strict),
    ]
  ),
  (
    "Application",
    [
      .target(
        name: "TouristSession",
        dependencies: [
          "TravelModel", "Files", "TravelStore", "LibraryBackup", "Atlas", "Places", "PlaceFiles",
          "WebServices", "PhotoSources", "GLibBridge", "CGLib", "PlaceArticles",
        ],
        swiftSettings: strict + quick),
      .target(
        name: "Secrets", dependencies: ["TouristSession", "GLibBridge", "CGLib", "CSecret"],
        swiftSettings: strict),
      .target(
        name: "Widgets",
        dependencies: [
          "TouristSession", "TravelModel", "Files", "TravelStore", "LibraryBackup", "PlaceFiles",
          "Imaging", "GLibBridge", "CGLib", "CAdwaita", "CPortal", "Places", "Atlas",
        ],
        swiftSettings: widgets),
      .target(
        name: "MapWidget",
        dependencies: [
          "Widgets", "Places", "TouristSession", "TravelModel", "Files", "SQLite", "TextFormats",
          "Atlas", "MapDrawing", "Imaging", "GLibBridge", "CGLib", "CAdwaita", "CCairo", "CShumate",
        ],
        swiftSettings: widgets),
      .target(
        name: "PinsUI",
        dependencies: [
          "MapWidget", "MapDrawing", "AlbumExport", "Widgets", "TouristSession", "TravelModel",
          "GLibBridge", "CGLib", "CAdwaita", "CShumate",
        ],
        swiftSettings: widgets),
      .target(
        name: "PinListUI",
        dependencies: [
          "PinsUI", "MapWidget", "MapDrawing", "Widgets", "Places", "TouristSession", "TravelModel",
          "GLibBridge", "CGLib", "CAdwaita",
        ],
        swiftSettings: widgets),
      .target(
        name: "ExportUI",
        dependencies: [
          "Widgets", "AlbumExport", "Places", "TouristSession", "TravelModel", "Files", "Imaging",
          "GLibBridge", "CGLib", "CCairo", "CAdwaita",
        ],
        swiftSettings: widgets),
      .target(
        name: "AlbumUI",
        dependencies: [
          "ExportUI", "MapWidget", "Widgets", "Places", "TouristSession", "TravelModel",
          "TravelStore",
          "GLibBridge", "CGLib", "CAdwaita",
        ],
        swiftSettings: widgets),
      .target(
        name: "ViewerUI",
        dependencies: [
          "AlbumExport", "ExportUI", "Widgets", "TouristSession", "TravelModel", "Atlas", "Files",
          "Imaging", "GLibBridge", "CGLib", "CAdwaita", "CEpoxy",
        ],
        swiftSettings: widgets),
      .target(
        name: "WindowUI",
        dependencies: [
          "AlbumUI", "ViewerUI", "ExportUI", "PinListUI", "PinsUI", "MapWidget", "Widgets",
          "Places",
          "TouristSession", "TravelModel", "TravelStore", "LibraryBackup", "PlaceFiles", "Imaging",
          "Atlas", "GLibBridge", "CGLib", "CAdwaita",
        ],
        swiftSettings: widgets),
      .target(
        name: "CommandLineTool",
        dependencies: [
          "Widgets", "TouristSession", "TravelModel", "Files", "TravelStore", "LibraryBackup",
          "PlaceFiles", "TextFormats", "Imaging", "GLibBridge", "CGLib",
        ],
        swiftSettings: widgets),
      .target(
        name: "Wiring",
        dependencies: [
          "WindowUI", "CommandLineTool", "Widgets", "Secrets", "Places", "TouristSession",
          "TravelModel",
          "WebServices", "PhotoSources", "PlaceArticles", "OwnPictures", "DrawnPostcards",
          "SoupHTTP", "Imaging",
          "Files",
          "GLibBridge", "CGLib", "CAdwaita", "CShumate", "CSoup", "CSQLite",
        ],
        swiftSettings: widgets),
      .executableTarget(
        name: "virtual-tourist", dependencies: ["Wiring"], swiftSettings: widgets),
    ]
  ),
  (
    "Development",
    [
      .systemLibrary(name: "CXTest", pkgConfig: "xtst"),
      .systemLibrary(name: "CWayland", pkgConfig: "wayland-client"),
      .target(
        name: "TestFiles",
        dependencies: ["Atlas", "TravelModel", "CGLib", "CArchive", "CExif", "CPixbuf", "CSQLite"],
        swiftSettings: strict),
      .target(
        name: "WebTesting", dependencies: ["WebServices", "Files", "TravelModel"],
        swiftSettings: strict),
      .target(
        name: "SampleCity", dependencies: ["TestSupport", "PhotoSources", "TravelModel"],
        swiftSettings: pure + quick),
      .executableTarget(
        name: "sandbox-services",
        dependencies: [
          "SampleCity", "TestFiles", "TravelModel", "GLibBridge", "CGLib", "CSoup", "CAdwaita",
          "CZlib",
        ],
        swiftSettings: widgets + quick),
      .target(
        name: "TestDesk", dependencies: ["CGLib", "CAdwaita", "CSoup", "CXTest", "CWayland"],
        swiftSettings: strict + quick),
      .executableTarget(
        name: "benchmarks",
        dependencies: [
          "TestDesk", "TestSupport", "TestFiles", "LoopTesting", "SampleCity", "Wiring", "AlbumUI",
          "PinListUI", "PinsUI", "MapWidget", "Widgets", "Places", "TouristSession", "Atlas",
          "MapDrawing",
          "TravelModel", "TravelStore", "WebServices", "PhotoSources", "SoupHTTP", "Imaging",
          "GLibBridge", "CGLib", "CAdwaita", "CShumate", "Files", "SQLite", "CSQLite",
        ],
        swiftSettings: strict),
      .executableTarget(
        name: "atlas-maker", dependencies: ["Atlas", "TravelModel"], swiftSettings: strict),
      .executableTarget(name: "screenshots", dependencies: ["TestDesk"], swiftSettings: strict),
      .executableTarget(
        name: "monkey", dependencies: ["TestDesk", "TestSupport", "TestFiles"],
        swiftSettings: strict),
      .executableTarget(
        name: "picture-attacker", dependencies: ["Imaging", "Files", "TravelModel"],
        swiftSettings: strict),
      .target(name: "TestSupport", swiftSettings: strict),
      .target(
        name: "ParserFuzzing",
        dependencies: [
          "TestSupport", "TextFormats", "TravelModel", "Atlas", "Files", "PlaceFiles",
          "LibraryBackup", "PhotoSources", "Imaging", "CommandLineTool",
        ],
        swiftSettings: strict),
      .executableTarget(
        name: "parser-fuzzer", dependencies: ["ParserFuzzing"], swiftSettings: strict),
      .target(
        name: "LoopTesting", dependencies: ["GLibBridge", "CGLib"],
        swiftSettings: strict),
      .executableTarget(
        name: "library-operations",
        dependencies: [
          "TestSupport", "TestFiles", "LoopTesting", "ExportUI", "Widgets", "TouristSession",
          "Places", "AlbumExport", "OwnPictures", "Imaging", "PhotoSources", "PlaceFiles",
          "LibraryBackup", "TravelStore", "LibrarySchema", "TravelModel", "Files",
        ],
        swiftSettings: strict + quick),
    ]
  ),
]

/// The tests of each floor.
let tests: [(floor: String, targets: [Target])] = [
  (
    "Platform",
    [
      .testTarget(
        name: "GLibBridgeTests",
        dependencies: ["TestSupport", "LoopTesting", "GLibBridge", "CGLib"],
        swiftSettings: strict),
      .testTarget(
        name: "FilesTests", dependencies: ["TestSupport", "Files"], swiftSettings: strict),
      .testTarget(
        name: "TextFormatsTests", dependencies: ["TestSupport", "TextFormats"],
        swiftSettings: strict),
    ]
  ),
  (
    "Core",
    [
      .testTarget(
        name: "TravelModelTests", dependencies: ["TestSupport", "TravelModel"],
        swiftSettings: strict),
      .testTarget(
        name: "TravelStoreTests",
        dependencies: [
          "TestSupport", "TestFiles", "TravelStore", "LibrarySchema", "TravelModel", "Files",
          "SQLite", "CSQLite",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "LibraryBackupTests",
        dependencies: [
          "TestSupport", "TestFiles", "LibraryBackup", "TravelStore", "LibrarySchema",
          "TravelModel", "Files",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "PlaceFilesTests",
        dependencies: ["TestSupport", "TestFiles", "PlaceFiles", "TravelModel", "Files"],
        swiftSettings: strict),
    ]
  ),
  (
    "World",
    [
      .testTarget(
        name: "AtlasTests", dependencies: ["TestSupport", "Atlas", "TravelModel"],
        swiftSettings: strict),
      .testTarget(
        name: "MapDrawingTests",
        dependencies: [
          "TestSupport", "MapDrawing", "Atlas", "TravelModel", "GLibBridge", "CGLib", "CCairo",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "PlacesTests", dependencies: ["TestSupport", "Places", "Atlas", "TravelModel"],
        swiftSettings: strict),
    ]
  ),
  (
    "Photos",
    [
      .testTarget(
        name: "ImagingTests",
        dependencies: [
          "TestSupport", "TestFiles", "Imaging", "Files", "TravelModel", "GLibBridge", "CGLib",
          "CPixbuf",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "PhotoSourcesTests",
        dependencies: [
          "TestSupport", "WebTesting", "SampleCity", "WebServices", "PhotoSources", "Files",
          "TravelModel",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "PlaceArticlesTests",
        dependencies: ["TestSupport", "WebTesting", "PlaceArticles", "WebServices", "TravelModel"],
        swiftSettings: strict),
      .testTarget(
        name: "OwnPicturesTests",
        dependencies: [
          "TestSupport", "TestFiles", "OwnPictures", "Imaging", "PhotoSources", "Files", "SQLite",
          "TravelModel",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "SoupHTTPTests",
        dependencies: [
          "TestSupport", "LoopTesting", "SoupHTTP", "WebServices", "Files", "TravelModel",
          "GLibBridge", "CGLib", "CSoup",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "DrawnPostcardsTests",
        dependencies: [
          "TestSupport", "DrawnPostcards", "PhotoSources", "Files", "TravelModel", "Atlas",
          "MapDrawing",
          "GLibBridge", "CGLib", "CPixbuf",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "AlbumExportTests",
        dependencies: [
          "TestSupport", "TestFiles", "AlbumExport", "TravelModel", "Files", "Imaging", "Atlas",
          "MapDrawing", "GLibBridge", "CGLib", "CCairo", "CPixbuf",
        ],
        swiftSettings: strict),
    ]
  ),
  (
    "Application",
    [
      .testTarget(
        name: "TouristSessionTests",
        dependencies: [
          "TestSupport", "Places", "TouristSession", "TravelStore", "LibrarySchema",
          "LibraryBackup",
          "Files",
          "SQLite", "TravelModel", "Atlas", "PlaceFiles", "PhotoSources", "PlaceArticles",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "MapWidgetTests",
        dependencies: [
          "TestSupport", "TestFiles", "LoopTesting", "MapWidget", "MapDrawing", "Places",
          "TouristSession", "TravelModel", "Widgets", "Imaging", "GLibBridge",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "PinsUITests", dependencies: ["TestSupport", "PinsUI"],
        swiftSettings: strict),
      .testTarget(
        name: "WidgetsTests", dependencies: ["Widgets", "TravelModel"], swiftSettings: strict),
      .testTarget(
        name: "AlbumUITests", dependencies: ["AlbumUI", "Widgets"], swiftSettings: strict),
      .testTarget(
        name: "ViewerUITests", dependencies: ["ViewerUI", "Widgets", "TravelModel"],
        swiftSettings: strict),
      .testTarget(
        name: "CommandLineToolTests",
        dependencies: ["CommandLineTool", "PlaceFiles", "TravelModel"],
        swiftSettings: strict),
      .testTarget(
        name: "ParserFuzzingTests", dependencies: ["ParserFuzzing"], swiftSettings: strict),
      .testTarget(
        name: "PipelineTests",
        dependencies: [
          "TestSupport", "TestFiles", "LoopTesting", "TestDesk", "SampleCity", "Wiring", "Places",
          "TouristSession", "TravelStore", "WebServices", "PhotoSources", "PlaceArticles",
          "SoupHTTP", "Imaging",
          "TravelModel", "Files", "GLibBridge", "CGLib",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "WalkthroughTests",
        dependencies: [
          "TestSupport", "TestFiles", "LoopTesting", "TestDesk", "TravelModel", "GLibBridge",
        ],
        swiftSettings: strict),
    ]
  ),
]

// No arrow goes up.
var below: Set<String> = []
for (floor, targets) in floors {
  below.formUnion(targets.map(\.name))
  for target in targets {
    target.path = "Sources/\(floor)/\(target.name)"
    for case .byNameItem(let used, _) in target.dependencies where !below.contains(used) {
      fatalError("\(target.name) is on the floor \(floor), and uses \(used) of one above it.")
    }
  }
}
for (floor, targets) in tests {
  for target in targets { target.path = "Tests/\(floor)/\(target.name)" }
}

let package = Package(
  name: "VirtualTourist",
  products: [
    .executable(name: "virtual-tourist", targets: ["virtual-tourist"])
  ],
  targets: floors.flatMap(\.targets) + tests.flatMap(\.targets)
)
