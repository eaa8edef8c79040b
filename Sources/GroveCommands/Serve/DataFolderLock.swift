import Foundation

/// Keeps a second server off a data folder: what a server holds in memory — open streams, limits —
/// would be split, and a removal on one would not end the streams of the other.
///
/// The lock goes with the process, however it ends.
final class DataFolderLock: Sendable {
  private let descriptor: Int32

  /// - Throws: `CommandFailure` where another server runs on the folder.
  init(folder: String, role: ServeCommand.Role) throws {
    let path = folder + "/" + role.rawValue + ".lock"
    descriptor = path.withCString { open($0, O_CREAT | O_RDWR | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else {
      throw CommandFailure("The data folder \(folder) cannot be written.")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw CommandFailure("Another \(role.rawValue) server is running on \(folder).")
    }
  }

  deinit { close(descriptor) }
}
