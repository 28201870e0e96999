import CGLib
import CLinux
import CPixbuf
import CSeccomp
import Glibc

/// Takes from a process, for good, all that reading pictures does not need.
///
/// After that it can read what it has been handed, compute, and answer: it opens no file, reaches no
/// network, starts no program, and takes no more than so much memory.
enum Confinement {
  /// The memory that it may take besides what it has, in bytes: the largest picture decoded, once
  /// more where it is rotated, and its file.
  private static let memory: rlim_t = 1280 << 20
  /// The longest file that it may write, in bytes: the pixels of the largest picture, in memory.
  private static let fileSize: rlim_t = 440 << 20
  /// The processor's time that it may take, in seconds, many times what its pictures need.
  private static let seconds: rlim_t = 600
  /// The descriptors that it may have: those of `PictureReader`, and of the file and its pixels.
  private static let descriptors: rlim_t = 8

  /// The calls of the system that decode and answer: by none of them can anything be opened.
  private static let calls = [
    "recvmsg", "pread64", "write", "close", "munmap", "mremap", "brk", "madvise", "futex",
    "sched_yield", "rt_sigprocmask", "rt_sigreturn", "clock_gettime", "gettimeofday", "getrandom",
    "restart_syscall", "exit", "exit_group", "set_robust_list", "rseq",
  ]
  /// These, too, unless they are for memory that can be executed, as their third argument says.
  private static let callsForMemory = ["mmap", "mprotect"]

  /// The flags by which the C library starts a thread (those of `clone`, which Swift does not
  /// import): HEIC's decoder waits for ever for a thread that cannot be started.
  private static let flagsOfThread: scmp_datum_t = 0x3D0F00

  /// Whether gdk-pixbuf hands all pictures to glycin, as it can since 2.44.
  ///
  /// Then they are decoded in sandboxes of glycin's, and who asks it must be able to start those.
  static let isGlycins: Bool = {
    guard let library = dlopen("libglycin-2.so.0", RTLD_NOLOAD | RTLD_LAZY) else { return false }
    dlclose(library)
    return true
  }()

  /// Confines this process, which must have one thread only, and returns what the system lacks for
  /// it.
  static func begin() -> [String] {
    loadDecoders()
    clearenv()
    // Swift's own handlers of crashes would start a program, and go on for ever if they cannot.
    for crash in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
      signal(crash, SIG_DFL)
    }
    let size = memorySize
    var missing: [String] = []
    // This folder has nothing in it but the numbers of the process's own descriptors.
    if vt_seclude() != 0 || chroot("/proc/self/fdinfo") != 0 || chdir("/") != 0 {
      missing.append("namespaces")
    }
    let limits = [
      (__rlimit_resource_t(RLIMIT_AS.rawValue), size + memory),
      (__rlimit_resource_t(RLIMIT_FSIZE.rawValue), fileSize),
      (__rlimit_resource_t(RLIMIT_CPU.rawValue), seconds),
      (__rlimit_resource_t(RLIMIT_NOFILE.rawValue), descriptors),
      (__rlimit_resource_t(RLIMIT_CORE.rawValue), 0),
    ]
    for (resource, most) in limits where !limit(resource, to: most) {
      missing.append("limit \(resource)")
    }
    if vt_shut() != 0 { missing.append("privacy") }
    if !limitCalls() {
      missing.append("seccomp")
      // Otherwise threads can be started and no processes, which this limit does not distinguish.
      _ = limit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), to: 0)
    }
    return missing
  }

  private static func limit(_ resource: __rlimit_resource_t, to most: rlim_t) -> Bool {
    var limit = rlimit(rlim_cur: most, rlim_max: most)
    return setrlimit(resource, &limit) == 0
  }

  /// Loads what would be loaded at the first picture.
  private static func loadDecoders() {
    for kind in PictureKind.allCases {
      guard let loader = gdk_pixbuf_loader_new_with_type(kind.rawValue, nil) else { continue }
      gdk_pixbuf_loader_close(loader, nil)
      g_object_unref(loader)
    }
    _ = Gexiv2.use { true }
    keepPlugins()
    // Threads are to share their memory: otherwise each reserves much of what is allowed.
    mallopt(M_ARENA_MAX, 1)
    // Give the memory of large pictures back to the system at once.
    mallopt(M_MMAP_THRESHOLD, 256 << 10)
  }

  /// Keeps the plugins of libheif, which from 1.17 on are unloaded after each picture.
  private static func keepPlugins() {
    guard let library = dlopen("libheif.so.1", RTLD_NOLOAD | RTLD_LAZY),
      let function = dlsym(library, "heif_init")
    else { return }
    typealias Function = @convention(c) (UnsafeRawPointer?) -> Void
    unsafeBitCast(function, to: Function.self)(nil)
  }

  /// The size of this process's memory, in bytes, of which most is never used.
  private static var memorySize: rlim_t {
    var content: UnsafeMutablePointer<CChar>?
    guard g_file_get_contents("/proc/self/statm", &content, nil, nil) != 0, let content else {
      return memory
    }
    defer { g_free(content) }
    return rlim_t(strtoul(content, nil, 10)) * rlim_t(getpagesize())
  }

  /// Lets all other calls of the system fail.
  private static func limitCalls() -> Bool {
    // SCMP_ACT_ERRNO, which Swift does not import.
    func fails(with error: Int32) -> UInt32 { 0x0005_0000 | UInt32(error) }
    guard let filter = seccomp_init(fails(with: EPERM)) else { return false }
    defer { seccomp_release(filter) }
    for call in calls {
      seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, seccomp_syscall_resolve_name(call), 0, nil)
    }
    var isNotExecuted = scmp_arg_cmp(
      arg: 2, op: SCMP_CMP_MASKED_EQ, datum_a: scmp_datum_t(PROT_EXEC), datum_b: 0)
    for call in callsForMemory {
      seccomp_rule_add_array(
        filter, SCMP_ACT_ALLOW, seccomp_syscall_resolve_name(call), 1, &isNotExecuted)
    }
    var isThread = scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: flagsOfThread, datum_b: 0)
    seccomp_rule_add_array(
      filter, SCMP_ACT_ALLOW, seccomp_syscall_resolve_name("clone"), 1, &isThread)
    // A filter cannot see the flags of the newer call, without which the older one is made.
    seccomp_rule_add_array(
      filter, fails(with: ENOSYS), seccomp_syscall_resolve_name("clone3"), 0, nil)
    return seccomp_load(filter) == 0
  }
}
