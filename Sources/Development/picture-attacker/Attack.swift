import Files
import Glibc
import Imaging
import TravelModel

/// What a picture could try that has taken over its reader; a file chooses one by `attack:NAME`.
enum Attack: String {
  case open, list, write, socket, connect, start, signal, share, allocate, execute, environment
  case crash, hang

  /// Reads a picture as the program does, or tries an attack; `tooLarge` means that it has worked,
  /// and `notAPicture` that it has not.
  static func read(
    _ file: OpenFile, _ question: PictureQuestion
  ) throws(PictureFailure) -> PictureAnswer {
    let content = String(decoding: file.bytes(at: 0, count: 40), as: UTF8.self)
    guard content.hasPrefix("attack:"),
      let attack = Attack(rawValue: String(content.dropFirst("attack:".count)))
    else { return try PictureAnswer(reading: file, question) }
    throw attack.works() ? .tooLarge : .notAPicture
  }

  private func works() -> Bool {
    switch self {
    case .open: return Glibc.open("/etc/passwd", O_RDONLY) >= 0
    case .list: return access("/etc/passwd", F_OK) == 0
    case .write: return creat("/tmp/attack", 0o600) >= 0
    case .socket: return Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0) >= 0
    case .connect:
      // Through the socket that the reader has.
      var address = sockaddr()
      let size = socklen_t(MemoryLayout<sockaddr>.size)
      return (0..<8).contains { Glibc.connect($0, &address, size) == 0 }
    case .start:
      var process: pid_t = 0
      return posix_spawn(&process, "/bin/true", nil, nil, [nil], [nil]) == 0
    case .signal: return kill(getppid(), 0) == 0
    case .share: return shm_open("/attack", O_CREAT | O_RDWR, 0o600) >= 0
    case .allocate: return hasMemory(PROT_READ | PROT_WRITE, 2 << 30)
    case .execute: return hasMemory(PROT_READ | PROT_EXEC, 4096)
    case .environment: return getenv("HOME") != nil || getenv("PATH") != nil
    case .crash: abort()
    case .hang: while true { sched_yield() }
    }
  }

  private func hasMemory(_ protection: Int32, _ count: Int) -> Bool {
    mmap(nil, count, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED
  }
}
