import Foundation
import KeptFolders
import ServiceLifecycle

/// The drive as a folder, until this program is asked to end.
struct MountService: Service {
  let rclone: Rclone
  /// Told once the folder is there.
  let mounted: @Sendable () -> Void

  /// What takes a folder away, by the names that it has had.
  static var helper: String? {
    Executable.path(of: "fusermount3") ?? Executable.path(of: "fusermount")
  }

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown { try await mount() }
    } catch is CancellationError {}
  }

  private func mount() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let ending = try await rclone.run(words)
        // Asked to end, it has.
        try Task.checkCancellation()
        let sentence = ending.complaints.last?.sentence ?? "rclone ended by itself."
        throw FolderFailure(.unfinished, sentence)
      }
      group.addTask { try await announce() }
      try await group.waitForAll()
    }
  }

  /// Reads from a copy here what was read before, and writes there first: others' changes show within seconds.
  private var words: [String] {
    let place = rclone.place
    return [
      "mount", RcloneSettings.remote, place.folder, "--config", place.settings, "--cache-dir",
      place.cache,
      "--use-json-log", "--vfs-cache-mode", "full", "--vfs-cache-max-size", "10G",
      "--vfs-write-back", "1s",
      "--dir-cache-time", "10s", "--contimeout", "15s", "--multi-thread-streams", "0",
    ]
  }

  private func announce() async throws {
    while !KeptFolderList.isMounted(rclone.place.folder) {
      try await Task.sleep(for: .milliseconds(100))
    }
    mounted()
  }

  /// Takes away what a mount that was killed has left: a folder that answers nothing.
  static func release(_ folder: String) {
    if access(folder, F_OK) != 0, errno == ENOTCONN { takeAway(folder) }
  }

  static func takeAway(_ folder: String) {
    guard let helper else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: helper)
    process.arguments = ["-u", "-z", folder]
    process.standardError = FileHandle.nullDevice
    if (try? process.run()) != nil { process.waitUntilExit() }
  }
}
