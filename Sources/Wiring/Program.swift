import GLibBridge
import WindowUI

/// The program, put together.
public enum Program {
  /// Runs the program and returns its exit status.
  public static func run(arguments: [String]) -> Int32 {
    let installation = Installation.ofRunningProgram()
    installation.addToSearchPath()
    loadTranslations(domain: "virtual-tourist", localeDirectory: "\(installation.share)/locale")
    guard installation.registerResources() else {
      Installation.complain(
        tr("Virtual Tourist is not installed completely: its layout files are missing."))
      return 1
    }
    MainLoop.adoptMainQueue()
    let application = Application(
      Application.Identity(
        id: Installation.applicationID, version: Installation.version,
        website: Installation.website)
    ) { application in
      Wiring.context(for: application, installation: installation)
    }
    return application.run(arguments: arguments)
  }
}
