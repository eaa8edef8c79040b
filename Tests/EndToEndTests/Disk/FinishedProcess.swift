import Foundation
import GroveAgentServer

/// A program that was run to its end.
struct FinishedProcess {
  let status: Int32
  /// Standard output and standard error, as they came.
  let text: String

  /// Runs a program found on PATH and waits; after `seconds` it is killed.
  init(_ arguments: [String], within seconds: Double = 60) throws {
    let path = FileManager.default.temporaryDirectory.path + "/grove-out-\(UUID().uuidString)"
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let output = FileHandle(forWritingAtPath: path)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.runHearingSignals()
    let (identifier, deadline) = (process.processIdentifier, Date() + seconds)
    while process.isRunning, Date() < deadline { usleep(20_000) }
    if process.isRunning { kill(identifier, SIGKILL) }
    process.waitUntilExit()
    status = process.terminationStatus
    text =
      FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Whether this machine lets a test do it.
  static func succeeds(_ arguments: [String]) -> Bool {
    (try? FinishedProcess(arguments, within: 20))?.status == 0
  }
}
