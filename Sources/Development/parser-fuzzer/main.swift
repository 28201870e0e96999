import Glibc
import ParserFuzzing

// Reads what a fuzzer makes up: `parser-fuzzer NAME OPTION...` with the options of libFuzzer, which
// `make fuzz` links. `parser-fuzzer --seeds NAME FOLDER` writes what the fuzzer begins with, and
// without arguments the names of the parsers are printed.

func parser(_ name: String) -> FuzzedParser {
  guard let parser = FuzzedParser.all.first(where: { $0.name == name }) else {
    fatalError("No parser is called \(name).")
  }
  return parser
}

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
  for parser in FuzzedParser.all { print(parser.name) }
  exit(0)
}
if arguments[1] == "--seeds", arguments.count == 4 {
  for (number, seed) in parser(arguments[2]).seeds.enumerated() {
    guard let file = fopen("\(arguments[3])/seed-\(number)", "w") else { exit(1) }
    fwrite(seed, 1, seed.count, file)
    fclose(file)
  }
  exit(0)
}
exit(Driver.run(parser(arguments[1])))
