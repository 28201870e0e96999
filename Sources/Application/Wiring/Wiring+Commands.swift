import CGLib
import CommandLineTool
import GLibBridge
import Glibc
import TouristSession
import Widgets
import WindowUI

/// Commands, in the running program or without a window.
extension Wiring {
  static func runner(of context: Context) -> CommandRunner {
    CommandRunner(
      session: context.session, pictures: context.pictures, settings: context.settings,
      flickrKey: context.flickrKey, version: context.version)
  }

  /// Runs a command and returns its exit status; no display is needed.
  static func runCommand(
    _ arguments: some Collection<String>, installation: Installation
  ) -> ExitStatus {
    let request: CommandRequest
    do throws(CommandRequest.Flaw) {
      let folder = getcwd(nil, 0).map { String(adopting: $0) } ?? "/"
      request = try CommandRequest(arguments, in: folder)
    } catch {
      Installation.complain("virtual-tourist: \(Words.sentence(for: error))")
      return .misused
    }
    let running = RunningProgram(named: Installation.applicationID)
    if let status = running?.run(request) { return status }
    let status = runHere(request, installation, hasSessionBus: running != nil)
    // A window that was opened meanwhile shows what was done.
    running?.readAgain()
    return status
  }

  private static func runHere(
    _ request: CommandRequest, _ installation: Installation, hasSessionBus: Bool
  ) -> ExitStatus {
    MainLoop.adoptMainQueue()
    let context = context(
      of: installation, world: world(of: installation), hasSessionBus: hasSessionBus)
    guard let context else { return .failed }
    let output = CommandOutput(
      output: dup(STDOUT_FILENO), messages: dup(STDERR_FILENO), isJSON: request.isJSON)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      g_unix_signal_add(
        number,
        { output in
          Unmanaged<CommandOutput>.fromOpaque(output!).takeUnretainedValue().end()
          return 0
        }, Unmanaged.passRetained(output).toOpaque())
    }
    let loop = g_main_loop_new(nil, 0)
    var status = ExitStatus.failed
    Task {
      await context.session.open(isVisit: true)
      status = await runner(of: context).run(request, to: output)
      try? await context.session.close()
      g_main_loop_quit(loop)
    }
    g_main_loop_run(loop)
    g_main_loop_unref(loop)
    return status
  }
}
