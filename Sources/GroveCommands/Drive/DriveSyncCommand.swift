import ArgumentParser
import Foundation
import GroveIdentity
import GroveServing
import KeptFolders
import SharingUI

/// `grove drive sync`.
struct DriveSyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Keep a folder on this machine like your drive, with rclone.",
    discussion: """
      What changes in the folder goes to the drive and the other way round, also what was done while the \
      drive could not be reached. Where a file was changed on both sides, the drive's keeps the name and \
      the one that was here lies beside it, named after the conflict. What is deleted lies in the drive's \
      bin. What others share with you is not in the folder: see grove drive mount. Folders without a file \
      in them are not carried, and neither are links.

      rclone does the work, with settings and an app password of its own. Run it in one place only for \
      each folder. It may be ended at any time.

      EXAMPLE
        grove drive sync ~/Drive
        grove drive sync ~/Drive --once       bring both up to date and end
      """)
  @OptionGroup var person: PersonOptions
  @Argument(help: ArgumentHelp("The folder; it is made where there is none.", valueName: "FOLDER"))
  var target: String
  @Flag(help: "Bring both up to date and end.") var once = false
  @Option(help: ArgumentHelp("Seconds between two looks.", valueName: "SECONDS")) var interval = 30
  @Flag(help: "Go on where more than half of the files are gone on one side.") var force = false
  @Flag(help: "Make another app password, where the one for this folder was revoked.")
  var newPassword = false

  func validate() throws {
    guard (5...86400).contains(interval) else {
      throw ValidationError("--interval is 5 to 86400 seconds.")
    }
  }

  func run() async throws {
    do {
      try await keep()
    } catch let error as any Error & CustomStringConvertible {
      throw ExitStatus.failing(error)
    }
  }

  private func keep() async throws {
    let session = try person.session()
    let place = try FolderPlace(folder: target, for: .sync, device: session.folder)
    try Self.check(place)
    let lock = try FolderLock(place.inside + "/lock", folder: place.folder)
    defer { withExtendedLifetime(lock) {} }
    FolderLock.endLeftovers(of: place)
    let rclone = try await Rclone.find(place)
    let settings = RcloneSettings(place: place)
    try await settings.prepare(session, with: rclone, isNew: newPassword)
    let tell: @Sendable (FolderEvent) -> Void = { [person] event in
      try? person.print(
        ["event": event.kind.rawValue, "path": event.path], TerminalText.safe(event.sentence))
    }
    let keeper = FolderKeeper(
      rclone: rclone, reachability: DriveReachability(server: try settings.server()),
      isForced: force, today: { LocalTime.day(UInt64(Date().timeIntervalSince1970 * 1000)) },
      tell: tell)
    let service = FolderService(
      keeper: keeper, interval: once ? nil : .seconds(interval), tell: tell)
    try await ServerRunner.run(
      [service], logger: try ServerLog.logger(level: "error", format: "text"))
  }

  /// Makes the folder's own, unless it lies in one that is kept already: two would take each other's files for new.
  private static func check(_ place: FolderPlace) throws {
    var parent = place.folder
    while parent != "/", !parent.isEmpty {
      parent = (parent as NSString).deletingLastPathComponent
      guard !FileManager.default.fileExists(atPath: parent + "/.grove/lock") else {
        throw FolderFailure(
          .folder, "\(place.folder) lies in \(parent), which is kept like a drive already.")
      }
    }
    try FileManager.default.createDirectory(
      atPath: place.inside, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }
}
