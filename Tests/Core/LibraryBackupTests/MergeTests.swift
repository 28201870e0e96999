import Foundation
import LibraryBackup
import Synchronization
import TestSupport
import Testing
import TravelModel

@testable import TravelStore

struct MergeTests {
  let scratch = Scratch()
  let other = Scratch()

  /// The library in the first folder, as a backup on its way into the second one.
  private func staged(_ make: (TravelStore) async throws -> Void) async throws -> StagedLibrary {
    try await make(try await TravelStore(folder: scratch.folder))
    return try await staged()
  }

  private func staged() async throws -> StagedLibrary {
    try await backUp(try await TravelStore(folder: scratch.folder), to: scratch.backup)
    return try LibraryBackup.read(scratch.backup, besideLibraryIn: other.folder).library
  }

  @Test func `into an empty library comes all of it`() async throws {
    let store = try await fullLibrary(in: scratch.folder)
    let expected = try await store.summary()
    let target = try await TravelStore(folder: other.folder)
    let outcome = try await target.merge(try await staged())
    #expect(outcome.brought == MergedLibrary(pinCount: 3, photoCount: 5, changed: []))
    #expect(try await target.summary() == expected)
    // Nothing of it is a stray.
    try await target.sweep()
    #expect(try await target.summary() == expected)
    #expect(other.marks.isEmpty)
  }

  @Test func `a folder of somebody else beside the library replaces nothing`() async throws {
    let expected = try await fullLibrary(in: other.folder).summary()
    let foreign = "\(other.folder)/.replacing-mine/photos"
    try FileManager.default.createDirectory(atPath: foreign, withIntermediateDirectories: true)
    #expect(try await TravelStore(folder: other.folder).summary() == expected)
    #expect(FileManager.default.fileExists(atPath: foreign))
  }

  @Test func `its own backup brings nothing`() async throws {
    let store = try await fullLibrary(in: other.folder)
    // Two pins of one name at one place are two.
    _ = try await store.addPin(at: suva, titled: "Suva")
    let expected = try await store.summary()
    try await backUp(store, to: scratch.backup)
    for _ in 0..<2 {
      let found = try LibraryBackup.read(scratch.backup, besideLibraryIn: other.folder)
      #expect(try await store.merge(found.library) == MergedLibrary())
      #expect(try await store.summary() == expected)
    }
  }

