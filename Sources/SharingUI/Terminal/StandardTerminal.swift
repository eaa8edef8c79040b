import Dispatch
import Foundation
import Synchronization

/// Standard input and output of the program.
///
/// A line is read when one is asked for and not before, so that what the person types afterwards
/// belongs to the program again.
public struct StandardTerminal: TerminalChannel {
  /// What standard output could show when this value was made.
  public let look: TerminalCapabilities

  /// Looks at `TERM`, `NO_COLOR`, the locale and the window's size once.
  public init() { look = Self.present() }

  /// To standard output, at once.
  public func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }

  /// The next typed line; nil at the end of input, and where the task is cancelled. In a pipe a
  /// read that has begun is not cancelled.
  public func nextLine() async -> String? {
    let isTerminal = isatty(STDIN_FILENO) == 1
    let stop = Stop()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Reading blocks, and may not block a thread of the tasks.
        DispatchQueue.global().async {
          while isTerminal, !stop.isSet, !Self.isReadable(milliseconds: 100) {}
          continuation.resume(returning: stop.isSet ? nil : readLine())
        }
      }
    } onCancel: {
      stop.set()
    }
  }

  private static func isReadable(milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) != 0
  }

  private static func present() -> TerminalCapabilities {
    let environment = ProcessInfo.processInfo.environment
    let isTerminal = isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1
    let isDumb = environment["TERM"] == nil || environment["TERM"] == "dumb"
    let refused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    let language = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    var size = winsize()
    let known = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return TerminalCapabilities(
      isStyled: isTerminal && !isDumb && !refused,
      isUnicode: language?.uppercased().contains("UTF") ?? false,
      columns: known ? Int(size.ws_col) : environment["COLUMNS"].flatMap(Int.init) ?? 80,
      rows: known ? Int(size.ws_row) : 24)
  }

  /// Set once, from another thread.
  private final class Stop: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
  }
}
