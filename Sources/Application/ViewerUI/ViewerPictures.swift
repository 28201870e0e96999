import Glibc
import Imaging
import TouristSession
import TravelModel

/// Loads the pictures of the canvas: first the stored ones, then the large one, each decoded for
/// the size at which it is drawn.
final class ViewerPictures {
  /// The progress of the picture.
  enum Progress: Hashable {
    /// There is nothing to report.
    case none
    /// The large image is being downloaded.
    case fetching
    /// The large image cannot be loaded.
    case failed(PhotoFailure)
    /// There is no picture to show.
    case missing(PhotoFailure)
  }

  var onProgress: (Progress) -> Void = { _ in }
  private(set) var progress = Progress.none {
    didSet { onProgress(progress) }
  }

  private let canvas: PictureCanvas
  private let decoder: PictureDecoder
  private let largeImages: LargeImages
  private let albums: AlbumRegistry
  /// The files of photos that are not in the library.
  var ownFiles: [Photo.ID: String] = [:]
  private var photo: Photo?
  /// The neighbouring photos.
  var beside: (before: Photo?, after: Photo?) = (nil, nil) {
    didSet { showNeighbours() }
  }
  /// The decoded pictures of the photo, its neighbours, and the next one of a slideshow.
  private var ready: [Photo.ID: CanvasPicture] = [:]
  private var work: Task<Void, Never>?
  private var refinement: Task<Void, Never>?
  private var preparation: Task<Void, Never>?

  /// How long a photo must be shown before its large image is downloaded.
  private static let fetchDelay = Duration.milliseconds(250)
  /// How long the zoom must rest before the picture is decoded anew.
  private static let refineDelay = Duration.milliseconds(120)
  /// The least size assumed for the view before the canvas has one, in logical pixels.
  private static let leastView = 600.0

  init(
    canvas: PictureCanvas, decoder: PictureDecoder, largeImages: LargeImages,
    albums: AlbumRegistry
  ) {
    self.canvas = canvas
    self.decoder = decoder
    self.largeImages = largeImages
    self.albums = albums
  }

  /// The photo's best local file; nil if there is none.
  var path: String? {
    guard let photo else { return nil }
    // A file in the cache may be gone.
    return [ready[photo.id]?.path, file(of: photo)].compactMap { $0 }.first {
      access($0, R_OK) == 0
    }
  }
}

extension ViewerPictures {
  /// Shows a photo, which slides in from `direction` unless that is 0, and loads its neighbours and
  /// the `next` one of a slideshow.
  func show(
    _ photo: Photo, beside: (before: Photo?, after: Photo?), then next: Photo?, from direction: Int
  ) {
    self.photo = photo
    let kept = Set([photo, beside.before, beside.after, next].compactMap { $0?.id })
    let leaving = canvas.current
    ready = ready.filter { kept.contains($0.key) }
    self.beside = beside
    let picture = ready[photo.id]
    if direction == 0 || leaving == nil {
      canvas.show(picture)
    } else {
      canvas.turn(to: picture, direction)
    }
    stopLoading()
    progress = .none
    work = Task { [weak self] in
      await self?.load(photo)
      for neighbour in [next, beside.after, beside.before] {
        guard let neighbour, !Task.isCancelled else { continue }
        await self?.prepare(neighbour)
      }
      await self?.loadLarge(of: photo)
    }
  }

  /// Decodes the first photo of the next album of a slideshow.
  func prepare(next photo: Photo) {
    preparation = Task { [weak self] in await self?.prepare(photo) }
  }

  /// Gives the canvas the neighbouring pictures that are loaded.
  private func showNeighbours() {
    canvas.canTurn = (beside.before != nil, beside.after != nil)
    canvas.before = beside.before.flatMap { ready[$0.id] }
    canvas.after = beside.after.flatMap { ready[$0.id] }
  }

  /// Releases all pictures, and stops loading.
  func clear() {
    stopLoading()
    photo = nil
    ready = [:]
    canvas.stop()
    (canvas.before, canvas.after) = (nil, nil)
    canvas.show(nil)
  }

