import Foundation
import GroveAgentServer

/// System calls of a running process that fail, from now until it is taken away: `strace` carries none
/// of them out, and answers the process itself.
final class InjectedFault {
  private let tracer: Process
  private let folder: String

  /// Whether this machine lets a test trace a process that it has not made itself.
  static let isPossible: Bool = {
    let sleeper = Process()
    sleeper.executableURL = URL(fileURLWithPath: "/bin/sleep")
    sleeper.arguments = ["20"]
    guard (try? sleeper.runHearingSignals()) != nil else { return false }
    defer { sleeper.terminate() }
    let fault = try? InjectedFault("fsync", "EIO", in: sleeper.processIdentifier)
    fault?.end()
    return fault != nil
  }()

  /// - Parameters:
  ///   - calls: names, separated by commas.
  ///   - error: `EIO`, `ENOSPC`, …; nil: they are only counted.
  ///   - number: only this one of each thread's, from 1; nil: every one.
  ///   - paths: only on these files; none: on any.
  init(
    _ calls: String, _ error: String?, number: Int? = nil, on paths: [String] = [],
    in process: Int32
  ) throws {
    folder = FileManager.default.temporaryDirectory.path + "/grove-trace-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    tracer = Process()
    tracer.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let injected = error.map { error in
      ["-e", "inject=\(calls):error=\(error)" + (number.map { ":when=\($0)" } ?? "")]
    }
    tracer.arguments =
      ["strace", "-f", "-p", "\(process)", "-o", folder + "/calls", "-e", "trace=\(calls)"]
      + (injected ?? []) + paths.flatMap { ["-P", $0] }
    let said = Pipe()
    tracer.standardError = said
    tracer.standardOutput = FileHandle.nullDevice
    try tracer.runHearingSignals()
    struct NotAttached: Error {}
    // It says so when every thread is stopped and going on under it.
    let first = said.fileHandleForReading.availableData
    guard String(decoding: first, as: UTF8.self).contains("attached") else {
      tracer.terminate()
      throw NotAttached()
    }
  }

  /// The calls since the beginning: one line each, with the thread in front.
  var calls: [String] {
    let text = FileManager.default.contents(atPath: folder + "/calls") ?? Data()
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.contains("(") }
  }

  /// How many have been made to fail.
  var injected: Int { calls.count { $0.hasSuffix("(INJECTED)") } }

  /// From now on the process has its disk back.
  func end() {
    guard tracer.isRunning else { return }
    tracer.interrupt()
    let deadline = Date() + 10
    while tracer.isRunning, Date() < deadline { usleep(2_000) }
    // A tracer that is killed lets its process go as well.
    if tracer.isRunning { kill(tracer.processIdentifier, SIGKILL) }
    tracer.waitUntilExit()
  }

  deinit {
    end()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
