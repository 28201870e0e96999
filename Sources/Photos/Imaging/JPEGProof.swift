import CJPEG
import Glibc
import TravelModel

/// Makes sure that a JPEG is whole, by reading every code of it.
///
/// On the way it finds the picture's shades of gray at an eighth of its size; nil where it does not.
func verifyJPEG(
  _ file: RegularFile, _ header: PictureHeader
) throws(PhotoFailure) -> GrayPicture? {
  // The stream closes its descriptor, and they share one position.
  let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
  guard lseek(descriptor, 0, SEEK_SET) == 0, let stream = fdopen(descriptor, "rb") else {
    if descriptor >= 0 { close(descriptor) }
    throw .fileUnreadable
  }
  defer { fclose(stream) }
  let size = header.storedSize
  let eighth = PixelSize(width: (size.width + 7) / 8, height: (size.height + 7) / 8)
  var verdict = VT_JPEG_DAMAGED
  var hasGrays: Int32 = 0
  let room = eighth.width * eighth.height
  let grays = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
    verdict = vt_verify_jpeg(
      stream, UInt32(size.width), UInt32(size.height), buffer.baseAddress, room, &hasGrays)
    filled = hasGrays == 0 ? 0 : room
  }
  switch verdict {
  case VT_JPEG_WHOLE: return hasGrays == 0 ? nil : GrayPicture(pixels: grays, size: eighth)
  case VT_JPEG_TOO_LARGE: throw .tooLarge
  case VT_JPEG_UNKNOWN_KIND: throw .notAPicture
  default: throw .damaged
  }
}

/// A picture without colours: its pixels, from 0 to 255, row by row from the top.
struct GrayPicture {
  let pixels: [UInt8]
  let size: PixelSize
}
