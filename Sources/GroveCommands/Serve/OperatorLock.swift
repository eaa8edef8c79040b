import Foundation
import GroveServing

/// One at a time: a server that is opening its databases, and commands that change them beside it or
/// without it. A server that starts may write what a crash left in the log anew (decision 0023), and
/// nobody else may have the database open then.
///
/// The turn ends with the process, however it ends.
final class OperatorLock: Sendable {
  private let descriptor: Int32

  /// Waits for its turn.
  /// - Parameter onWaiting: called once where somebody else has it.
  /// - Throws: `StartFailure` where the folder cannot be written.
  init(folder: String, onWaiting: () -> Void = {}) throws {
    let path = folder + "/collaboration.operator.lock"
    descriptor = path.withCString { open($0, O_CREAT | O_RDWR | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else {
      let number = errno
      throw StartFailure(.ofFile(path, systemError: number))
    }
    do {
      try AtomicFile.giveToOwnerOfFolder(descriptor, path)
    } catch let fault as DiskFault {
      throw StartFailure(fault)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return }
    onWaiting()
    while flock(descriptor, LOCK_EX) != 0 {
      let number = errno
      guard number == EINTR else { throw StartFailure(.ofFile(path, systemError: number)) }
    }
  }

  // Here alone: it also runs where the initializer throws.
  deinit { close(descriptor) }
}
