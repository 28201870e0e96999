import Glibc
import Wiring

exit(Program.run(arguments: CommandLine.arguments))
