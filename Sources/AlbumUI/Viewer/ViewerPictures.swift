import GLibBridge
import Glibc
import Imaging
import Tourist
import Travels

/// Brings the pictures that the canvas shows: the stored ones at once, the large one when it is
/// there, and each as large as it is drawn.
final class ViewerPictures {
  /// How far the picture has come.
  enum Progress: Hashable {
    /// It is shown as well as it can be, or soon will be.
    case none
    /// The large image is on its way.
    case fetching
    /// The large image cannot be had.
    case failed(PhotoFailure)
    /// There is no picture to show.
    case missing(PhotoFailure)
  }

  /// Called when the picture has come further.
  var onProgress: (Progress) -> Void = { _ in }

  private let canvas: PictureCanvas
  private let decoder: PictureDecoder
  private let largeImages: LargeImages
  private let file: (Photo) -> String?
  private var photo: Photo?
  /// The photos beside the shown one.
  private var beside: (before: Photo?, after: Photo?) = (nil, nil)
  /// The pictures that are shown, or soon may be.
  private var ready: [Photo.ID: Loaded] = [:]
  private var work: Task<Void, Never>?
  private var refinement: Task<Void, Never>?

  /// A picture, and what it was decoded from.
  private struct Loaded {
    var picture: CanvasPicture
    var path: String
    var fileSize: PixelSize
    var decodedSize: PixelSize
  }

  /// Photos that are passed by within this time are not asked for in large.
  private static let fetchDelay = Duration.milliseconds(250)
  /// How long the size of the picture has to stay before it is decoded for it.
  private static let refineDelay = Duration.milliseconds(120)
  /// Before the canvas has a size, it is taken to have this many points at least.
  private static let leastView = 600.0

  init(
    canvas: PictureCanvas, decoder: PictureDecoder, largeImages: LargeImages,
    file: @escaping (Photo) -> String?
  ) {
    self.canvas = canvas
    self.decoder = decoder
    self.largeImages = largeImages
    self.file = file
  }

  isolated deinit {
    work?.cancel()
    refinement?.cancel()
  }

  /// The best file of the photo that is here; nil where there is none.
  var path: String? {
    guard let photo else { return nil }
    // What is in the cache may have been deleted meanwhile.
    return [ready[photo.id]?.path, file(photo)].compactMap { $0 }.first { access($0, R_OK) == 0 }
  }
}

extension ViewerPictures {
  /// Shows a photo that came from a side, or from none, and gets those beside it ready.
  func show(_ photo: Photo, before: Photo?, after: Photo?, from direction: Int) {
    self.photo = photo
    let kept = Set([photo.id] + [before?.id, after?.id].compactMap { $0 })
    let leaving = canvas.current
    ready = ready.filter { kept.contains($0.key) }
    note(before: before, after: after)
    let picture = ready[photo.id]?.picture
    if direction == 0 || leaving == nil {
      canvas.show(picture)
    } else {
      canvas.turn(to: picture, direction)
    }
    refinement?.cancel()
    work?.cancel()
    onProgress(.none)
    work = Task { [weak self] in
      await self?.load(photo)
      for neighbour in [after, before] {
        guard let neighbour, !Task.isCancelled else { continue }
        await self?.prepare(neighbour)
      }
      await self?.loadLarge(of: photo)
    }
  }

  /// Takes note of which photos are beside the shown one now.
  func note(before: Photo?, after: Photo?) {
    beside = (before, after)
    canvas.canTurn = (before != nil, after != nil)
    canvas.before = before.flatMap { ready[$0.id]?.picture }
    canvas.after = after.flatMap { ready[$0.id]?.picture }
  }

  /// Forgets all pictures, and stops what is on its way.
  func clear() {
    work?.cancel()
    refinement?.cancel()
    photo = nil
    ready = [:]
    canvas.stop()
    (canvas.before, canvas.after) = (nil, nil)
    canvas.show(nil)
  }

