import ArgumentParser
import Foundation
import GroveIdentity
import GroveServing
import StoreSQLite

/// `grove backup`: everything the servers keep, while they go on.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy everything the servers keep into a new folder, while they run.",
    discussion: """
      The copy holds everything that was acknowledged before the moment its manifest names, and \
      nothing half. It holds the server's keys: keep it where only you can read it.

      EXAMPLE
        grove backup /backups/$(date +%F) --data /var/lib/grove
      """)

  @Argument(help: ArgumentHelp("A folder that is not there yet.", valueName: "FOLDER"))
  var folder: String

  @OptionGroup var options: DataOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let data = try options.folder()
    guard try options.configuration().postgres() == nil else {
      throw CommandFailure(
        "The databases are in PostgreSQL: keep them by its own means, such as pg_dump, and then copy \(data), which has "
          + "keys and files.")
    }
    try MovedDatabases.check(data, ServeCommand.Role.allCases, isPostgres: false)
    try DiskFaultReporting.running {
      let backup = Backup(data: data, target: Backup.trimmed(folder))
      let manifest = try backup.make(now: UInt64(max(0, Date().timeIntervalSince1970 * 1000)))
      let bytes = manifest.files.reduce(0) { $0 + $1.size }
      if json {
        FlushedOutput.print(String(decoding: try StrictJSON.encode(manifest), as: UTF8.self))
      } else {
        FlushedOutput.print(
          "\(manifest.files.count) files, \(bytes) bytes, as of \(manifest.momentText)")
      }
    }
  }
}

/// `grove verify-backup`.
struct VerifyBackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify-backup",
    abstract: "Check that a backup is whole and what its manifest says.",
    discussion: """
      Reads every file. Exit status 1 where something is missing, changed or damaged.

      EXAMPLE
        grove verify-backup /backups/2026-01-31
      """)

  @Argument(help: ArgumentHelp("A backup's folder.", valueName: "FOLDER"))
  var folder: String

  func run() throws {
    try DiskFaultReporting.running {
      let mistakes = try BackupCheck(folder: folder).mistakes()
      for mistake in mistakes { FlushedOutput.printError(mistake) }
      guard mistakes.isEmpty else { throw ExitCode.failure }
      let manifest = try BackupManifest.read(in: folder)
      FlushedOutput.print("whole: \(manifest.files.count) files, as of \(manifest.momentText)")
    }
  }
}

/// `grove restore`.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put a backup into an empty data folder.",
    discussion: """
      Checks the backup first. The data folder must not hold a server's data: move what is there \
      away, so that nothing is lost by mistake. The servers must not be running.

      EXAMPLE
        grove restore /backups/2026-01-31 --data /var/lib/grove
      """)

  @Argument(help: ArgumentHelp("A backup's folder.", valueName: "FOLDER"))
  var folder: String

  @OptionGroup var options: DataOptions

  func run() throws {
    let data = try options.folder()
    try DiskFaultReporting.running {
      let manifest = try Restore(backup: folder, data: data).run()
      FlushedOutput.print("restored \(manifest.files.count) files, as of \(manifest.momentText)")
    }
  }
}

extension Backup {
  /// A folder's name without the slashes it may end with.
  static func trimmed(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.last == "/" { path = path.dropLast() }
    return String(path)
  }
}

extension BackupManifest {
  /// The moment in words that sort: 2026-01-31T12:00:00Z.
  var momentText: String {
    LocalTime.utc(moment.value)
  }
}
