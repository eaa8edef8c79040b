import ArgumentParser
import GroveIdentity
import Testing

@testable import GroveCommands

struct HelpTests {
  private static let commands: [any ParsableCommand.Type] = [
    ServeCommand.self, DemoCommand.self, MessageCommand.self, VerifyCommand.self,
    DoctorCommand.self, BackupCommand.self, VerifyBackupCommand.self, RestoreCommand.self,
    KeysCommand.self,
    DeviceCommand.self, AgentCommandGroup.self, DriveCommand.self,
  ]

  @Test(arguments: commands.indices)
  func `every command has an abstract and an example in its help`(index: Int) {
    let configuration = Self.commands[index].configuration
    #expect(!configuration.abstract.isEmpty)
    #expect(configuration.discussion.contains("EXAMPLE"))
  }

  @Test(arguments: [
    MessageCommand.configuration, AgentCommandGroup.configuration, DriveCommand.configuration,
    DriveAppPasswordCommand.configuration,
  ])
  func `every subcommand says what it does`(configuration: CommandConfiguration) {
    for command in configuration.subcommands {
      #expect(!command.configuration.abstract.isEmpty, "\(command)")
    }
  }

  @Test func `an app session prints nothing of its token`() throws {
    let session = AppSessionFile(
      origin: try .init("https://docs.example"), account: try .init("bob@docs.example"),
      displayName: "Bob", token: "very-secret-token")
    var dumped = ""
    dump(session, to: &dumped)
    #expect(!"\(session) \(String(reflecting: session)) \(dumped)".contains("very-secret-token"))
  }
}
