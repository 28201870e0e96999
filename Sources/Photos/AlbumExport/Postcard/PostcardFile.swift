import CCairo
import Files
import Glibc
import Imaging
import MapDrawing
import TravelModel

package enum PostcardFormat: String, CaseIterable, Sendable {
  /// A picture of both sides, one above the other.
  case png
  /// A document with a page for each side.
  case pdf
}

extension PhotoPostcard {
  /// The resolution: 300 pixels per inch.
  private static let pixelsPerPoint = 300.0 / 72

  /// Writes the card into a file, replacing an existing one.
  ///
  /// Blocks on the disk, so call it on a `WorkQueue`.
  package func write(
    to path: String, as format: PostcardFormat, progress: ExportProgress
  ) throws(ExportFailure) {
    switch format {
    case .png: try writePNG(to: path, progress)
    case .pdf: try writePDF(to: path, progress)
    }
  }

  private func writePDF(to path: String, _ progress: ExportProgress) throws(ExportFailure) {
    let first = size(of: .front)
    try PDFFile.write(
      to: path, titled: title, width: first.width, height: first.height
    ) { file throws(ExportFailure) in
      for side in Side.allCases {
        try progress.check()
        let size = size(of: side)
        file.setSize(width: size.width, height: size.height)
        paint(side, on: file.cairo)
        try file.endPage()
      }
      try progress.check()
    }
  }

  private func writePNG(to path: String, _ progress: ExportProgress) throws(ExportFailure) {
    let painting = painting(
      of: Side.allCases, scale: PhotoPostcard.pixelsPerPoint, CAIRO_FORMAT_ARGB32
    ).painting
    try progress.check()
    try replaceFile(path, isNamed: true) { file throws(ExportFailure) in
      try CairoStream.writePNG(painting.surface, into: file)
      try progress.check()
      // What is in it now came from a picture reader.
      let details = album.photos[0].details
      let isCredited =
        writeCredit(of: details, place: album.place, into: file.path)
        && (try? PictureFile(checking: file.path)) != nil
      if !isCredited {
        file.discard()
        try CairoStream.writePNG(painting.surface, into: file)
      }
      try onDisk { () throws(DiskFailure) in try syncFile(file.path) }
      try progress.check()
    }
  }
}
