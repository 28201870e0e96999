import Glibc
import ParserFuzzing

/// Runs libFuzzer, which looks for inputs that reach new code of a parser.
enum Driver {
  private typealias Input = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private typealias Run =
    @convention(c) (UnsafeMutablePointer<CInt>, UnsafeMutablePointer<Arguments>, Input) -> CInt

  /// The parser; a variable of the type, because a C function has no context.
  nonisolated(unsafe) private static var parse: @Sendable ([UInt8]) -> Void = { _ in }

  /// Fuzzes a parser with the arguments after its name, and returns the exit status.
  static func run(_ parser: FuzzedParser) -> CInt {
    parse = parser.parse
    // Found at run time, so that the program also links without the fuzzer.
    guard let found = dlsym(nil, "LLVMFuzzerRunDriver") else {
      fatalError("This was built without a fuzzer: use make fuzz.")
    }
    var count = CommandLine.argc - 1
    var values = CommandLine.unsafeArgv
    // Remove the parser's name, which the fuzzer would take for a folder.
    for place in 1...Int(count) { values[place] = values[place + 1] }
    return unsafeBitCast(found, to: Run.self)(&count, &values) { bytes, count in
      Driver.parse(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
  }
}
