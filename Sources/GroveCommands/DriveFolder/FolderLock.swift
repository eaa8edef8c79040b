import Foundation

/// Keeps a second grove off a folder. It goes with the process, however that ends.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// - Parameters:
  ///   - path: of the lock's file.
  ///   - folder: for the sentence.
  /// - Throws: `FolderFailure` where another one has it.
  init(_ path: String, folder: String) throws {
    descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FolderFailure(.folder, "\(path) cannot be written.") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw FolderFailure(.held, "Another grove keeps \(folder) already.")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Ends what an earlier grove, killed itself, has left running: an rclone with these settings is nobody else's.
  /// - Returns: whether there was one.
  @discardableResult
  static func endLeftovers(of place: FolderPlace) -> Bool {
    var isFound = false
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let process = Int32(name), process != getpid(),
        let words = FileManager.default.contents(atPath: "/proc/\(name)/cmdline"),
        String(decoding: words, as: UTF8.self).contains("\0\(place.settings)\0")
      else { continue }
      isFound = true
      kill(process, SIGKILL)
      for _ in 0..<200 where kill(process, 0) == 0 && !isEnded(process) { usleep(10_000) }
    }
    return isFound
  }

  /// One that nobody has waited for yet writes nothing any more.
  private static func isEnded(_ process: Int32) -> Bool {
    guard let text = FileManager.default.contents(atPath: "/proc/\(process)/stat") else {
      return true
    }
    return String(decoding: text, as: UTF8.self).contains(") Z ")
  }
}