  @Test func `trips come along once, through pins of both libraries`() async throws {
    let store = try await TravelStore(folder: other.folder)
    let here = try await store.addPin(at: kyoto, titled: "Kyoto")
    let mine = [try await store.addTrip(TripDetails(name: "Mine"), stops: [here.id]).trip]
    let details = TripDetails(
      name: "South", color: .blue, firstDay: CalendarDay("2026-05-01"),
      lastDay: CalendarDay("2026-05-09"))
    let staged = try await staged {
      let pins = [
        try await $0.addPin(at: suva, titled: "Suva"),
        try await $0.addPin(at: kyoto, titled: "Kyoto"),
        try await $0.addPin(at: suva, titled: "Gone"),
      ].map(\.id)
      _ = try await $0.addTrip(details, stops: [pins[0], pins[2], pins[1], pins[0]])
      let gone = try await $0.addTrip(TripDetails(name: "Removed"), stops: pins).trip
      try await $0.removePins([pins[2]])
      _ = try await $0.removeTrip(gone.id)
    }
    #expect(
      try await store.merge(staged).brought
        == MergedLibrary(pinCount: 1, photoCount: 0, tripCount: 1, changed: []))
    let came = try #require(try await store.pins().first { $0.title == "Suva" }).id
    var trips = try await store.trips()
    #expect(trips.map(\.details.name) == ["Mine", "South"])
    #expect(trips[0] == mine[0])
    #expect(trips[1].details == details && trips[1].stops == [came, here.id, came])
    // What is here stays as the user has it.
    trips[1].details.name = "North"
    _ = try await store.setTrip(trips[1])
    #expect(try await store.merge(try await self.staged()) == MergedLibrary())
    #expect(try await store.trips() == trips)
  }

  @Test func `albums of one place become one`() async throws {
    let store = try await TravelStore(folder: other.folder)
    let photos = try await store.makePin("Kyoto", photos: ["1", "2", "3"], awaited: ["3"])
    try await store.removePhotos([photos[0].id])
    let near = Coordinate(latitude: kyoto.latitude + 0.00005, longitude: kyoto.longitude)!
    let staged = try await staged {
      let photos = try await $0.makePin("Kyoto", at: near, photos: ["1", "2", "3", "7", "8"])
      _ = try await $0.setFavorites([photos[1].id], to: true)
      try await $0.removePhotos([photos[4].id])
      _ = try await $0.makePin("Kyoto", at: suva, photos: ["4"])
    }
    let outcome = try await store.merge(staged)
    let pins = try await store.pins()
    #expect(outcome.brought == MergedLibrary(pinCount: 1, photoCount: 2, changed: [pins[0].id]))
    #expect(pins.map(\.coordinate) == [kyoto, suva])
    // What was removed before is not undone below what has come since.
    #expect(try await store.nextStep(.undo, inAlbumOf: pins[0].id) == nil)
    let album = try await store.album(of: pins[0].id)
    // What was removed here stays away, what waited has its file, and what was removed there is.
    #expect(album.map(\.details.sourceID) == ["2", "3", "7"])
    #expect(album.map(\.isFavorite) == [true, false, false])
    #expect(album.allSatisfy { $0.state == .stored })
    #expect(try await store.history(of: pins[0].id, in: "commons").unwanted == ["1", "2", "8"])
    for photo in album {
      let file = try #require(store.file(at: photo.path!))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == content(photo.details.sourceID))
    }
    try await store.removePhotos([album[2].id])
    let step = try #require(try await store.nextStep(.undo))
    #expect(try await store.apply(step, .undo).photosBack == [album[2]])
  }

  @Test func `a merge is undone and done again as a whole`() async throws {
    let store = try await TravelStore(folder: other.folder)
    let mine = try await store.makePin("Kyoto", photos: ["1", "2"])
    let here = try #require(mine.first?.pin)
    _ = try await store.addTrip(TripDetails(name: "Mine"), stops: [here])
    let before = try await store.inventory()
    let staged = try await staged {
      let photos = try await $0.makePin("Kyoto", photos: ["2", "3", "4"])
      let suva = try await $0.makePin("Suva", at: suva, photos: ["1", "9"])
      let stops = [photos[0].pin, suva[0].pin]
      _ = try await $0.addTrip(TripDetails(name: "South"), stops: stops)
    }
    let outcome = try await store.merge(staged)
    let after = try await store.inventory()
    #expect(outcome.photoCount == 4 && outcome.tripCount == 1)
    let step = try #require(try await store.nextStep(.undo))
    #expect(step.id == outcome.step)
    for _ in 0..<2 {
      let gone = try await store.apply(step, .undo)
      #expect(gone.pinsGone.map(\.title) == ["Suva"] && gone.photosGone.count == 2)
      #expect(try await store.inventory() == before)
      try await store.sweep()
      let back = try await store.apply(step, .redo)
      #expect(back.pinsBack.map(\.title) == ["Suva"] && back.photosBack.count == 2)
      #expect(try await store.inventory() == after)
    }
    // What the user has changed meanwhile is no hindrance.
    try await store.removePins(try await store.pins().map(\.id).filter { $0 != here })
    _ = try await store.apply(step, .undo)
    #expect(try await store.pins().map(\.id) == [here])
    #expect(try await store.album(of: here).map(\.details.sourceID) == ["1", "2"])
    // Nobody has removed what went with the undo: it comes again, also from another step on.
    _ = try await store.addPin(at: suva, titled: "Other")
    #expect(try await store.history(of: here, in: "commons").unwanted.isEmpty)
    let again = try await store.merge(try await self.staged())
    #expect(again.photoCount == 4 && again.changed == [here])
    try await store.sweep()
    for photo in try await store.album(of: here) {
      #expect(store.file(at: photo.path!) != nil)
    }
  }

  @Test func `a merge that brings nothing leaves no half of an undone one`() async throws {
    let store = try await TravelStore(folder: other.folder)
    _ = try await store.makePin("Kyoto", photos: ["1"])
    try await backUp(store, to: "\(scratch.backup)-own")
    let staged = try await staged { _ = try await $0.makePin("Kyoto", photos: ["1", "2"]) }
    _ = try await store.merge(staged)
    let merged = try await store.inventory()
    let step = try #require(try await store.nextStep(.undo))
    _ = try await store.apply(step, .undo)
    let before = try await store.inventory()
    let own = try LibraryBackup.read("\(scratch.backup)-own", besideLibraryIn: other.folder)
    #expect(try await store.merge(own.library) == MergedLibrary())
    #expect(try await store.inventory() == before)
    _ = try await store.apply(try #require(try await store.nextStep(.redo)), .redo)
    #expect(try await store.inventory() == merged)
    #expect(try await store.history(of: store.pins()[0].id, in: "commons").unwanted.isEmpty)
  }

  @Test func `what a later version knows of pins comes along`() async throws {
    let file = "\(other.folder)/library.sqlite"
    for folder in [scratch.folder, other.folder] {
      do { _ = try await TravelStore(folder: folder) }
      try rows("ALTER TABLE pin ADD COLUMN later TEXT", "\(folder)/library.sqlite")
    }
    let store = try await TravelStore(folder: other.folder)
    for title in ["Bare", "Noted"] { _ = try await store.addPin(at: kyoto, titled: title) }
    try rows("UPDATE pin SET later = 'ours' WHERE title = 'Noted'", file)
    let staged = try await staged {
      for title in ["New", "Noted", "Bare"] { _ = try await $0.addPin(at: kyoto, titled: title) }
      try rows("UPDATE pin SET later = title || ' there'", "\(scratch.folder)/library.sqlite")
    }
    _ = try await store.merge(staged)
    #expect(
      try rows("SELECT title, later FROM pin ORDER BY id", file)
        == "Bare|Bare there\nNoted|ours\nNew|New there\n")
  }

  @Test func `a removed photo here is not brought back by another number`() async throws {
    let store = try await fullLibrary(in: other.folder)
    let expected = try await store.summary()
    let staged = try await staged {
      _ = try await $0.addPin(at: suva, titled: "First")
      _ = try await $0.makePin("Kyoto", photos: ["1"])
    }
    let outcome = try await store.merge(staged)
    #expect(outcome.photoCount == 0 && outcome.pinCount == 1)
    #expect(try await store.summary().hasPrefix(expected))
  }

  @Test func `a cancelled merge changes nothing`() async throws {
    _ = try await fullLibrary(in: scratch.folder)
    let staged = try await staged()
    let store = try await TravelStore(folder: other.folder)
    _ = try await store.makePin("Here", photos: ["1"])
    let before = try await store.summary()
    let asked = Mutex(0)
    await #expect(throws: StoreError.cancelled) {
      try await store.merge(staged) {
        asked.withLock {
          $0 += 1
          return $0 < 2
        }
      }
    }
    #expect(asked.withLock { $0 } == 2)
    #expect(try await store.summary() == before)
    let places = try FileManager.default.contentsOfDirectory(atPath: "\(other.folder)/photos")
    #expect(places.filter { !$0.hasPrefix(".") } == ["1"])
  }

  /// A copy of the folder while a merge goes on is what a power cut would leave.
  @Test func `a merge that is killed has not begun`() async throws {
    _ = try await fullLibrary(in: scratch.folder)
    let staged = try await staged()
    let store = try await TravelStore(folder: other.folder)
    _ = try await store.makePin("Here", photos: ["1"])
    let before = try await store.summary()
    let copies = Mutex(0)
    let (folder, base) = (other.folder, other.path)
    _ = try await store.merge(staged) {
      copies.withLock {
        $0 += 1
        try? FileManager.default.copyItem(atPath: folder, toPath: "\(base)/killed-\($0)")
      }
      return true
    }
    let count = copies.withLock { $0 }
    #expect(count > 2)
    for number in 1...count {
      let copy = "\(other.path)/killed-\(number)"
      let store = try await TravelStore(folder: copy)
      #expect(try await store.summary() == before)
      try await store.sweep()
      #expect(try await store.summary() == before)
      let names = try FileManager.default.contentsOfDirectory(atPath: copy)
      #expect(!names.contains { $0.hasPrefix(".under-way") })
      // What had come already is no one's, and merging again brings all of it.
      let again = try LibraryBackup.read(scratch.backup, besideLibraryIn: copy)
      #expect(try await store.merge(again.library).photoCount == 5)
    }
    #expect(try await store.pins().count == 4)
  }

  @Test func `files come from another disk too`() async throws {
    let disk = TemporaryFolder.onAnotherDisk()
    let (here, there) = (try device(of: scratch.path), try device(of: disk.path))
    try #require(here != there)
    let store = try await fullLibrary(in: scratch.folder)
    let expected = try await store.summary()
    try FileManager.default.createDirectory(
      atPath: other.folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(other.folder)/photos", withDestinationPath: disk.path)
    let target = try await TravelStore(folder: other.folder)
    _ = try await target.merge(try await staged())
    #expect(try await target.summary() == expected)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).contains("1"))
  }

  /// The number of the file system that a folder is in.
  private func device(of folder: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder)[.systemNumber] as? Int
  }
}

