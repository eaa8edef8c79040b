import Foundation
import GroveSystem

/// The agent's place in the file system: a folder for its user alone, a lock that one agent holds,
/// a socket.
///
/// The lock decides who lives: the system lets go of it however a process ends, so a socket without
/// it is a dead agent's, and may be replaced.
final class AgentSocketFile: Sendable {
  let path: String
  private let lock: Int32

  static var ownProcess: Int32 { getpid() }

  /// - Throws: `inUse` where an agent is alive there; `folderUnusable` with the reason.
  init(path: String) throws(MessengerError) {
    self.path = path
    guard path.hasPrefix("/"), path.utf8.count <= 100 else {
      throw MessengerError(.folderUnusable, "a socket's path is absolute and at most 100 bytes")
    }
    let folder = (path as NSString).deletingLastPathComponent
    try Self.prepare(folder)
    lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else {
      throw MessengerError(.folderUnusable, "the agent's folder cannot be written")
    }
    // From here on `deinit` gives the lock back, whatever is thrown.
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      throw MessengerError(.inUse, "an agent listens there already")
    }
    try Self.removeDead(path)
  }

  deinit { _ = Foundation.close(lock) }

  /// For its owner only, after it was bound: the folder kept everybody else away until now.
  func restrict() { chmod(path, 0o600) }

  func remove() { unlink(path) }

  private static func prepare(_ folder: String) throws(MessengerError) {
    let parent = (folder as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(
      atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    _ = mkdir(folder, 0o700)
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw MessengerError(.folderUnusable, "the agent's folder cannot be made")
    }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw MessengerError(
        .folderUnusable, "others may enter the folder of the agent's socket; run chmod 700 on it")
    }
  }

  private static func removeDead(_ path: String) throws(MessengerError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK, unlink(path) == 0 else {
      throw MessengerError(.folderUnusable, "something else is where the agent's socket belongs")
    }
  }
}
