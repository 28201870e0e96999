import Files
import Glibc
import Imaging
import TravelModel

struct WrittenPicture: Hashable {
  let photo: ExportedPhoto
  let name: String
  /// The upright size.
  let size: PixelSize
}

struct PictureWriter {
  let album: ExportedAlbum
  let folder: String
  let progress: ExportProgress
  /// The longest side of a picture, in pixels, to which larger ones are reduced; nil for no limit.
  ///
  /// With a limit, pictures are for browsers, and HEIC becomes JPEG.
  var longestSide: Int?

  /// Writes all readable pictures in order; `body` is called with each.
  func write(
    _ body: (WrittenPicture) throws(DiskFailure) -> Void = { _ in }
  ) throws(ExportFailure) -> [WrittenPicture] {
    var written: [WrittenPicture] = []
    for photo in album.photos {
      try progress.check()
      let number = digits(of: written.count + 1)
      if let picture = try onDisk({ () throws(DiskFailure) in try write(photo, number) }) {
        try onDisk { () throws(DiskFailure) in try body(picture) }
        written.append(picture)
      }
      progress.advance()
    }
    try progress.check()
    guard !written.isEmpty else { throw .noPhotos }
    return written
  }

  /// Writes one picture; nil if its file is no picture any more.
  private func write(
    _ photo: ExportedPhoto, _ number: String
  ) throws(DiskFailure) -> WrittenPicture? {
    guard let file = try? PictureFile(sniffing: photo.path), !file.header.isTooLarge else {
      return nil
    }
    let smaller = makeSmaller(file)
    let kind = smaller == nil ? file.kind : .jpeg
    let stem = FileName.made(from: photo.title).map { "\(number) \($0)" } ?? number
    let name = "\(stem).\(kind.fileExtension)"
    let path = "\(folder)/\(name)"
    func writePlain() throws(DiskFailure) -> Bool {
      if let smaller {
        try writeFile(smaller, to: path)
        return true
      }
      return try copyFile(photo.path, to: path)
    }
    guard try writePlain() else { return nil }
    // What is in it now came from a picture reader.
    if writeCredit(of: photo.details, place: photo.details.coordinate, into: path),
      (try? PictureFile(checking: path)) != nil
    {
      try syncFile(path)
    } else {
      unlink(path)
      guard try writePlain() else { return nil }
    }
    return WrittenPicture(photo: photo, name: name, size: file.size)
  }

  /// A number for a file name, padded to the digits of the last one.
  private func digits(of number: Int) -> String {
    let digits = String(number)
    let width = max(2, String(album.photos.count).count)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private func makeSmaller(_ file: PictureFile) -> [UInt8]? {
    guard let longestSide,
      max(file.size.width, file.size.height) > longestSide || file.kind == .heic
    else { return nil }
    return try? DecodedPicture(of: file.path, covering: file.size.fitted(into: longestSide))
      .jpeg(quality: PictureWriter.quality)
  }

  /// The JPEG quality: high enough that smaller copies look like the originals.
  static let quality = 88
}

extension PixelSize {
  /// The size with the same proportions and a longest side.
  func fitted(into side: Int) -> PixelSize {
    let scale = min(1, Double(side) / Double(max(width, height, 1)))
    return PixelSize(
      width: max(1, Int((Double(width) * scale).rounded())),
      height: max(1, Int((Double(height) * scale).rounded())))
  }
}
