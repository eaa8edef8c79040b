import ArgumentParser

/// `grove drive`: a person's drive, as far as programs for folders have no words for it.
struct DriveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drive",
    abstract: "Your drive: as a folder here, shared with others, open to your programs.",
    discussion: """
      The drive is that of your account at the app (grove message app-sign-in), over WebDAV at \
      /drive of its server. What others share with you is below Shared in it.

      EXAMPLE
        grove drive sync ~/Drive
        grove drive app-password add rclone
        grove drive share "/Plans/house.pdf" --read-only
        grove drive list
      """,
    subcommands: [
      DriveSyncCommand.self, DriveMountCommand.self, DriveListCommand.self, DriveShareCommand.self,
      DriveOpenCommand.self, DriveStopCommand.self,
      DriveAppPasswordCommand.self,
    ])
}

/// `grove drive app-password`.
struct DriveAppPasswordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "app-password",
    abstract: "Passwords with which programs reach your drive, and nothing else.",
    subcommands: [AddAppPassword.self, ListAppPasswords.self, RevokeAppPassword.self])
}
