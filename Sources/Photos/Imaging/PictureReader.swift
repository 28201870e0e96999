import CGLib
import CLinux
package import Files
import GLibBridge
import Glibc
import TravelModel

/// A process that reads pictures for the program, and can do nothing else.
///
/// It is the program itself, started anew with a word that no user gives.
public enum PictureReader {
  /// The argument that makes the program a picture reader.
  public static let word = "--read-pictures"

  /// The descriptor of its socket; those before are the standard streams, which lead nowhere.
  static let socket: Int32 = 3

  /// Answers questions until the program closes the socket, or ends.
  public static func run() -> Never { run { try PictureAnswer(reading: $0, $1) } }

  /// The same with another way to read pictures.
  package static func run(_ read: (OpenFile, PictureQuestion) throws -> PictureAnswer) -> Never {
    closefrom(socket + 1)
    // Such as Control+C in the program's terminal: readers end with the program.
    for number in [SIGINT, SIGHUP, SIGTERM, SIGPIPE] { signal(number, SIG_IGN) }
    var greeting = Packet()
    let missing = Confinement.isGlycins ? ["glycin confines"] : Confinement.begin()
    greeting.add(missing.joined(separator: ", "))
    guard send(greeting) else { end() }
    while true {
      var bytes = [UInt8](repeating: 0, count: Packet.limit)
      var descriptors = [Int32](repeating: -1, count: Int(VT_DESCRIPTORS))
      let count = vt_receive(socket, &bytes, bytes.count, &descriptors)
      guard count > 0, descriptors[0] >= 0 else { end() }
      var packet = Packet(bytes.prefix(count))
      guard let (question, fileSize) = try? packet.question() else { end() }
      defer { if descriptors[1] >= 0 { close(descriptors[1]) } }
      let file = OpenFile(adopting: descriptors[0], size: fileSize)
      let answer: Result<PictureAnswer, PictureFailure>
      do {
        let found = try read(file, question)
        let isWritten = (found.pixels?.pixels ?? found.copy)?.write(to: descriptors[1]) ?? true
        answer = isWritten ? .success(found) : .failure(.tooLarge)
      } catch {
        answer = .failure(error as? PictureFailure ?? .damaged)
      }
      guard send(Packet(answer)) else { end() }
    }
  }

  /// Ends the process, and does nothing else that programs do at their end.
  private static func end() -> Never { _exit(0) }

  private static func send(_ packet: Packet) -> Bool {
    write(socket, packet.bytes, packet.bytes.count) == packet.bytes.count
  }
}

extension Bytes {
  /// Writes all bytes; false if there is no room for them.
  func write(to descriptor: Int32) -> Bool {
    withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}
