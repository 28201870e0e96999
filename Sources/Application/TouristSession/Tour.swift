import Observation
import TravelModel

/// A tour through the albums of all pins in random order; each is visited once before any repeats.
@MainActor
public final class Tour {
  private let session: Session
  private var ahead: [Pin.ID] = []
  /// The album that is shown, and the next one.
  private var album: AlbumModel?
  private var coming: AlbumModel?
  private var hasEnded = false

  public init(of session: Session) { self.session = session }

  /// Finds the next album with photos, which `arrive` makes the shown one; nil if there is none.
  public func next() async -> AlbumModel? {
    await find()
    if coming == nil, !hasEnded {
      ahead = session.map.pins.all.filter { $0.photoCount > 0 }.map(\.id).shuffled()
      // No album follows itself from one round to the next.
      if ahead.count > 1, ahead.last == album?.pin.id { ahead.swapAt(0, ahead.count - 1) }
      await find()
    }
    return coming
  }

  /// Makes the album found last the shown one, and releases the one before.
  public func arrive() {
    guard let coming else { return }
    if let album { session.albums.release(album) }
    (album, self.coming) = (coming, nil)
  }

  public func end() {
    hasEnded = true
    for held in [album, coming].compactMap({ $0 }) { session.albums.release(held) }
    (album, coming, ahead) = (nil, nil, [])
  }

  private func find() async {
    while !hasEnded, coming == nil, let id = ahead.popLast() {
      // Opening an album without pictures would fill it.
      guard await !session.albums.preview(of: id, count: 1).isEmpty, !hasEnded,
        let pin = session.map.pins[id]
      else { continue }
      let found = session.albums.album(of: pin)
      await found.waitUntilRead()
      if found.tally.stored > 0, !hasEnded, coming == nil {
        coming = found
      } else {
        session.albums.release(found)
      }
    }
  }
}

extension AlbumModel {
  /// Waits until the photos have been read or that has failed.
  fileprivate func waitUntilRead() async {
    let states = Observations { [self] in edition > 0 || !isBusy }
    for await isRead in states where isRead { return }
  }
}
