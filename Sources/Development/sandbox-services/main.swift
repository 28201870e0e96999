import CGLib
import GLibBridge
import Glibc

// Services on this machine that speak as the real ones do, for tests and for trying things offline.
//
// usage: sandbox-services [PORT]
//
// The first line of the output is the address; each line after it is a request that was answered:
// the status (0 where there was none), the path with its query, and the name the client gave itself.
//
// What the services are like, an address says: see Scenario, and Control for what can be switched.

MainLoop.adoptMainQueue()
// libsoup 3.2 keeps connections that clients have closed: there have to be enough of them.
var files = rlimit()
getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
files.rlim_cur = min(files.rlim_max, 65_536)
setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)

let server = try SandboxServer(
  port: CommandLine.arguments.dropFirst().first.flatMap { UInt32($0) } ?? 0)
TileService.install(on: server)
CommonsService.install(on: server)
FlickrService.install(on: server)
PanoramaxService.install(on: server)
ImageService.install(on: server)
Control.install(on: server)
report(server.address)

// Whoever started it by a pipe and has gone needs it no more.
g_unix_fd_add(
  STDIN_FILENO, GIOCondition(rawValue: G_IO_HUP.rawValue | G_IO_ERR.rawValue),
  { _, _, _ in exit(0) }, nil)
g_main_loop_run(g_main_loop_new(nil, 0))

/// Prints a line at once, also into a pipe.
func report(_ line: String) {
  print(line)
  fflush(nil)
}
