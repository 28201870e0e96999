import Dispatch
import Files
import Glibc
import Synchronization

/// Where a command writes its answer and its messages.
package nonisolated final class CommandOutput: Sendable {
  private let output: Int32
  private let messages: Int32
  /// Whether answers are to be in JSON.
  let isJSON: Bool
  private let isTerminal: Bool
  private let state = Mutex(State())
  /// Writes from here, because a reader may be slow and the window must not wait.
  private let thread = WorkThread("command", .utility)

  private struct State {
    var isEnded = false
    var failure: DiskFailure?
    var showsProgress = false
    var onEnd: [@Sendable () -> Void] = []
  }

  /// Makes an output of two open files, which are closed when it is released.
  package init(output: Int32, messages: Int32, isJSON: Bool) {
    (self.output, self.messages, self.isJSON) = (output, messages, isJSON)
    isTerminal = isatty(messages) == 1
  }

  deinit {
    close(output)
    if messages != output { close(messages) }
  }

  /// Whether nobody wants the answer any more.
  package var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Why part of the answer could not be written; nil if nothing failed, or nobody reads it.
  var failure: DiskFailure? { state.withLock { $0.failure } }

  /// Asks the command to end soon.
  package func end() {
    let actions = state.withLock { state in
      state.isEnded = true
      defer { state.onEnd = [] }
      return state.onEnd
    }
    for action in actions { action() }
  }

  /// Calls `action` when nobody wants the answer any more.
  func onEnd(_ action: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isEnded { state.onEnd.append(action) }
      return state.isEnded
    }
    if isLate { action() }
  }

  /// Writes part of the answer; a line must bring its own line break.
  package func write(_ text: String) async {
    await thread.run { [self] in write(Array(text.utf8), to: output) }
  }

  /// Writes an answer: a JSON object with `members`, or `line` for people.
  func answer(_ members: [(String, String)], _ line: String) async {
    await write("\(isJSON ? CommandText.object(members) : line)\n")
  }

  /// Writes part of the answer, on a thread that may block.
  func writeNow(_ bytes: [UInt8]) { write(bytes, to: output) }

  /// Writes an error message.
  package func complain(_ sentence: String) async {
    await thread.run { [self] in
      clearProgress()
      write(Array("virtual-tourist: \(sentence)\n".utf8), to: messages)
    }
  }

  /// Shows the progress of a command if messages go to a terminal.
  func show(_ progress: String) {
    guard isTerminal else { return }
    Task {
      await thread.run { [self] in
        state.withLock { $0.showsProgress = true }
        write(Array("\r\u{1B}[K\(progress)".utf8), to: messages)
      }
    }
  }

  /// Waits until everything is written.
  func finish() async { await thread.run { [self] in clearProgress() } }

  private func clearProgress() {
    let isShown = state.withLock { state in
      defer { state.showsProgress = false }
      return state.showsProgress
    }
    if isShown { write(Array("\r\u{1B}[K".utf8), to: messages) }
  }

  private func write(_ bytes: [UInt8], to file: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty, !(isEnded && file == output) {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        var wait = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, 1000)
        continue
      }
      guard count > 0 else {
        // The reader may have closed the pipe.
        let failure = errno == EPIPE ? nil : DiskFailure.last
        state.withLock { $0.failure = failure }
        return end()
      }
      rest = rest.dropFirst(count)
    }
  }
}
