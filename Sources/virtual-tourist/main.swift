import CGLib
import GLibBridge
import Glibc
import SoupHTTP
import Tourist
import TouristUI
import TravelStore

let installation = Installation.ofRunningProgram()
installation.addToSearchPath()
loadTranslations(domain: "virtual-tourist", localeDirectory: "\(installation.share)/locale")
guard installation.registerResources() else {
  Installation.complain(
    tr("Virtual Tourist is not installed completely: its layout files are missing."))
  exit(1)
}
MainLoop.adoptMainQueue()

let application = Application(
  Application.Identity(id: Installation.applicationID, version: Installation.version)
) { application in
  Wiring.context(for: application, installation: installation)
}
exit(application.run(arguments: CommandLine.arguments))
