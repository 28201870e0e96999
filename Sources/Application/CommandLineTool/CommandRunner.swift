import Files
import GLibBridge
import Glibc
import Imaging
import LibraryBackup
import Observation
import PlaceFiles
import TextFormats
package import TouristSession
import TravelModel
import TravelStore
package import Widgets

/// Runs commands on a session, with or without a window.
package final class CommandRunner {
  private let session: Session
  private let pictures: PictureMap
  private let settings: Settings
  private let flickrKey: FlickrKey
  private let version: String

  package init(
    session: Session, pictures: PictureMap, settings: Settings, flickrKey: FlickrKey,
    version: String
  ) {
    (self.session, self.pictures, self.settings) = (session, pictures, settings)
    (self.flickrKey, self.version) = (flickrKey, version)
  }

  /// Runs a command once the library is open.
  package func run(_ request: CommandRequest, to output: CommandOutput) async -> ExitStatus {
    var status = ExitStatus.done
    do {
      try await waitForLibrary()
      try await perform(request, output)
    } catch {
      status = (error as? Complaint)?.status ?? .failed
      if let sentence = CommandRunner.sentence(for: error) { await output.complain(sentence) }
    }
    await output.finish()
    if let failure = output.failure {
      await output.complain(Words.unanswered(request.command, because: failure))
    }
    return output.isEnded ? .failed : status
  }

  /// Reads the library again after another process has changed it.
  func readAgain() async { await session.retryReading() }

  private struct Complaint: Error {
    let sentence: String
    var status = ExitStatus.failed
  }

  private static func sentence(for error: any Error) -> String? {
    switch error {
    case StoreError.cancelled: nil
    case let error as StoreError: Words.sentence(for: error)
    case let failure as BackupFailure: Words.sentence(for: failure)
    case let complaint as Complaint: complaint.sentence
    default: nil
    }
  }

  /// Waits until the pins are read; throws if they cannot be.
  private func waitForLibrary() async throws {
    let states = Observations { [session] () -> Result<Bool, StoreError> in
      if case .failed(let error) = session.library.state { return .failure(error) }
      if let failure = session.map.readingFailure ?? session.trips.readingFailure {
        return .failure(failure)
      }
      return .success(session.map.isConnected)
    }
    for await state in states { if try state.get() { return } }
  }

  private func perform(_ request: CommandRequest, _ output: CommandOutput) async throws {
    switch request.command {
    case .list:
      let pins = session.map.pins.all.sorted { $0.id < $1.id }
      await output.write(
        await CommandText.list(pins, of: session.trips.trips, isJSON: output.isJSON))
    case .drop(let place):
      let pin = try await session.addPin(at: place)
      await output.write(await CommandText.list([pin], isJSON: output.isJSON, isSingle: true))
    case .fetch(let text): try await fetch(try pin(text), output)
    case .importPlaces(let file): try await importPlaces(of: file, output)
    case .exportPlaces(let format): try await exportPlaces(as: format, to: request.output, output)
    case .backUp(let file): try await backUp(to: file, output)
    }
  }
}

extension CommandRunner {
  private func fetch(_ pin: Pin, _ output: CommandOutput) async throws {
    let album = session.albums.album(of: pin)
    defer { session.albums.release(album) }
    await wait(for: album, output)
    // Failed photos are retried.
    if !output.isEnded, album.trouble == nil, album.tally.failed > 0 {
      session.albums.retry(album)
      await wait(for: album, output)
    }
    guard !output.isEnded else { return }
    if let trouble = album.trouble {
      throw Complaint(sentence: Words.sentence(for: trouble, key: flickrKey))
    }
    let tally = album.tally
    await output.answer(
      [
        ("pin", String(pin.id.number)), ("photos", String(tally.stored)),
        ("failed", String(tally.failed)),
      ], Words.photoCount(tally.stored))
    guard tally.failed == 0 else {
      throw Complaint(
        sentence: Words.failedPhotos(
          tally.failed, because: album.photos.lazy.compactMap(\.failure).first))
    }
  }

