import Files
import GLibBridge
import Glibc
import Imaging
import LibraryBackup
import Observation
import PlaceFiles
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
    if let failure = await libraryFailure() {
      await output.complain(Words.sentence(for: failure))
      return .failed
    }
    let status = await run(request.command, request, output)
    await output.finish()
    if let failure = output.failure {
      await output.complain(Words.unanswered(request.command, because: failure))
    }
    return output.isEnded ? .failed : status
  }

  private func run(
    _ command: CommandRequest.Command, _ request: CommandRequest, _ output: CommandOutput
  ) async -> ExitStatus {
    switch command {
    case .list:
      await list(request, output)
      return .done
    case .drop(let place): return await drop(at: place, request, output)
    case .fetch(let pin): return await fetch(pin, request, output)
    case .importPlaces(let file): return await importPlaces(of: file, request, output)
    case .exportPlaces(let format): return await exportPlaces(as: format, request, output)
    case .backUp(let file): return await backUp(to: file, request, output)
    }
  }

  /// Why the pins cannot be had; nil where they can.
  private func libraryFailure() async -> StoreError? {
    while true {
      if case .failed(let error) = session.library.state { return error }
      if let failure = session.map.readingFailure ?? session.trips.readingFailure {
        return failure
      }
      if session.map.isConnected { return nil }
      await withCheckedContinuation { continuation in
        withObservationTracking {
          _ = session.library.state
          _ = (session.map.isConnected, session.map.readingFailure, session.trips.readingFailure)
        } onChange: {
          continuation.resume()
        }
      }
    }
  }
}

extension CommandRunner {
  private func list(_ request: CommandRequest, _ output: CommandOutput) async {
    let pins = session.map.pins.all.sorted { $0.id < $1.id }
    await output.write(
      await CommandText.list(pins, of: session.trips.trips, isJSON: request.isJSON))
  }

  private func drop(
    at place: Coordinate, _ request: CommandRequest, _ output: CommandOutput
  ) async -> ExitStatus {
    do throws(StoreError) {
      let pin = try await session.addPin(at: place)
      await output.write(await CommandText.list([pin], isJSON: request.isJSON, isSingle: true))
      return .done
    } catch {
      await output.complain(Words.sentence(for: error))
      return .failed
    }
  }

  private func fetch(
    _ text: String, _ request: CommandRequest, _ output: CommandOutput
  ) async -> ExitStatus {
    guard let pin = await pin(text, output) else { return .notFound }
    let album = session.albums.album(of: pin)
    defer { session.albums.release(album) }
    await wait(for: album, output)
    // What failed before is tried once more.
    if !output.isEnded, album.trouble == nil, album.tally.failed > 0 {
      session.albums.retry(album)
      await wait(for: album, output)
    }
    guard !output.isEnded else { return .failed }
    if let trouble = album.trouble {
      await output.complain(Words.sentence(for: trouble, key: flickrKey))
      return .failed
    }
    let tally = album.tally
    await output.write(
      request.isJSON
        ? CommandText.object([
          ("pin", String(pin.id.number)), ("photos", String(tally.stored)),
          ("failed", String(tally.failed)),
        ]) : "\(Words.photoCount(tally.stored))\n")
    guard tally.failed == 0 else {
      await output.complain(
        Words.failedPhotos(tally.failed, because: album.photos.lazy.compactMap(\.failure).first))
      return .failed
    }
    return .done
  }

  /// Waits until an album is filled or nobody waits for it any more, and says how far it has come.
  private func wait(for album: AlbumModel, _ output: CommandOutput) async {
    let (changes, change) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    output.onEnd { change.yield() }
    var next = changes.makeAsyncIterator()
    while album.isBusy, !output.isEnded {
      let tally = withObservationTracking {
        _ = album.activity
        return album.tally
      } onChange: {
        change.yield()
      }
      if tally.all > 0 { output.show(Words.fetched(tally.stored, of: tally.all)) }
      await next.next()
    }
  }

