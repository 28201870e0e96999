import Observation
import TravelModel

/// A way through the albums of all pins, in any order, each once before one comes again.
@MainActor
public final class Tour {
  private let session: Session
  private var ahead: [Pin.ID] = []
  /// The album that is shown now.
  private var album: AlbumModel?

  public init(of session: Session) { self.session = session }

  /// Leads to the next album that has photos; nil where there is none.
  public func next() async -> AlbumModel? {
    if let album = await nextAhead() { return album }
    ahead = session.map.pins.all.filter { $0.photoCount > 0 }.map(\.id).shuffled()
    return await nextAhead()
  }

  /// Ends it; what was shown last is no longer.
  public func end() {
    if let album { session.albums.release(album) }
    (album, ahead) = (nil, [])
  }

  private func nextAhead() async -> AlbumModel? {
    while let id = ahead.popLast() {
      guard let pin = session.map.pins[id],
        await !session.albums.preview(of: id, count: 1).isEmpty
      else { continue }
      let next = session.albums.album(of: pin)
      await next.waitUntilRead()
      guard next.tally.stored > 0, !Task.isCancelled else {
        session.albums.release(next)
        continue
      }
      if let album, album !== next { session.albums.release(album) }
      album = next
      return next
    }
    return nil
  }
}

extension AlbumModel {
  /// Waits until the photos have been read, or could not be.
  fileprivate func waitUntilRead() async {
    while edition == 0, !tasks.isEmpty {
      await withCheckedContinuation { continuation in
        withObservationTracking {
          _ = (edition, activity, trouble)
        } onChange: {
          continuation.resume()
        }
      }
    }
  }
}
