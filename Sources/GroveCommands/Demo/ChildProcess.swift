import Foundation
import GroveAgentServer
import Synchronization

/// A separate process of this same program, spoken to in lines over its standard input and output.
///
/// Every wait is bounded. Its standard error goes to a file, shown when something does not happen.
package actor ChildProcess {
  private let process: Process
  private let input: FileHandle
  private let logPath: String
  private var lines: AsyncStream<String>.Iterator
  package nonisolated let name: String
  /// What the system calls it.
  package nonisolated let processID: Int32

  /// - Parameters:
  ///   - name: used in sentences and for the log file.
  ///   - arguments: the subcommand and its flags.
  ///   - folder: where the log file goes.
  ///   - executable: the program; this very one when absent.
  package init(
    _ name: String, arguments: [String], folder: String, executable: String? = nil
  ) throws {
    self.name = name
    logPath = "\(folder)/\(name.replacingOccurrences(of: " ", with: "-")).log"
    guard FileManager.default.createFile(atPath: logPath, contents: nil),
      let log = FileHandle(forWritingAtPath: logPath)
    else {
      throw CommandFailure("The log file \(logPath) cannot be written.")
    }
    let (stdin, stdout) = (Pipe(), Pipe())
    process = Process()
    process.executableURL = try executable.map { URL(fileURLWithPath: $0) } ?? Self.executable()
    process.arguments = arguments
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = log
    input = stdin.fileHandleForWriting
    lines = Self.lines(of: stdout.fileHandleForReading).makeAsyncIterator()
    try process.runHearingSignals()
    processID = process.processIdentifier
  }

  /// The next line it prints.
  /// - Throws: `CommandFailure` when it ends first or takes longer than `seconds`.
  package func line(within seconds: Double = 30) async throws -> String {
    var iterator = lines
    let watchdog = Watchdog(process: process)
    watchdog.arm(seconds: seconds)
    let line = await iterator.next(isolation: self)
    watchdog.disarm()
    lines = iterator
    guard let line else {
      throw CommandFailure(
        watchdog.fired
          ? "\(name) did not answer within \(Int(seconds)) s.\n\(logTail())"
          : "\(name) ended unexpectedly.\n\(logTail())")
    }
    return line
  }

  package func write(_ line: String) throws {
    try input.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Asks it to stop (SIGTERM) and waits; after ten seconds it is killed.
  package func stop() async { await end(signal: SIGTERM) }

  /// What a power cut does to it (SIGKILL).
  package func kill() async { await end(signal: SIGKILL) }

  private func end(signal: Int32) async {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, signal)
    for _ in 0..<200 where process.isRunning {
      try? await Task.sleep(for: .milliseconds(50))
    }
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  private func logTail() -> String {
    let text = FileManager.default.contents(atPath: logPath).map {
      String(decoding: $0, as: UTF8.self)
    }
    return (text ?? "").split(separator: "\n").suffix(12).joined(separator: "\n")
  }

  private static func executable() throws -> URL {
    guard let path = Bundle.main.executablePath else {
      throw CommandFailure("This program cannot find its own file.")
    }
    return URL(fileURLWithPath: path)
  }

  /// Lines as they are printed. A thread of its own waits for them: reading a pipe blocks, and must
  /// not hold one of the few threads that tasks share.
  private static func lines(of handle: FileHandle) -> AsyncStream<String> {
    AsyncStream(bufferingPolicy: .unbounded) { continuation in
      let thread = Thread {
        var reader = LineReader(maximumLine: 1 << 24) {
          let data = handle.availableData
          return Array(data)
        }
        while let line = (try? reader.next()) ?? nil {
          continuation.yield(String(decoding: line, as: UTF8.self))
        }
        continuation.finish()
      }
      thread.start()
    }
  }
}

/// Kills a process that does not answer in time, which ends the wait for its next line.
private final class Watchdog: Sendable {
  private let processID: Int32
  private let state = Mutex(State())
  private struct State {
    var generation = 0
    var armed = false
    var fired = false
  }

  init(process: Process) { processID = process.processIdentifier }

  var fired: Bool { state.withLock(\.fired) }

  func arm(seconds: Double) {
    state.withLock { $0.armed = true }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [self] in
      let fire = state.withLock { state in
        state.fired = state.armed
        return state.armed
      }
      if fire { kill(processID, SIGKILL) }
    }
  }

  func disarm() { state.withLock { $0.armed = false } }
}
