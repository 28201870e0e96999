import CGLib
import CLinux
import Files
import GLibBridge
import Glibc
import Synchronization
import TravelModel

/// A running picture reader, which ends with this object.
///
/// It is asked from one thread at a time.
final class ReaderProcess: Sendable {
  let process: pid_t
  /// What the system lacks to confine it, in words; empty if it lacks nothing.
  let missing: String
  private let socket: Int32
  private let count = Atomic(0)

  var answers: Int { count.load(ordering: .relaxed) }

  enum Outcome {
    case answer(Result<PictureAnswer, PictureFailure>)
    /// It has ended.
    case end
    /// It takes too long.
    case silence
    /// What it says makes no sense.
    case nonsense
  }

  /// Starts a program as a reader; nil if it does not get as far as to wait for questions.
  ///
  /// It may take `limit` seconds for that, and for each answer.
  init?(program: String, limit: Int) {
    var sockets: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else { return nil }
    socket = sockets[0]
    process = ReaderProcess.start(program, sockets[1])
    // Only the reader is to have that end, so that this one tells when it ends.
    close(sockets[1])
    var patience = timeval(tv_sec: limit, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var greeting = Packet(ReaderProcess.receive(socket) ?? [])
    let missing = process > 0 ? try? greeting.text() : nil
    self.missing = missing ?? ""
    // All properties are set, so `deinit` ends the process.
    if missing == nil { return nil }
  }

  deinit {
    close(socket)
    guard process > 0 else { return }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Asks about the picture in a file, and waits for the answer.
  func ask(_ file: OpenFile, _ question: PictureQuestion) -> Outcome {
    count.add(1, ordering: .relaxed)
    let flags = ReaderProcess.closesOnExecution | ReaderProcess.allowsSeals
    let hasBytes = question.cell != nil || question.credit != nil
    let pixels = hasBytes ? memfd_create("pixels", flags) : -1
    defer { if pixels >= 0 { close(pixels) } }
    guard pixels >= 0 || !hasBytes else { return .answer(.failure(.fileUnreadable)) }
    let asked = Packet(question, fileSize: file.size)
    let descriptors = [file.descriptor] + (pixels >= 0 ? [pixels] : [])
    guard vt_send(socket, asked.bytes, asked.bytes.count, descriptors, descriptors.count) != 0
    else { return .end }
    guard let bytes = ReaderProcess.receive(socket) else { return .silence }
    guard !bytes.isEmpty else { return .end }
    var packet = Packet(bytes)
    guard let answer = try? packet.answer({ ReaderProcess.map(pixels) }) else { return .nonsense }
    if case .success(let answer) = answer, !question.isAnswered(by: answer) { return .nonsense }
    return .answer(answer)
  }

  // What the system calls MFD_CLOEXEC, MFD_ALLOW_SEALING, F_ADD_SEALS, and F_SEAL_SEAL, _SHRINK, _GROW
  // and _WRITE together; Swift does not see them.
  private static let closesOnExecution: UInt32 = 1
  private static let allowsSeals: UInt32 = 2
  private static let addSeals: Int32 = 1033
  private static let allSeals: Int32 = 0xF

  /// Seals the pixels, or the copy, so that the reader can change them no more, and maps them; nil if it has not
  /// let go of them.
  private static func map(_ pixels: Int32) -> Bytes? {
    guard fcntl(pixels, addSeals, allSeals) == 0,
      let file = g_mapped_file_new_from_fd(pixels, 0, nil)
    else { return nil }
    defer { g_mapped_file_unref(file) }
    return Bytes(adopting: g_mapped_file_get_bytes(file))
  }

  /// Waits for a packet; empty at the end of the reader, and nil if it takes too long.
  private static func receive(_ socket: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: Packet.limit)
    var count = 0
    repeat {
      count = recv(socket, &bytes, bytes.count, 0)
    } while count < 0 && errno == EINTR
    if count < 0, errno == EAGAIN { return nil }
    return Array(bytes.prefix(max(0, count)))
  }

  /// Starts the program with nothing but a socket; returns 0 if that fails.
  private static func start(_ program: String, _ socket: Int32) -> pid_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_adddup2(&files, socket, PictureReader.socket)
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDWR, 0)
    for stream in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_adddup2(&files, 0, stream)
    }
    let arguments = copies(of: ["virtual-tourist", PictureReader.word])
    let variables = copies(of: environment)
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, program, &files, nil, arguments, variables)
    return error == 0 ? process : 0
  }

  /// The texts as C has them, with nil at the end.
  private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { text in strdup(text) } + [nil]
  }

  /// What a reader is told of the environment: where its libraries are, and for glycin more, but
  /// never what is meant for the program alone.
  private static var environment: [String] {
    let names = ["GDK_PIXBUF_MODULE_FILE", "LD_LIBRARY_PATH"]
    var variables: [String] = []
    let all = g_get_environ()
    defer { g_strfreev(all) }
    var next = all
    while let text = next?.pointee {
      let variable = String(cString: text)
      let isWanted =
        Confinement.isGlycins
        ? !variable.hasPrefix("VIRTUAL_TOURIST")
        : names.contains { variable.hasPrefix("\($0)=") }
      if isWanted { variables.append(variable) }
      next = next?.successor()
    }
    return variables
  }
}