struct ReplacingTests {
  let scratch = Scratch()
  let other = Scratch()

  /// A checked library beside another one, and what both hold.
  private func prepare() async throws -> (staged: StagedLibrary, old: String, new: String) {
    let new = try await fullLibrary(in: scratch.folder)
    try await backUp(new, to: scratch.backup)
    let old = try await TravelStore(folder: other.folder)
    _ = try await old.makePin("Old", photos: ["1", "2"])
    let staged = try LibraryBackup.read(scratch.backup, besideLibraryIn: other.folder).library
    return (staged, try await old.summary(), try await new.summary())
  }

  @Test func `the old library is set aside whole`() async throws {
    let (staged, old, new) = try await prepare()
    let place = try #require(
      try await TravelStore.replace(libraryIn: other.folder, by: staged))
    await TravelStore.save(settings: someSettings, besideLibraryIn: place)
    #expect(place.hasPrefix("\(other.folder)/set-aside-20"))
    #expect(try await TravelStore(folder: other.folder).summary() == new)
    #expect(try await TravelStore(folder: place).summary() == old)
    #expect(
      try String(contentsOfFile: "\(place)/settings.ini", encoding: .utf8) == someSettings)
    #expect(other.marks.count == 1)
  }

  /// Renames some times, and then fails, as a process does that does not run any more.
  private func stop(after count: Int) -> @Sendable (String, String) -> Bool {
    let moves = Mutex(0)
    return { from, to in
      let isAlive = moves.withLock { number in
        number += 1
        return number <= count
      }
      return isAlive && rename(from, to) == 0
    }
  }

  @Test(arguments: 0...4)
  func `what does not get to the disk is told and undone or goes on`(after syncs: Int)
    async throws
  {
    let (staged, old, new) = try await prepare()
    Syncs.watch(other.folder, failing: Array(repeating: 0, count: syncs) + [EIO])
    await #expect(throws: StoreError.self) {
      try await TravelStore.replace(libraryIn: other.folder, by: staged)
    }
    // The last two are those of the new photos and of the new library's file.
    let store = try await TravelStore(folder: other.folder)
    #expect(try await store.summary() == (syncs < 3 ? old : new))
    #expect(other.marks.count { $0.hasPrefix("set-aside") } == (syncs < 3 ? 0 : 1))
    #expect(!other.marks.contains { $0.hasPrefix(".replacing") })
  }

  @Test(arguments: 0...9, 0...9)
  func `what is killed is done or undone at the next start`(after moves: Int, again: Int)
    async throws
  {
    let (staged, old, new) = try await prepare()
    _ = try? Replacing(folder: other.folder, move: stop(after: moves)).run(by: staged.work)
    // The next start may be cut short too.
    try? SettingAside(folder: other.folder, move: stop(after: again)).undoUnfinished()
    _ = try? Replacing(folder: other.folder, move: stop(after: again)).finish()
    let store = try await TravelStore(folder: other.folder)
    let now = try await store.summary()
    #expect(now == (moves == 0 ? old : new))
    try await store.sweep()
    #expect(try await store.summary() == now)
    guard moves > 0 else { return }
    let asides = other.marks.filter { $0.hasPrefix("set-aside") }
    #expect(asides.count == 1)
    #expect(
      try await TravelStore(folder: "\(other.folder)/\(try #require(asides.first))").summary()
        == old)
    #expect(!other.marks.contains { $0.hasPrefix(".replacing") })
  }
}
