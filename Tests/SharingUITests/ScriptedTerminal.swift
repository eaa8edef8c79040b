import SharingUI
import Synchronization

/// Types the lines of a test and keeps what was written.
final class ScriptedTerminal: TerminalChannel {
  let look: TerminalCapabilities
  private let lines: Mutex<[String]>
  private let output = Mutex("")

  private let pause: Duration

  init(_ lines: [String], look: TerminalCapabilities = .plain, pause: Duration = .zero) {
    self.pause = pause
    self.lines = Mutex(lines)
    self.look = look
  }

  func nextLine() async -> String? {
    // A person is slower than a program: what is being sent has begun.
    try? await Task.sleep(for: pause)
    if Task.isCancelled { return nil }
    return take()
  }

  private func take() -> String? {
    lines.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  func write(_ text: String) { output.withLock { $0 += text } }

  var written: String { output.withLock(\.self) }
}
