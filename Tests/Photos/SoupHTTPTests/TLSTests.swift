import Files
import Foundation
import LoopTesting
import SoupHTTP
import TestSupport
import TravelModel
import WebServices
import XCTest

/// Servers that speak TLS and cannot prove who they are, or end their connections as they like.
final class TLSTests: XCTestCase {
  func testAServerThatDoesNotProveWhoItIsIsToldAndAskedOnce() throws {
    let certificates = [
      TestCertificates.misnamed, TestCertificates.expired, TestCertificates.strange,
    ]
    let servers = try fail(
      certificates.map { TLSServer.Treatment(certificate: $0) }, as: .untrusted, attempts: 3)
    // The second connection is that of the later request.
    XCTAssertEqual(servers.map(\.connections), [2, 2, 2])
  }

  func testServersOfTestsAreNotTrustedByThemselves() throws {
    try onMainLoop {
      let server = try TLSServer(TLSServer.Treatment())
      do {
        _ = try await SoupClient(userAgent: "Tester/1 (test)").fetch(server.address, limit: 100)
        XCTFail("an answer from a stranger")
      } catch HTTPError.untrusted {}
    }
  }

  func testAConnectionThatIsCutBringsNoPictureAndTheNextOneDoes() throws {
    let endings: [TLSServer.Ending] = [.cutHandshake, .silentHandshake, .nothing, .half]
    try fail(endings.map { TLSServer.Treatment(ending: $0) })
  }

  func testAStreamOfHTTP2ThatIsCutBringsNoPictureAndTheNextOneDoes() throws {
    let endings: [TLSServer.Ending] = [
      .nothing, .half, .cutFrame, .refusedStream, .resetStream,
    ]
    try fail(endings.map { TLSServer.Treatment(speaksHTTP2: true, ending: $0) })
  }

  func testAServerThatRefusesEachTimeIsNotAskedWithoutEnd() throws {
    let server = try fail([TLSServer.Treatment(speaksHTTP2: true, ending: .goAway)])[0]
    // The second is that of the repetition; a third may have begun before that was given up.
    XCTAssertLessThanOrEqual(server.connections, 4)
  }

  func testAWholeAnswerNeedsNoFarewell() throws {
    let makeClient = try clients()
    try onMainLoop {
      let server = try TLSServer(TLSServer.Treatment(ending: .unclosed))
      let answer = try await makeClient().fetch(server.address, limit: 100_000)
      XCTAssertEqual(answer.body.count, TLSServer.length)
    }
  }

  private let folder = TemporaryFolder()

  /// Makes clients that trust servers of the tests.
  private func clients() throws -> @MainActor @Sendable () -> SoupClient {
    let issuers = folder.newPath()
    try TestCertificates.issuer.write(toFile: issuers, atomically: true, encoding: .utf8)
    return {
      var limits = SoupClient.TimeLimits()
      limits.silence = 4
      return SoupClient(userAgent: "Tester/1 (test)", limits: limits, issuers: issuers)
    }
  }

  /// Expects each treatment to be told as a failure, to leave no file, and to harm no later request.
  @discardableResult
  private func fail(
    _ treatments: [TLSServer.Treatment], as failure: SourceFailure = .unreachable,
    attempts: Int = 1
  ) throws -> [TLSServer] {
    let (makeClient, folder) = (try clients(), folder)
    let servers = try treatments.map { try TLSServer($0) }
    try onMainLoop {
      // Side by side, because some wait until a silence is long enough.
      let trials = servers.map { server in
        Task { @MainActor in
          let client = makeClient()
          let downloader = Downloader(client: client, retry: RetryPolicy(attempts: attempts))
          let file = IncomingFile(path: folder.newPath())
          let treatment = server.next
          do {
            try await downloader.fetch(
              server.address, of: server.address, into: file, limit: 100_000)
            XCTFail("an answer of \(treatment)")
          } catch {
            XCTAssertEqual(error as? SourceFailure, failure, "\(treatment)")
          }
          XCTAssertFalse(FileManager.default.fileExists(atPath: file.path), "\(treatment)")
          server.next = TLSServer.Treatment(speaksHTTP2: treatment.speaksHTTP2)
          let answer = try await client.fetch(server.address, limit: 100_000)
          XCTAssertEqual(answer.body.count, TLSServer.length, "\(treatment)")
        }
      }
      for trial in trials { try await trial.value }
    }
    return servers
  }
}
