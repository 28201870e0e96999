public import TravelModel

extension PictureFile {
  /// Looks at both ends of the file at `path`, and says what is wrong with it; nil where it is there
  /// and begins and ends as a picture does.
  ///
  /// That misses no file that was lost, cut short or written over, and reads two pieces of it: only
  /// one whose end says nothing is read as a whole.
  public static func flaw(at path: String) -> PhotoFailure? {
    do throws(PhotoFailure) {
      let file = try RegularFile(path)
      var start = ByteWindow(file.bytes(at: 0, count: 16))
      guard let kind = PictureKind(&start) else { return .damaged }
      if !file.ends(as: kind, &start) { _ = try PictureFile(checking: path) }
      return nil
    } catch {
      return error == .lost || error == .fileUnreadable ? error : .damaged
    }
  }
}

extension RegularFile {
  fileprivate func ends(as kind: PictureKind, _ start: inout ByteWindow) -> Bool {
    switch kind {
    case .jpeg: ends(with: [0xFF, 0xD9])
    case .png: ends(with: Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82])
    case .gif: ends(with: [0x00, 0x3B])
    case .webp: start.little(4, at: 4).map { $0 + 8 <= count } ?? false
    }
  }

  private func ends(with bytes: [UInt8]) -> Bool {
    count >= bytes.count && self.bytes(at: count - bytes.count, count: bytes.count) == bytes
  }
}
