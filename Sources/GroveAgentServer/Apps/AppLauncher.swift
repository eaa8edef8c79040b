import Foundation
import GroveAgent
import GroveIdentity

/// Starts apps in the background: without a terminal, in a process group of their own, so that what
/// interrupts the agent does not interrupt them.
struct AppLauncher: Sendable {
  /// The app's own words end in a file there, readable by its owner only.
  let logFolder: String
  let socketPath: String
  let environment: [String: String]

  /// Bytes after which a log is begun anew; the earlier one is kept beside it.
  private static let logBytes: UInt64 = 1 << 20

  /// - Parameter ended: called once, on some thread, with the status it ended with.
  /// - Returns: its process identifier.
  func start(_ app: AgentApp, ended: @escaping @Sendable () -> Void) throws -> Int32 {
    let log = try openLog(of: app.origin)
    let process = Process()
    process.executableURL = app.command.first.map { URL(fileURLWithPath: $0) }
    process.arguments = Array(app.command.dropFirst())
    process.environment = environment.merging([
      "GROVE_APP_ORIGIN": app.origin.text, "GROVE_APP_NAME": app.name,
      AgentSocketPath.variable: socketPath,
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = log
    process.standardError = log
    process.terminationHandler = { _ in ended() }
    try process.runHearingSignals()
    return process.processIdentifier
  }

  /// Asks a process that was started here, and what it started, to end.
  static func stop(_ processID: Int32) { kill(-processID, SIGTERM) }

  func logPath(of origin: Origin) -> String {
    let name = origin.text.map { $0.isLetter || $0.isNumber || $0 == "." ? String($0) : "-" }
    return logFolder + "/" + name.joined() + ".log"
  }

  private func openLog(of origin: Origin) throws -> FileHandle {
    try FileManager.default.createDirectory(
      atPath: logFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let path = logPath(of: origin)
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64
    if let size, size > Self.logBytes { rename(path, path + ".1") }
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
    return FileHandle(fileDescriptor: file, closeOnDealloc: true)
  }
}
