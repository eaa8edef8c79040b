import Foundation
import GroveServing

/// Keeps a second server off a data folder: what a server holds in memory — open streams, limits —
/// would be split, and a removal on one would not end the streams of the other.
///
/// The lock goes with the process, however it ends.
final class DataFolderLock: Sendable {
  private let descriptor: Int32
  private let closing: @Sendable (Int32) -> Void

  /// - Parameter isShared: other nodes work with the folder, too; then nobody is woken by its process's number.
  /// - Throws: `CommandFailure` where another server runs on the folder; `StartFailure` where it
  ///   cannot be written.
  init(
    folder: String, role: ServeCommand.Role, isShared: Bool = false,
    closing: @escaping @Sendable (Int32) -> Void = { close($0) }
  ) throws {
    self.closing = closing
    let path = folder + "/" + role.rawValue + ".lock"
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
    guard flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
      throw CommandFailure("Another \(role.rawValue) server is running on \(folder).")
    }
    // Until the server listens for it, nobody's signal may end it.
    signal(SIGUSR1, SIG_IGN)
    guard !isShared else { return }
    ftruncate(descriptor, 0)
    let text = Array("\(getpid())\n".utf8)
    _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// Tells the server that runs on a folder to look again at what it keeps.
  /// - Returns: whether one runs.
  @discardableResult
  static func wake(folder: String, role: ServeCommand.Role) -> Bool {
    let path = folder + "/" + role.rawValue + ".lock"
    let file = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else { return false }
    defer { close(file) }
    // Held: then the number in it is that of a process that is there.
    guard flock(file, LOCK_SH | LOCK_NB) != 0,
      let text = FileManager.default.contents(atPath: path),
      let process = Int32(String(decoding: text, as: UTF8.self).dropLast())
    else { return false }
    return kill(process, SIGUSR1) == 0
  }

  // Here alone: it also runs where the initializer throws, and the second time the number may be another
  // file's.
  deinit { if descriptor >= 0 { closing(descriptor) } }
}
