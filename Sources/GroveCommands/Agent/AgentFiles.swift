import Foundation
import GroveIdentity
import GroveSystem

/// What an agent keeps beside the device it holds.
struct AgentFiles: Sendable {
  let folder: String

  /// The apps that have registered.
  var registryPath: String { folder + "/apps.json" }
  var logFolder: String { folder + "/app-logs" }
  private var socketFile: String { folder + "/agent-socket" }

  /// Where the agent listens that holds the folder, or held it when it was killed.
  var socketPath: String? {
    FileManager.default.contents(atPath: socketFile).map { String(decoding: $0, as: UTF8.self) }
  }

  func setSocketPath(_ path: String) throws {
    guard
      FileManager.default.createFile(
        atPath: socketFile, contents: Data(path.utf8), attributes: [.posixPermissions: 0o600])
    else { throw MessengerError(.folderUnusable) }
  }

  func removeSocketPath() { unlink(socketFile) }

  /// Whether some process holds the device.
  var isHeld: Bool {
    let file = open(folder + "/lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_SH | LOCK_NB) != 0
  }
}
