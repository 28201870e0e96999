import Files
import Foundation
import PhotoSources
import TestSupport
import Testing
import TravelModel
import TravelStore

@testable import TouristSession

/// What a report of a problem says, and what it does not.
@MainActor
struct TroubleReportTests {
  private let folder = TemporaryFolder()

  private struct NoSource: PhotoSource {
    let name = "commons"
    func photos(_ request: PhotoRequest) async throws -> PhotoSlice { PhotoSlice(photos: []) }
    func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {}
  }

  private func expectNothing(of texts: [String], in report: TroubleReport) {
    for text in texts {
      #expect(!report.lines.joined(separator: "\n").contains(text), "\(report.lines)")
    }
  }

  @Test func `it has counts and kinds but no place title or path`() async throws {
    var session = await Session.opened(in: folder, source: NoSource(), prefetches: false)
    for number in 1...12 {
      session.dropPin(
        at: Coordinate(latitude: 48.8584, longitude: 2.2945)!, titled: "Secret Garden \(number)")
    }
    await session.map.waitUntilSaved()
    try await session.makeTrip(TripDetails(name: "Honeymoon"))
    let telling = ["Secret", "Garden", "Honeymoon", "48.8", "2.29", folder.path]
    let report = TroubleReport(of: session)
    #expect(report.lines[0] == "Library: open; pins about 10, photos none, trips under 10")
    #expect(report.lines.contains { $0.hasPrefix("the library in … is open") })
    expectNothing(of: telling, in: report)

    try await session.close()
    let other = TemporaryFolder()
    try Data("no database".utf8).write(
      to: URL(fileURLWithPath: "\(other.path)/\(TravelStore.fileName)"))
    session = await Session.opened(in: other, source: NoSource())
    let failed = TroubleReport(of: session)
    #expect(failed.lines[0].hasPrefix("Library: notALibrary; pins none"))
    #expect(
      failed.lines.contains { $0.hasPrefix("the library in … cannot be opened: notALibrary") })
    expectNothing(of: telling + [other.path], in: failed)
  }

  @Test func `numbers are rounded`() {
    let numbers = [0: "none", 1: "under 10", 9: "under 10", 10: "about 10", 1999: "about 1000"]
    for (count, text) in numbers { #expect(TroubleReport.rounded(count) == text) }
  }
}
