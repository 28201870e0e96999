import Files
import Foundation
import PhotoSources
import Synchronization
import TestSupport
import Testing
import TravelModel
import TravelStore

@testable import TouristSession

/// Has three photos of each place, and lets some searches wait until it has time.
private final class BusySource: PhotoSource {
  let name = "commons"
  private let state: Mutex<(numbers: SeededNumbers, isBusy: Bool)>

  init(seed: UInt64) { state = Mutex((SeededNumbers(seed: seed), true)) }

  var isBusy: Bool {
    get { state.withLock { $0.isBusy } }
    set { state.withLock { $0.isBusy = newValue } }
  }

  func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    try await takeTime()
    let photos = (1...3).map { PhotoDetails(source: name, sourceID: "\($0)", title: "\($0)") }
    return PhotoSlice(photos: photos, total: 3)
  }

  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    try await takeTime()
    try file.append(Array("picture".utf8))
  }

  private func takeTime() async throws {
    guard state.withLock({ Int.random(in: 0..<3, using: &$0.numbers) }) > 0 else { return }
    while isBusy { try await Task.sleep(for: .milliseconds(1)) }
  }
}

/// Days on which pins are dropped faster than their photos come, and the program is left meanwhile.
@MainActor
struct DayTests {
  private let folder = TemporaryFolder()

  @Test(arguments: 1...20)
  func `at the end of a day every pin has its album`(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    for part in 0..<3 {
      let session = await Session.opened(
        in: folder, source: BusySource(seed: seed &* 3 &+ UInt64(part)))
      var shown: [AlbumModel] = []
      for _ in 0..<Int.random(in: 5...15, using: &numbers) {
        try await act(in: session, &shown, &numbers)
      }
      await session.map.waitUntilSaved()
      try await session.close()
      // What is under way ends with the program.
      guard case .open(let store) = session.library.state else { throw StoreError.gone }
      await store.closeFiles()
    }

    let source = BusySource(seed: seed)
    source.isBusy = false
    let session = await Session.opened(in: folder, source: source)
    try await wait { session.albums.works.isEmpty }
    #expect(session.map.pins.count > 0)
    #expect(session.map.pins.all.filter { $0.photoCount != 3 }.map(\.id) == [])
  }

  /// Does something that a person does.
  private func act(
    in session: Session, _ shown: inout [AlbumModel], _ numbers: inout SeededNumbers
  ) async throws {
    let place = Coordinate(
      latitude: Double.random(in: -80...80, using: &numbers),
      longitude: Double.random(in: -180...180, using: &numbers))!
    let pin = session.map.pins.all.map(\.id).sorted { $0.number < $1.number }
      .randomElement(using: &numbers).flatMap { session.map.pins[$0] }
    switch (Int.random(in: 0..<10, using: &numbers), pin) {
    case (0, let pin?): shown.append(session.albums.album(of: pin))
    case (1, _?): if let album = shown.popLast() { session.albums.release(album) }
    case (2, let pin?): try await session.move(pin.id, to: place)
    case (3, let pin?): try await session.remove([pin.id])
    case (4, _?): _ = try await session.undo.applyLast(.undo)
    case (5, _): _ = try await session.addPin(at: place)
    default:
      session.dropPin(at: place)
      if Bool.random(using: &numbers) { await session.map.waitUntilSaved() }
    }
  }
}
