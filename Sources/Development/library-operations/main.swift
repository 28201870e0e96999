import Foundation
import LoopTesting
import TestSupport

// Does what users do with a library, without a window, where calls of the system fail or the power
// is cut; `failing-calls.c` must be preloaded.
//
// `library-operations FAILURES CUTS FOLDER [NAME ...]` tries so many failures, or all if that is 0,
// and so many power cuts of each operation, in a folder. Without arguments, it prints their names.

let arguments = CommandLine.arguments
guard arguments.count > 3, let failures = Int(arguments[1]), let cuts = Int(arguments[2]) else {
  for operation in Operation.allCases { print(operation.rawValue) }
  exit(0)
}
Scratch.parent = realpath(arguments[3], nil).map { String(cString: $0) } ?? arguments[3]
let names = arguments.dropFirst(4)
var problemCount = 0

/// Prints a line at once, because the program may end before the next one.
func tell(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

@MainActor
func tell(_ problems: [String], of operation: Operation, _ what: String) {
  for problem in problems { tell("\(operation.rawValue), \(what): \(problem)") }
  problemCount += problems.count
}

@MainActor
func tryAll(_ operation: Operation) async throws {
  let trial = try await Trial(of: operation)
  let calls = trial.whole.callCount
  var chance = SeededNumbers(seed: 1)
  var faults = (0..<calls).flatMap { Fault.all(at: $0 + 1) }
  if failures > 0 { faults = Array(faults.shuffled(using: &chance).prefix(failures)) }
  var told = 0
  for fault in faults {
    let end = try await trial.run(fault)
    if end.outcome.sentence != nil { told += 1 }
    let problems = try await trial.problems(in: end.after, after: end.outcome)
    tell(problems, of: operation, "\(fault)")
  }

  let records = "\(Scratch.parent)/records"
  let end = try await trial.run(records: records)
  let cut = PowerCut(
    records: Array(try Data(contentsOf: URL(fileURLWithPath: records))), at: end.path,
    before: end.before)
  for number in 0..<cuts {
    let loss = PowerCut.Loss.allCases[number % PowerCut.Loss.allCases.count]
    // After the last change, everything must be there that was reported as done.
    let isLast = number % 3 == 1
    let count = isLast ? cut.count : Int.random(in: 0...cut.count, using: &chance)
    let problems = try await trial.problems(
      in: cut.image(after: count, losing: loss, using: &chance),
      after: isLast ? end.outcome : nil, exact: end.after)
    tell(problems, of: operation, "power cut after change \(count) of \(cut.count), losing \(loss)")
  }
  let counts = "\(calls) calls, \(faults.count) failures, \(told) told; \(cuts) power cuts"
  tell("\(operation.rawValue): \(counts)")
}

try onMainLoop {
  for operation in Operation.allCases
  where names.isEmpty || names.contains(operation.rawValue) {
    do { try await tryAll(operation) } catch { tell(["\(error)"], of: operation, "at all") }
  }
}
exit(problemCount == 0 ? 0 : 1)
