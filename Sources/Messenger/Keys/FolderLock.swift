import GroveSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One process at a time in a device's folder: two would make KEM keys with one number and each
/// overwrite the other's key file. The system lets go of the lock when the process ends, however it
/// ends.
final class FolderLock: Sendable {
  private let file: Int32

  /// - Throws: `inUse`, `folderUnusable`.
  init(_ path: String) throws(MessengerError) {
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw MessengerError(.folderUnusable) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      throw MessengerError(.inUse)
    }
  }

  deinit { close(file) }
}
