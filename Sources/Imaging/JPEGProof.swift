import CJPEG
import Glibc
import TravelModel

/// Makes sure that a JPEG is whole, by reading every code of it.
func verifyJPEG(_ file: RegularFile, _ header: PictureHeader) throws(PhotoFailure) {
  // The stream closes its descriptor, and they share one position.
  let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
  guard lseek(descriptor, 0, SEEK_SET) == 0, let stream = fdopen(descriptor, "rb") else {
    if descriptor >= 0 { close(descriptor) }
    throw .unwritable
  }
  defer { fclose(stream) }
  let size = header.storedSize
  switch vt_verify_jpeg(stream, UInt32(size.width), UInt32(size.height)) {
  case VT_JPEG_WHOLE: return
  case VT_JPEG_TOO_LARGE: throw .tooLarge
  case VT_JPEG_UNKNOWN_KIND: throw .notAPicture
  default: throw .damaged
  }
}
