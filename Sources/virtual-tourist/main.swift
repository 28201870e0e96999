import CGLib
import GLibBridge
import SoupHTTP
import Tourist
import TouristUI
import TravelStore

let installation = Installation.ofRunningProgram()
installation.addToSearchPath()
loadTranslations(domain: "virtual-tourist", localeDirectory: "\(installation.share)/locale")
MainLoop.adoptMainQueue()

let application = Application(
  Application.Identity(id: Installation.applicationID, version: Installation.version)
) { application in
  Wiring.context(for: application, installation: installation)
}
exit(application.run(arguments: CommandLine.arguments))