  /// Waits until an album is filled or the answer is no longer wanted, and reports the progress.
  private func wait(for album: AlbumModel, _ output: CommandOutput) async {
    let watching = Task {
      let states = Observations { (isBusy: album.isBusy, tally: album.tally) }
      for await (isBusy, tally) in states {
        guard isBusy, !output.isEnded else { return }
        guard tally.all > 0 else { continue }
        output.show(
          tr(
            "{done} of {all} photo", plural: "{done} of {all} photos", count: tally.all,
            ["done": String(tally.stored), "all": String(tally.all)]))
      }
    }
    output.onEnd { watching.cancel() }
    await watching.value
  }

  private func pin(_ text: String) throws -> Pin {
    if let number = Int64(text), let pin = session.map.pins[Pin.ID(number)] { return pin }
    let found = session.map.pins.all.filter { $0.title == text }
    guard let pin = found.first, found.count == 1 else {
      throw Complaint(
        sentence: found.isEmpty
          ? tr("There is no pin “{text}”. --list shows all of them.", ["text": text])
          : tr(
            "There are several pins called “{text}”. Use its number, which --list shows.",
            ["text": text]), status: .notFound)
    }
    return pin
  }

  /// Makes pins of the places in a file, or of the place where a picture was taken if there is no
  /// pin yet.
  private func importPlaces(of file: String, _ output: CommandOutput) async throws {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    output.show(Words.readingPlaces(of: name))
    let found: PlaceImport
    var source: SourceChoice?
    if await WorkQueue.shared.run({ (try? PictureFile(sniffing: file)) != nil }) {
      let spots = await pictures.placesWithoutPin(of: [file], among: session.map.pins) {
        !output.isEnded
      }
      guard let spots else { return }
      guard spots.located > 0 else {
        throw Complaint(sentence: "\(name): \(Words.picturesWithoutPlace(1))")
      }
      found = PlaceImport(spots.places.map { NewPin(at: $0) }, known: 1 - spots.places.count)
      if settings.isInPicturesFolder([file]) { source = .pictures }
    } else {
      do throws(PlaceFileError) {
        found = try await session.readPlaces(of: file) { !output.isEnded }
      } catch {
        guard error != .cancelled else { return }
        let isMissing = error == .unreadable && access(file, F_OK) != 0
        throw Complaint(
          sentence: "\(name): \(Words.sentence(for: error))",
          status: isMissing ? .notFound : .failed)
      }
    }
    let made = try await session.makePins(
      found.new, along: found.routes, filledFrom: source
    ) { !output.isEnded }
    await output.answer(
      [
        ("made", String(made.count)), ("known", String(found.known)),
        ("trips", String(found.routes.count)), ("problems", String(found.problemCount)),
      ], Words.imported(made.count, found))
  }

  private func exportPlaces(
    as format: PlaceFormat, to file: String?, _ output: CommandOutput
  ) async throws {
    let count = session.map.pins.count
    guard let file else {
      let list = await session.placeList()
      return await WorkQueue.shared.run {
        list.write(as: format) { chunk in if !output.isEnded { output.writeNow(chunk) } }
      }
    }
    do throws(DiskFailure) {
      try await session.write(await session.placeList(), to: file, as: format)
    } catch {
      throw Complaint(sentence: Words.placesNotExported(because: error))
    }
    await output.answer(
      [("file", JSON.quoted(file)), ("places", String(count))],
      Words.placesExported(count, to: file))
  }

  private func backUp(to file: String, _ output: CommandOutput) async throws {
    let progress = BackupProgress { step in
      Task { @MainActor in output.show(Words.backingUp(step)) }
    }
    output.onEnd { progress.cancel() }
    let content = try await session.backUp(
      to: file, settings: settings.text, program: version, progress: progress)
    await output.answer(
      [
        ("file", JSON.quoted(file)), ("pins", String(content.pinCount)),
        ("photos", String(content.photoCount)), ("missing", String(content.missing)),
      ], Words.backedUp(content, to: file))
  }
}
