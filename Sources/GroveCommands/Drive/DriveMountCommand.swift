import ArgumentParser
import Foundation
import GroveIdentity
import GroveServing
import KeptFolders
import SharingUI

/// `grove drive mount`.
struct DriveMountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mount",
    abstract: "Show your drive as a folder of this machine, with rclone and FUSE.",
    discussion: """
      All of the drive is there, what others share with you among it, and files are fetched when they are \
      read. What is written is kept here until the drive has it: where the drive cannot be reached, or \
      this ends first, it goes there the next time. Ctrl-C takes the folder away.

      EXAMPLE
        grove drive mount ~/Drive
      """)
  @OptionGroup var person: PersonOptions
  @Argument(
    help: ArgumentHelp("An empty folder; it is made where there is none.", valueName: "FOLDER"))
  var target: String
  @Flag(help: "Make another app password, where the one for this folder was revoked.")
  var newPassword = false

  func run() async throws {
    do {
      try await mount()
    } catch let error as any Error & CustomStringConvertible {
      throw ExitStatus.failing(error)
    }
  }

  private func mount() async throws {
    try Self.checkFUSE()
    let session = try person.session()
    MountService.release(target)
    let place = try FolderPlace(folder: target, for: .mount, device: session.folder)
    let lock = try FolderLock(place.state + "/lock", folder: place.folder)
    defer { withExtendedLifetime(lock) {} }
    if FolderLock.endLeftovers(of: place) { MountService.takeAway(place.folder) }
    guard try FileManager.default.contentsOfDirectory(atPath: place.folder).isEmpty else {
      throw FolderFailure(
        .folder, "\(place.folder) is not empty; the drive would hide what is in it.")
    }
    let rclone = try await Rclone.find(place)
    try await RcloneSettings(place: place).prepare(session, with: rclone, isNew: newPassword)
    let service = MountService(rclone: rclone) { [person] in
      try? person.print(
        ["event": "mounted", "path": place.folder],
        TerminalText.safe("Your drive is at \(place.folder). Ctrl-C takes it away."))
    }
    try await ServerRunner.run(
      [service], logger: try ServerLog.logger(level: "error", format: "text"))
  }

  private static func checkFUSE() throws {
    let advice = "The drive as a folder needs FUSE (on Debian: apt-get install fuse3)"
    guard MountService.helper != nil else {
      throw FolderFailure(.fuse, "\(advice); grove drive sync needs none.")
    }
    guard access("/dev/fuse", R_OK | W_OK) == 0 else {
      throw FolderFailure(
        .fuse,
        "\(advice) and /dev/fuse, which this machine or container does not let you use; grove drive sync needs none."
      )
    }
  }
}
