import Foundation
import GroveAgentServer

/// A small file system in a mount namespace of its own, which nobody else on the machine sees. It is
/// there until it is ended, whatever becomes of the servers on it.
final class SmallDisk: Sendable {
  /// Where it is for processes that are started with `prefix`.
  let path: String
  private let holder: Process

  /// Whether this machine lets a test mount something.
  static let isPossible = FinishedProcess.succeeds(["unshare", "--mount", "true"])

  init(kilobytes: Int, readOnly: Bool = false) throws {
    path = FileManager.default.temporaryDirectory.path + "/grove-disk-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let (output, options) = (Pipe(), "size=\(kilobytes)k,mode=700" + (readOnly ? ",ro" : ""))
    holder = Process()
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    holder.arguments = [
      "unshare", "--mount", "--propagation", "private", "sh", "-c",
      "mount -t tmpfs -o \(options) grove \"$0\" && echo mounted && exec sleep 900", path,
    ]
    holder.standardOutput = output
    try holder.runHearingSignals()
    struct NotMounted: Error {}
    guard !output.fileHandleForReading.availableData.isEmpty else { throw NotMounted() }
  }

  /// In front of a program's name: it then sees the disk.
  var prefix: [String] { ["nsenter", "--target", "\(holder.processIdentifier)", "--mount", "--"] }

  /// Where this process sees the same files.
  var outside: String { "/proc/\(holder.processIdentifier)/root\(path)" }

  /// Takes so much room, or all there is.
  func fill(_ name: String = "ballast", kilobytes: Int? = nil) {
    _ = FileManager.default.createFile(atPath: outside + "/" + name, contents: nil)
    guard let file = FileHandle(forWritingAtPath: outside + "/" + name) else { return }
    let block = Data(count: 4096)
    for _ in 0..<(kilobytes.map { $0 / 4 } ?? 1_000_000) {
      guard (try? file.write(contentsOf: block)) != nil else { break }
    }
    try? file.close()
  }

  func free(_ name: String = "ballast") throws {
    try FileManager.default.removeItem(atPath: outside + "/" + name)
  }

  func end() {
    holder.terminate()
    holder.waitUntilExit()
    try? FileManager.default.removeItem(atPath: path)
  }
}
