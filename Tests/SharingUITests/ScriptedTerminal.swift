import SharingUI
import Synchronization

/// Types the lines of a test and keeps what was written.
final class ScriptedTerminal: TerminalChannel {
  let look: TerminalLook
  private let lines: Mutex<[String]>
  private let output = Mutex("")

  init(_ lines: [String], look: TerminalLook = .plain) {
    self.lines = Mutex(lines)
    self.look = look
  }

  func nextLine() async -> String? {
    lines.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  func write(_ text: String) { output.withLock { $0 += text } }

  var written: String { output.withLock(\.self) }
}
