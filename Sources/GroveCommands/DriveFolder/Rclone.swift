import Foundation
import GroveAgentServer
import Synchronization

/// rclone, as a process for each thing it is to do.
struct Rclone: Sendable {
  /// The oldest that keeps two folders alike.
  static let oldest = (major: 1, minor: 58)
  private static let install =
    "Install it (on Debian: apt-get install rclone), \(oldest.major).\(oldest.minor) or newer."
  /// How much of what it says is looked at, from the end.
  private static let logBytes = 1 << 20

  let executable: String
  let place: FolderPlace

  /// - Throws: `FolderFailure` where there is none, or it is too old.
  static func find(_ place: FolderPlace) async throws -> Rclone {
    guard let executable = Executable.path(of: "rclone") else {
      throw FolderFailure(.rclone, "There is no rclone on this machine. \(install)")
    }
    let rclone = Rclone(executable: executable, place: place)
    let said = try await rclone.run(["version"], output: place.answer)
    guard said.status == 0, isNewEnough(try String(contentsOfFile: place.answer, encoding: .utf8))
    else { throw FolderFailure(.rclone, "This machine's rclone is too old. \(install)") }
    return rclone
  }

  /// - Parameter text: `rclone v1.60.1-DEV`, and more lines.
  static func isNewEnough(_ text: String) -> Bool {
    guard let word = text.split(separator: "\n").first?.split(separator: " ").last else {
      return false
    }
    let numbers = word.drop { $0 == "v" }.split(separator: ".").map {
      Int($0.prefix { $0.isNumber })
    }
    guard numbers.count > 1, let major = numbers[0], let minor = numbers[1] else { return false }
    return (major, minor) >= oldest
  }

  /// How it ended.
  struct Ending: Sendable {
    var status: Int32
    var complaints: [RcloneComplaint]

    /// It was ended, because the drive's server is away.
    static let unreachable = Ending(
      status: -SIGTERM,
      complaints: [RcloneComplaint(kind: .unreachable, sentence: DriveReachability.sentence)])
  }

  /// - Parameters:
  ///   - input: its standard input.
  ///   - output: the file its standard output goes to.
  ///   - onStart: told the process.
  func run(
    _ arguments: [String], input: String? = nil, output: String? = nil
  ) async throws -> Ending {
    let log = place.log
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = Self.environment
    process.standardError = try Self.fresh(log)
    process.standardOutput = try output.map(Self.fresh) ?? FileHandle.nullDevice
    let stdin = Pipe()
    process.standardInput = input == nil ? FileHandle.nullDevice : stdin
    let status = try await RunningProcess(process).end {
      guard let input else { return }
      try? stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try? stdin.fileHandleForWriting.close()
    }
    return Ending(status: status, complaints: RcloneLog.complaints(in: try Self.end(of: log)))
  }

  /// Nothing of the person's own settings for rclone, and times in UTC.
  private static var environment: [String: String] {
    var kept = ProcessInfo.processInfo.environment.filter { name, _ in
      !name.hasPrefix("RCLONE_") && !name.hasPrefix("GROVE_")
    }
    kept["TZ"] = "UTC"
    return kept
  }

  private static func fresh(_ path: String) throws -> FileHandle {
    unlink(path)
    guard
      FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let file = FileHandle(forWritingAtPath: path)
    else { throw FolderFailure(.folder, "\(path) cannot be written.") }
    return file
  }

  private static func end(of path: String) throws -> String {
    guard let file = FileHandle(forReadingAtPath: path) else { return "" }
    defer { try? file.close() }
    let size = try file.seekToEnd()
    try file.seek(toOffset: size - min(size, UInt64(logBytes)))
    return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
  }
}

/// Where a program is.
enum Executable {
  static func path(of name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(
      separator: ":")
    return (folders.map(String.init) + ["/usr/sbin", "/sbin"]).lazy.map { $0 + "/" + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