  /// Decodes the picture again if it is drawn larger than it was decoded.
  func refine() {
    guard let photo, let loaded = ready[photo.id] else { return }
    let wanted = canvas.geometry.decodedSize(of: loaded.fileSize)
    guard wanted.width > loaded.decodedSize.width else { return }
    refinement?.cancel()
    refinement = Task { [weak self] in
      do {
        try await Task.sleep(for: ViewerPictures.refineDelay)
        guard let self else { return }
        let geometry = canvas.geometry
        let decoded = try await decoder.picture(at: loaded.path) { geometry.decodedSize(of: $0) }
        try Task.checkCancellation()
        // The large image may have come meanwhile.
        guard ready[photo.id]?.path == loaded.path else { return }
        take(decoded, loaded.path, for: photo, countsAs: loaded.picture.size)
      } catch {
        // Less sharp is not nothing.
      }
    }
  }

  /// The whole of the picture in a file as far as it is ever decoded, for other programs.
  func wholePicture(of path: String) async -> CanvasPicture? {
    let decoded = try? await decoder.picture(at: path) { size in
      var geometry = ViewerGeometry(image: size, viewWidth: 1, viewHeight: 1)
      geometry.zoom(to: 1, aroundX: 0, y: 0)
      return geometry.decodedSize(of: size)
    }
    return decoded.map { CanvasPicture($0, countsAs: $0.fileSize) }
  }
}

extension ViewerPictures {
  private func load(_ photo: Photo) async {
    guard photo.state == .stored else { return }
    do {
      if ready[photo.id] == nil { try await decode(photo) }
      try Task.checkCancellation()
      guard let loaded = ready[photo.id] else { return }
      if canvas.current !== loaded.picture { canvas.refine(loaded.picture) }
      refine()
    } catch let failure as PhotoFailure {
      if self.photo?.id == photo.id { onProgress(.missing(failure)) }
    } catch {
      // Cancelled: another photo is shown.
    }
  }

  private func prepare(_ neighbour: Photo) async {
    guard neighbour.state == .stored, ready[neighbour.id] == nil else { return }
    try? await decode(neighbour)
    if !Task.isCancelled { note(before: beside.before, after: beside.after) }
  }

  /// Decodes the stored picture as large as it is drawn as a whole.
  private func decode(_ photo: Photo) async throws {
    guard let path = file(photo) else { throw PhotoFailure.gone }
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
    try Task.checkCancellation()
    let counted = ViewerGeometry.expectedSize(stored: decoded.fileSize, promised: promised)
    ready[photo.id] = Loaded(
      picture: CanvasPicture(decoded, countsAs: counted), path: path, fileSize: decoded.fileSize,
      decodedSize: decoded.size)
  }

  private func loadLarge(of photo: Photo) async {
    guard !Task.isCancelled, let stored = ready[photo.id], largeImages.hasLarger(photo) else {
      return
    }
    do {
      try await Task.sleep(for: ViewerPictures.fetchDelay)
      onProgress(.fetching)
      guard let (path, decoded) = try await fetchLarge(of: photo) else {
        return onProgress(.none)
      }
      try Task.checkCancellation()
      if decoded.fileSize.width > stored.fileSize.width {
        refinement?.cancel()
        take(decoded, path, for: photo, countsAs: decoded.fileSize)
        refine()
      }
      onProgress(.none)
    } catch let failure as PhotoFailure {
      if !Task.isCancelled { onProgress(.failed(failure)) }
    } catch {
      // Cancelled: another photo is shown.
    }
  }

  private func fetchLarge(of photo: Photo) async throws -> (path: String, DecodedPicture)? {
    let geometry = canvas.geometry
    guard let path = try await largeImages.image(of: photo) else { return nil }
    if let decoded = try? await decoder.picture(at: path, sized: { geometry.decodedSize(of: $0) }) {
      return (path, decoded)
    }
    try Task.checkCancellation()
    // It was whole when it came: what a cache has lost is brought again.
    await largeImages.discardImage(of: photo)
    guard let path = try await largeImages.image(of: photo) else { return nil }
    return (path, try await decoder.picture(at: path) { geometry.decodedSize(of: $0) })
  }

  private func take(
    _ decoded: DecodedPicture, _ path: String, for photo: Photo, countsAs size: PixelSize
  ) {
    guard self.photo?.id == photo.id else { return }
    let picture = CanvasPicture(decoded, countsAs: size)
    ready[photo.id] = Loaded(
      picture: picture, path: path, fileSize: decoded.fileSize, decodedSize: decoded.size)
    canvas.refine(picture)
  }
}
