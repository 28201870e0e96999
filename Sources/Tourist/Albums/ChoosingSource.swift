import Travels

/// Where the photos of one album come from.
extension AlbumFiller {
  /// Where an album's next photos come from: from the source that was chosen for it, or else from
  /// where those have come that it has; one without any has the source of all that are new.
  public func source(of album: AlbumModel) -> SourceChoice {
    if let chosen = album.chosenSource { return chosen }
    let usual = options().choice
    guard album.tally.all > 0, let info = album.info, let name = info.source else { return usual }
    // Postcards that stand in for photos give way to them.
    if info.standsInFor != nil { return .automatic }
    return name == usual.source ? usual : SourceChoice(rawValue: name) ?? usual
  }
}

extension PhotoFailure {
  /// Tells whether the service is to blame, so that another may do better.
  var isOfService: Bool {
    switch self {
    case .unreachable, .busy, .refused, .unreadable: true
    default: false
    }
  }
}
