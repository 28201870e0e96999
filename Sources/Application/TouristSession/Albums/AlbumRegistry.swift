import Files
public import PhotoSources
public import TravelModel
public import TravelStore
import WebServices

/// The albums that are shown or being worked on.
///
/// Each has an `AlbumWork`; several are filled at once, whichever is shown.
@MainActor
public final class AlbumRegistry: LibraryUser {
  /// Shows the progress of albums and their numbers of photos.
  weak var map: MapModel?
  /// Called with an album that a new collection has replaced.
  var onReplacement: (ReplacedAlbum) -> Void = { _ in }
  /// Called with a pin after its album's search and all downloads have ended.
  var onFilled: (AlbumModel) -> Void = { _ in }

  /// The servers of photos that have asked for a pause.
  public let pauses = ServerPauses()

  let search: PhotoSearch
  let check: PictureCheck
  let quickCheck: QuickPictureCheck
  private let stallTimeout: Duration
  /// Bounds how many albums that are not shown are filled at once.
  let limiter = Limiter(width: 4)

  /// Moves downloaded files into the library; nil while none is open.
  private(set) var arrivals: Arrivals?
  private(set) var works: [Pin.ID: AlbumWork] = [:]
  /// The tasks that belong to several albums, or to one that has been removed.
  private var errands: [Int: Task<Void, Never>] = [:]
  private var lastErrand = 0
  /// Pins with photos that could not be downloaded for want of a network, or because their service
  /// is turned off.
  private(set) var cutOff: [Pin.ID: (pin: Pin, outages: Set<SourceFailure>)] = [:]

  var library: TravelStore? { arrivals?.library }

  /// Makes an empty registry; an album is stalled when no photo has arrived for `stallTimeout`.
  public init(
    sources: [any PhotoSource], check: @escaping PictureCheck,
    quickCheck: @escaping QuickPictureCheck = { _ in [:] },
    stallTimeout: Duration = AlbumModel.stallTimeout,
    network: NetworkWatch? = nil,
    options: @escaping () -> AlbumOptions
  ) {
    search = PhotoSearch(
      sources: Dictionary(uniqueKeysWithValues: sources.map { ($0.name, $0) }), options: options,
      network: network)
    self.check = check
    self.quickCheck = quickCheck
    self.stallTimeout = stallTimeout
    network?.onReturn { [weak self] in self?.retryOutages { $0.dependsOnNetwork } }
  }

  /// Uses a library, and resumes work on albums that waited for it.
  public func connect(to library: TravelStore) async {
    arrivals = Arrivals(library: library)
    for work in works.values { work.start() }
  }

  func disconnect() async {
    let arrivals = arrivals
    self.arrivals = nil
    await arrivals?.end()
    await haltAll()
    while let errand = errands.values.first { await errand.value }
    (works, cutOff) = ([:], [:])
  }

  /// Waits until all downloaded files are in the library; later ones wait.
  func pause() async { await arrivals?.pause() }

  /// Lets downloaded files into the library again.
  func resumeArrivals() { arrivals?.resume() }

  /// The file of a photo; nil if it has none.
  public func file(of photo: Photo) -> String? {
    photo.path.flatMap { library?.file(at: $0) }
  }

  /// What is wrong with the file of a photo, which is read completely; nil for nothing.
  func flaw(of photo: Photo) async -> PictureFailure? {
    guard let file = file(of: photo) else { return .lost }
    do throws(PictureFailure) {
      _ = try await check(file, false)
      return nil
    } catch {
      return error == .lost || error == .fileUnreadable ? error : .damaged
    }
  }

  /// The first stored photos of a pin's album, for a preview.
  public func preview(of pin: Pin.ID, count: Int) async -> [Photo] {
    (try? await library?.storedPhotos(of: pin, limit: count)) ?? []
  }

  public func source(of album: AlbumModel) -> SourceChoice { search.choice(for: album) }
}