  /// Decodes the picture anew if it is drawn larger than it was decoded.
  func refine() {
    guard let photo, let loaded = ready[photo.id] else { return }
    let wanted = canvas.decodedSize(of: loaded.fileSize)
    guard wanted.width > loaded.decodedSize.width else { return }
    refinement?.cancel()
    refinement = Task { [weak self] in
      do {
        try await Task.sleep(for: ViewerPictures.refineDelay)
        guard let self else { return }
        let wanted = canvas.decodedSize(of: loaded.fileSize)
        let decoded = try await decoder.picture(at: loaded.path) { _ in wanted }
        try Task.checkCancellation()
        // The large image may have arrived meanwhile.
        guard ready[photo.id]?.path == loaded.path else { return }
        replace(by: decoded, loaded.path, for: photo, countsAs: loaded.size)
      } catch {
        // The picture stays less sharp.
      }
    }
  }

  private func stopLoading() {
    for task in [work, refinement, preparation] { task?.cancel() }
  }

  private func load(_ photo: Photo) async {
    guard photo.state == .stored else { return }
    do {
      if ready[photo.id] == nil { try await decode(photo) }
      try Task.checkCancellation()
      guard let loaded = ready[photo.id] else { return }
      if canvas.current !== loaded { canvas.refine(loaded) }
      refine()
    } catch {
      // After a cancellation, another photo is shown.
      if let failure = PhotoFailure(error), self.photo?.id == photo.id {
        progress = .missing(failure)
      }
    }
  }

  private func prepare(_ neighbour: Photo) async {
    guard neighbour.state == .stored, ready[neighbour.id] == nil else { return }
    try? await decode(neighbour)
    if !Task.isCancelled { showNeighbours() }
  }

  /// The file of a photo, in the library or of the user's own.
  func file(of photo: Photo) -> String? { ownFiles[photo.id] ?? albums.file(of: photo) }

  /// Decodes the stored picture at the size at which it fits the view.
  private func decode(_ photo: Photo) async throws {
    let picture = try await picture(of: photo)
    try Task.checkCancellation()
    ready[photo.id] = picture
  }

  /// The stored picture at the size at which it fits the view.
  func picture(of photo: Photo) async throws -> CanvasPicture {
    guard let path = file(of: photo) else { throw PictureFailure.lost }
    let promised = largeImages.hasLarger(photo) ? photo.details.size : nil
    let view = canvas.geometry
    let least = ViewerPictures.leastView
    let decoded = try await decoder.picture(at: path) { size in
      let counted = ViewerGeometry.expectedSize(stored: size, promised: promised)
      return ViewerGeometry(
        image: counted, viewWidth: max(least, view.viewWidth),
        viewHeight: max(least, view.viewHeight), density: view.density
      ).decodedSize(of: size)
    }
    let counted = ViewerGeometry.expectedSize(stored: decoded.fileSize, promised: promised)
    return CanvasPicture(decoded, at: path, countsAs: counted)
  }

  private func loadLarge(of photo: Photo) async {
    guard !Task.isCancelled, let stored = ready[photo.id], largeImages.hasLarger(photo) else {
      return
    }
    do {
      try await Task.sleep(for: ViewerPictures.fetchDelay)
      progress = .fetching
      guard let (path, decoded) = try await fetchLarge(of: photo) else {
        return progress = .none
      }
      try Task.checkCancellation()
      if decoded.fileSize.width > stored.fileSize.width {
        refinement?.cancel()
        replace(by: decoded, path, for: photo, countsAs: decoded.fileSize)
        refine()
      }
      progress = .none
    } catch {
      // After a cancellation, another photo is shown.
      guard let failure = PhotoFailure(error), !Task.isCancelled else { return }
      // The user, who has turned the service off, need not be told at each photo.
      progress = failure == .source(.turnedOff) ? .none : .failed(failure)
    }
  }

  private func fetchLarge(of photo: Photo) async throws -> (path: String, DecodedPicture)? {
    let geometry = canvas.geometry
    guard let path = try await largeImages.image(of: photo) else { return nil }
    if let decoded = try? await decoder.picture(at: path, sized: { geometry.decodedSize(of: $0) }) {
      return (path, decoded)
    }
    try Task.checkCancellation()
    // The file was whole when downloaded, so the cache is damaged: download it again.
    await largeImages.discardImage(of: photo)
    guard let path = try await largeImages.image(of: photo) else { return nil }
    return (path, try await decoder.picture(at: path) { geometry.decodedSize(of: $0) })
  }

  private func replace(
    by decoded: DecodedPicture, _ path: String, for photo: Photo, countsAs size: PixelSize
  ) {
    guard self.photo?.id == photo.id else { return }
    let picture = CanvasPicture(decoded, at: path, countsAs: size)
    ready[photo.id] = picture
    canvas.refine(picture)
  }
}