  /// The pin of a number or a title.
  private func pin(_ text: String, _ output: CommandOutput) async -> Pin? {
    if let number = Int64(text), let pin = session.map.pins[Pin.ID(number)] { return pin }
    let found = session.map.pins.all.filter { $0.title == text }
    if found.count == 1 { return found.first }
    await output.complain(found.isEmpty ? Words.noPin(text) : Words.severalPins(text))
    return nil
  }

  private func importPlaces(
    of file: String, _ request: CommandRequest, _ output: CommandOutput
  ) async -> ExitStatus {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    output.show(Words.readingPlaces(of: name))
    if await WorkQueue.shared.run({ (try? PictureFile(sniffing: file)) != nil }) {
      return await importPicture(file, named: name, request, output)
    }
    let found: PlaceImport
    do throws(PlaceFileError) {
      found = try await session.readPlaces(of: file) { !output.isEnded }
    } catch {
      guard error != .cancelled else { return .failed }
      await output.complain("\(name): \(Words.sentence(for: error))")
      return error == .unreadable && access(file, F_OK) != 0 ? .notFound : .failed
    }
    return await makePins(of: found, request, output)
  }

  /// Makes a pin where a picture was taken, unless there is one.
  private func importPicture(
    _ file: String, named name: String, _ request: CommandRequest, _ output: CommandOutput
  ) async -> ExitStatus {
    let found = await pictures.placesWithoutPin(of: [file], among: session.map.pins) {
      !output.isEnded
    }
    guard let found else { return .failed }
    guard found.located > 0 else {
      await output.complain("\(name): \(Words.picturesWithoutPlace(1))")
      return .failed
    }
    return await makePins(
      of: PlaceImport(found.places.map { NewPin(at: $0) }, known: 1 - found.places.count),
      filledFrom: settings.isInPicturesFolder([file]) ? .pictures : nil, request, output)
  }

  private func makePins(
    of found: PlaceImport, filledFrom source: SourceChoice? = nil, _ request: CommandRequest,
    _ output: CommandOutput
  ) async -> ExitStatus {
    do throws(StoreError) {
      let made = try await session.makePins(
        found.new, along: found.routes, filledFrom: source
      ) { !output.isEnded }
      await output.write(
        request.isJSON
          ? CommandText.object([
            ("made", String(made.count)), ("known", String(found.known)),
            ("trips", String(found.routes.count)), ("problems", String(found.problemCount)),
          ]) : "\(Words.imported(made.count, found))\n")
      return .done
    } catch {
      guard error != .cancelled else { return .failed }
      await output.complain(Words.sentence(for: error))
      return .failed
    }
  }

  private func exportPlaces(
    as format: PlaceFormat, _ request: CommandRequest, _ output: CommandOutput
  ) async -> ExitStatus {
    let count = session.map.pins.count
    guard let file = request.output else {
      let list = await session.placeList()
      await WorkQueue.shared.run {
        list.write(as: format) { chunk in if !output.isEnded { output.writeNow(chunk) } }
      }
      return .done
    }
    do throws(DiskFailure) {
      try await session.writePlaces(to: file, as: format)
    } catch {
      await output.complain(Words.placesNotExported(because: error))
      return .failed
    }
    await output.write(
      request.isJSON
        ? CommandText.object([("file", CommandText.quoted(file)), ("places", String(count))])
        : "\(Words.placesExported(count))\n")
    return .done
  }

  private func backUp(
    to file: String, _ request: CommandRequest, _ output: CommandOutput
  ) async -> ExitStatus {
    let progress = BackupProgress { step in
      Task { @MainActor in output.show(Words.backingUp(step)) }
    }
    output.onEnd { progress.cancel() }
    do throws(BackupFailure) {
      let content = try await session.backUp(
        to: file, settings: settings.text, program: version, progress: progress)
      await output.write(
        request.isJSON
          ? CommandText.object([
            ("file", CommandText.quoted(file)), ("pins", String(content.pinCount)),
            ("photos", String(content.photoCount)), ("missing", String(content.missing)),
          ]) : "\(Words.backedUp(content))\n")
      return .done
    } catch {
      if let sentence = Words.sentence(for: error) { await output.complain(sentence) }
      return .failed
    }
  }
}