/// Showing and releasing albums.
extension AlbumRegistry {
  /// Returns the album of a pin, to be released after use; an empty one is filled.
  public func album(of pin: Pin) -> AlbumModel {
    if let work = works[pin.id] {
      work.show()
      return work.album
    }
    return begin(pin, isShown: true).album
  }

  /// Returns the loaded album of a pin, to be released after use; nil if none is loaded.
  public func loadedAlbum(of pin: Pin.ID) -> AlbumModel? {
    works[pin]?.showings += 1
    return works[pin]?.album
  }

  /// Fills the album of a pin that is not shown.
  public func prefetch(_ pin: Pin) {
    if works[pin.id] == nil { _ = begin(pin, isShown: false) }
  }

  /// Releases an album that was returned before; work on it continues.
  public func release(_ album: AlbumModel) {
    guard let work = work(on: album) else { return }
    work.showings -= 1
    forgetIfUnused(work)
  }

  /// Unloads an album that is neither shown nor being worked on.
  func forgetIfUnused(_ work: AlbumWork) {
    let pin = work.album.pin.id
    if !work.isShown, work.tasks.isEmpty, works[pin] === work { works[pin] = nil }
  }

  private func begin(_ pin: Pin, isShown: Bool) -> AlbumWork {
    let album = AlbumModel(pin: pin, stallTimeout: stallTimeout, pauses: pauses)
    let work = AlbumWork(on: album, for: self)
    work.showings = isShown ? 1 : 0
    works[pin.id] = work
    work.start()
    return work
  }

  private func work(on album: AlbumModel) -> AlbumWork? {
    works[album.pin.id].flatMap { $0.album === album ? $0 : nil }
  }
}

/// Requests of the user.
extension AlbumRegistry {
  /// Replaces an album by other photos, from `choice` if the user has chosen a source for it, or of
  /// `sight`.
  ///
  /// The album stays as it is, and stalled downloads continue, until new photos are found.
  public func newCollection(
    _ album: AlbumModel, from choice: SourceChoice? = nil, of sight: Sight? = nil
  ) {
    work(on: album)?.newCollection(from: choice, of: sight)
  }

  /// Retries a failed search, or the failed downloads that may still succeed.
  public func retry(_ album: AlbumModel) { work(on: album)?.retry() }

  /// Retries failed photos, whatever else is under way.
  public func retry(_ photos: [Photo.ID], of album: AlbumModel) { work(on: album)?.retry(photos) }

  /// Retries what failed because a service was turned off.
  public func retryTurnedOff() { retryOutages { $0 == .turnedOff } }

  public func checkFile(of photo: Photo, in album: AlbumModel) {
    work(on: album)?.checkFile(of: photo)
  }
}

/// Changes of the library.
extension AlbumRegistry {
  /// Ends the work on a pin's album, because the pin is being removed.
  func endWork(on pin: Pin.ID) {
    cutOff[pin] = nil
    guard let work = works.removeValue(forKey: pin) else { return }
    work.cancel()
    run { await work.halt() }
  }

  /// Ends the work on an album and waits for that, so that what was found at one place cannot come
  /// to another.
  func halt(_ pin: Pin.ID) async { await works[pin]?.halt() }

  /// Ends the work on all albums, and waits for that.
  func haltAll() async {
    for work in works.values { work.cancel() }
    for work in Array(works.values) { await work.halt() }
  }

  /// Resumes the work on an album whose pin could not be moved.
  func resumeWork(on pin: Pin.ID) { works[pin]?.resume() }

  /// Resumes the work on an album at its pin's new place; an empty one is filled if photos are
  /// wanted.
  func moveWork(to pin: Pin) async {
    if pin.photoCount == 0, map?.prefetches() == true {
      try? await library?.searchBegan(for: pin.id)
    }
    works[pin.id] = nil
    cutOff[pin.id]?.pin = pin
    await resumeUnfinished()
  }

