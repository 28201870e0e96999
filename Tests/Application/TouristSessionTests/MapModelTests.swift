import Foundation
import Synchronization
import TestSupport
import Testing
import TravelModel
import TravelStore

@testable import TouristSession

/// A library in memory that fails when it is told to.
final class FakeLibrary: PinLibrary {
  private struct State {
    var pins: [Pin] = []
    var next: Int64 = 1
    var failure: StoreError?
  }
  private let state = Mutex(State())

  var failure: StoreError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  private func attempt<Value: Sendable>(
    _ work: @Sendable (inout State) -> Value
  ) throws(StoreError) -> Value {
    let outcome: Result<Value, StoreError> = state.withLock {
      if let failure = $0.failure { return .failure(failure) }
      return .success(work(&$0))
    }
    return try outcome.get()
  }

  func fill(with pins: [Pin]) { state.withLock { $0.pins = pins } }

  /// What happens between the reading of the pins and their arrival.
  let whileReading = Mutex<(@Sendable () async -> Void)?>(nil)

  func missingPhotos() async throws(StoreError) -> [Pin.ID: Int] { [:] }

  func pins() async throws(StoreError) -> [Pin] {
    let pins = try attempt { $0.pins }
    await whileReading.withLock { $0 }?()
    return pins
  }

  func addPin(
    at coordinate: Coordinate, titled title: String, wantsPhotos: Bool = false,
    showing photo: PhotoDetails? = nil
  ) async throws(StoreError) -> Pin {
    try attempt {
      let pin = Pin(id: Pin.ID($0.next), coordinate: coordinate, title: title)
      $0.next += 1
      $0.pins.append(pin)
      return pin
    }
  }
}

@MainActor
struct MapModelTests {
  let model = MapModel { $0.readable }
  let library = FakeLibrary()
  let place = Coordinate(latitude: 10, longitude: 20)!
  let other = Coordinate(latitude: 11, longitude: 21)!

  @Test func `a pin is written when it is released where it is released`() async throws {
    await model.connect(to: library)
    model.holdPin(at: place)
    #expect(try await library.pins().isEmpty)
    model.moveHeld(to: other)
    #expect(model.held?.coordinate == other)
    model.releaseHeld()
    #expect(model.held == nil)
    try await wait { model.pins.count == 1 }
    #expect(try await library.pins().map(\.coordinate) == [other])
    #expect(model.drafts.isEmpty)
  }

  @Test func `a hold that is called off leaves nothing`() async throws {
    await model.connect(to: library)
    model.holdPin(at: place)
    model.cancelHeld()
    model.releaseHeld()
    #expect(model.held == nil && model.drafts.isEmpty)
    #expect(try await library.pins().isEmpty)
  }

  @Test func `pins dropped before the library is open are saved then`() async throws {
    model.dropPin(at: place)
    model.dropPin(at: other)
    #expect(model.drafts.count == 2)
    await model.connect(to: library)
    try await wait { model.drafts.isEmpty }
    #expect(try await library.pins().map(\.coordinate) == [place, other])
  }

  @Test func `a pin dropped while the library is read is on the map`() async throws {
    _ = try await library.addPin(at: other, titled: "a")
    let (model, place) = (model, place)
    library.whileReading.withLock {
      $0 = {
        await MainActor.run { model.dropPin(at: place) }
        await model.waitUntilSaved()
      }
    }
    await model.connect(to: library)
    try await wait { model.drafts.isEmpty }
    #expect(model.pins.count == 2)
    #expect(try await library.pins().count == 2)
  }

  @Test func `a library that is left while it is read is not shown`() async throws {
    _ = try await library.addPin(at: other, titled: "a")
    let model = model
    library.whileReading.withLock { $0 = { await model.disconnect() } }
    await model.connect(to: library)
    #expect(model.pins.count == 0 && !model.isConnected)
    let next = FakeLibrary()
    await model.connect(to: next)
    model.dropPin(at: place)
    await model.waitUntilSaved()
    #expect(model.pins.all.map(\.coordinate) == [place])
    #expect(try await next.pins().count == 1)
  }

  @Test func `settling waits for the drafts`() async throws {
    await model.connect(to: library)
    model.dropPin(at: place)
    await model.waitUntilSaved()
    #expect(model.drafts.isEmpty)
    library.failure = .noSpace(path: "")
    model.dropPin(at: place)
    await model.waitUntilSaved()
    #expect(model.drafts.count == 1 && model.savingFailure != nil)
  }

  @Test func `a pin that cannot be saved waits and is saved later`() async throws {
    await model.connect(to: library)
    library.failure = .noSpace(path: "")
    model.dropPin(at: place)
    model.dropPin(at: other)
    try await wait { model.savingFailure != nil }
    #expect(model.drafts.map(\.coordinate) == [place, other])
    library.failure = nil
    model.retrySaving()
    try await wait { model.drafts.isEmpty }
    #expect(model.savingFailure == nil)
    #expect(try await library.pins().count == 2)
  }

  @Test func `the draft that a pin was is known`() async throws {
    await model.connect(to: library)
    model.holdPin(at: place)
    let draft = try #require(model.held)
    model.releaseHeld()
    try await wait { model.pins.count == 1 }
    let pin = try #require(try await library.pins().first)
    #expect(model.origins[pin.id] == draft.id)
  }

  @Test func `pins that cannot be read are asked for again`() async throws {
    _ = try await library.addPin(at: place, titled: "a")
    library.failure = .damaged(path: "")
    await model.connect(to: library)
    #expect(model.readingFailure == .damaged(path: ""))
    #expect(!model.isConnected)
    library.failure = nil
    await model.retryReading()
    #expect(model.readingFailure == nil)
    #expect(model.pins.count == 1)
  }

  @Test func `a removed pin is shown when it comes back`() async throws {
    let pin = try await library.addPin(at: place, titled: "a")
    await model.connect(to: library)
    await model.hide([pin.id])
    #expect(model.pins.count == 0)
    await model.show([pin])
    #expect(model.pins[pin.id] == pin)
  }
}

@MainActor
struct LibraryTests {
  private let folder = TemporaryFolder()

  /// A library whose file is something else.
  private func foreignLibrary() throws -> Library {
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    try Data(repeating: 65, count: 5000).write(
      to: URL(fileURLWithPath: "\(folder.path)/\(TravelStore.fileName)"))
    return Library(folder: folder.path)
  }

  @Test func `a library that cannot be opened is opened anew`() async throws {
    let library = try foreignLibrary()
    for _ in 1...2 {
      #expect(await library.open() == nil)
      guard case .failed(.notALibrary) = library.state else { return #expect(Bool(false)) }
    }
    #expect(await library.setAsideAndOpen {} != nil)
    guard case .open = library.state else { return #expect(Bool(false)) }
  }

  @Test func `a second press sets nothing else aside`() async throws {
    let library = try foreignLibrary()
    async let first = library.setAsideAndOpen {}
    async let second = library.setAsideAndOpen {}
    let opened = await [first, second].compactMap { $0 }
    #expect(opened.count == 1)
  }
}
