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

  private static func all(from command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    [command] + command.configuration.subcommands.flatMap(all)
  }

  /// A terminal breaks lines where it ends. A break of ours in the middle of a sentence leaves half lines at any other width.
  @Test func `no sentence of a help text is broken before the terminal breaks it`() {
    let all = Self.all(from: GroveCommand.self)
    #expect(all.count > 60)
    for command in all {
      let lines = command.configuration.discussion.split(
        separator: "\n", omittingEmptySubsequences: false)
      let broken = zip(lines, lines.dropFirst()).filter { line, next in
        guard let last = line.last, let first = next.first, line != line.uppercased() else {
          return false
        }
        return !".:?!)".contains(last) && (first.isLetter || first.isNumber || first == "“")
      }
      #expect(broken.isEmpty, "\(command)")
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
