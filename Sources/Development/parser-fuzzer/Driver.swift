import Glibc
import ParserFuzzing

/// The fuzzer of the compiler, which has a parser read whatever may reach more of its code.
enum Driver {
  private typealias Input = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private typealias Run =
    @convention(c) (UnsafeMutablePointer<CInt>, UnsafeMutablePointer<Arguments>, Input) -> CInt

  /// What is fuzzed, as a C function has no context.
  nonisolated(unsafe) private static var parse: @Sendable ([UInt8]) -> Void = { _ in }

  /// Fuzzes a parser with the arguments after its name, and returns the status to exit with.
  static func run(_ parser: FuzzedParser) -> CInt {
    parse = parser.parse
    // Looked up, so that the program links without the fuzzer, too.
    guard let found = dlsym(nil, "LLVMFuzzerRunDriver") else {
      fatalError("This was built without a fuzzer: use make fuzz.")
    }
    var count = CommandLine.argc - 1
    var values = CommandLine.unsafeArgv
    // The fuzzer would take the parser's name for a folder.
    for place in 1...Int(count) { values[place] = values[place + 1] }
    return unsafeBitCast(found, to: Run.self)(&count, &values) { bytes, count in
      Driver.parse(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
  }
}