  /// Shows photos that an undo has brought back.
  func insert(_ back: [Photo]) {
    for (id, photos) in Dictionary(grouping: back, by: \.pin) {
      if let work = works[id] {
        work.insert(photos)
      } else if let pin = map?.pins[id] {
        // Prefetching reads the album, which also updates the count.
        prefetch(pin)
      }
    }
  }

  /// Removes photos that have left the library from their albums.
  func remove(_ gone: [Photo]) {
    for (id, photos) in Dictionary(grouping: gone, by: \.pin) {
      if let album = works[id]?.album {
        _ = album.remove(Set(photos.map(\.id)))
        map?.showCount(of: album)
      } else if let pin = map?.pins[id] {
        map?.setPhotoCount(pin.photoCount - photos.count, of: id)
      }
    }
  }

  /// Shows the photos of an album that was exchanged for another, and resumes the work on it.
  func show(_ photos: [Photo], _ info: AlbumInfo, of id: Pin.ID) {
    map?.setPhotoCount(photos.count, of: id)
    if let work = works[id] {
      work.exchange(for: photos, info)
    } else if let pin = map?.pins[id] {
      prefetch(pin)
    }
  }

  /// Reads the loaded albums again after a merge, and resumes the work on them.
  func readAgain() async {
    for work in Array(works.values) {
      guard let library else { return }
      let pin = work.album.pin.id
      guard let photos = try? await library.album(of: pin) else { continue }
      work.album.show(photos)
      work.album.info = try? await library.albumInfo(of: pin)
      work.resume()
    }
  }

  /// Whether a step's new collection has no photo yet.
  func awaitsFirstPhoto(insteadOf step: ShownStep) async -> Bool {
    guard let old = step.album else { return false }
    let waiting = try? await library?.replacedAlbums(of: old.pin)
    return waiting?.contains { $0.step == old.step } == true
  }
}

/// Unfinished albums.
extension AlbumRegistry {
  /// Continues the unfinished albums of earlier runs, and of pins that have moved or come back.
  func resumeUnfinished() async {
    let library = library
    let unfinished = (try? await library?.unfinishedAlbums()) ?? []
    guard library === self.library else { return }
    for pin in unfinished.compactMap({ map?.pins[$0] }) { prefetch(pin) }
  }

  /// Records whether an album waits for the network or a service.
  func setOutage(_ work: AlbumWork) {
    let (pin, outages) = (work.album.pin, work.album.outages)
    guard works[pin.id] === work else { return }
    cutOff[pin.id] = outages.isEmpty ? nil : (pin: pin, outages: outages)
  }

  /// Retries the albums with outages that are over, those that are shown first.
  private func retryOutages(over isOver: @escaping @Sendable (SourceFailure) -> Bool) {
    let isShown = { [works] (pin: Pin) in works[pin.id]?.isShown == true }
    let pins = cutOff.values.filter { $0.outages.contains(where: isOver) }.map { $0.pin }
      .sorted { isShown($0) && !isShown($1) }
    run { [self] in
      for pin in pins { await retryOutage(of: pin, over: isOver) }
    }
  }

  /// Retries an album; the next time, if the library cannot be written now.
  private func retryOutage(of pin: Pin, over isOver: @Sendable (SourceFailure) -> Bool) async {
    guard let library, let photos = try? await library.album(of: pin.id) else { return }
    // Photos that failed for another reason would fail again.
    let lost = photos.filter { $0.failure?.ofSource.map(isOver) == true }
    guard let awaited = try? await library.awaitAgain(lost) else { return }
    cutOff[pin.id] = nil
    if let work = works[pin.id] { work.resume(awaiting: awaited) } else { prefetch(pin) }
  }

  private func run(_ errand: @escaping @MainActor () async -> Void) {
    lastErrand += 1
    let number = lastErrand
    errands[number] = Task {
      await errand()
      errands[number] = nil
    }
  }
}
