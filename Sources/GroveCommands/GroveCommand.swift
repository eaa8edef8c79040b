public import ArgumentParser

/// The root of the command line; each subcommand is a file of its own.
public struct GroveCommand: AsyncParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "grove",
    abstract: "Collaboration that starts in a conversation, on your own servers.",
    discussion: """
      EXAMPLES
        grove demo                     watch one share, from a conversation to granted access
        grove serve --data ~/grove     run the relay and the collaboration server
        grove message sign-up --handle alice --name Alice
        grove agent                    keep your device for all your apps on this machine
        grove verify --batch cases.jsonl

      Exit status: 0 success, 1 refused or failed (the reason is on standard error), \
      64 wrong usage, 75 a server could not be reached; what “grove serve” adds its help says.
      """,
    version: GroveVersion.full,
    subcommands: [
      ServeCommand.self, DemoCommand.self, MessageCommand.self, VerifyCommand.self,
      DoctorCommand.self, BackupCommand.self, VerifyBackupCommand.self, RestoreCommand.self,
      MigrateCommand.self,
      KeysCommand.self, AccountCommand.self,
      DeviceCommand.self, AgentCommandGroup.self, DriveCommand.self,
    ]
  )

  public init() {}
}
