import CommandLineTool
import Files
import GLibBridge
import Glibc
import Imaging
import TouristSession
import Widgets
import WindowUI

/// The program, put together.
public enum Program {
  public static func run(arguments: [String]) -> Int32 {
    // Picture readers come first, because they must not get anything of the program.
    if arguments.dropFirst().first == PictureReader.word { PictureReader.run() }
    PictureReaders.begin()
    // Reopen closed standard streams: the next opened file would get their descriptors, and be
    // written to.
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
    let installation = Installation.ofRunningProgram()
    installation.addToSearchPath()
    loadTranslations(domain: "virtual-tourist", localeDirectory: "\(installation.share)/locale")
    // Ignore SIGPIPE: the reader may close early.
    signal(SIGPIPE, SIG_IGN)
    guard installation.registerResources() else {
      Installation.complain(
        tr("Virtual Tourist is not installed completely: its layout files are missing."))
      return 1
    }
    if CommandRequest.isOne(arguments) {
      return Wiring.runCommand(arguments.dropFirst(), installation: installation).rawValue
    }
    GraphicsCard.avoidOpenGLWithoutOne()
    MainLoop.adoptMainQueue()
    let world = Wiring.world(of: installation)
    let search = DesktopSearch(
      world: world, languages: preferredLanguages(), libraryFolder: Installation.libraryFolder)
    let commands = CommandService()
    // Otherwise the desktop has started the program, which may only have to answer.
    commands.hasWindow = !arguments.contains("--gapplication-service")
    if commands.hasWindow { prepareReaders() }
    let application = Application(
      id: Installation.applicationID, version: Installation.version,
      libraries: Libraries.versions, website: Installation.website,
      guide: "\(installation.share)/virtual-tourist/help.html", search: search
    ) { application in
      if !commands.hasWindow { Program.prepareReaders() }
      let context = Wiring.context(
        of: installation, world: world, hasSessionBus: application.hasSessionBus)
      commands.runner = context.map(Wiring.runner(of:))
      return context
    }
    application.onStartUp = { sessionBus in
      GraphicsCard.letOthersUseOpenGL()
      if let sessionBus { commands.listen(on: sessionBus) }
    }
    for option in CommandOption.allCases {
      application.listOption(option.rawValue, option.help.valueName, option.help.meaning)
    }
    return application.run(arguments: arguments)
  }

  /// Starts what reads pictures, before the first one is shown.
  private static func prepareReaders() {
    Task.detached { await WorkQueue.shared.run { PictureReaders.prepare() } }
  }
}
