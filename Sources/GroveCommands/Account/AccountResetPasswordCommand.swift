import ArgumentParser
import CollaborationDomain
import CollaborationServer
import GroveIdentity

/// `grove account reset-password`.
struct AccountResetPasswordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset-password",
    abstract: "Make a link by which a person chooses another password, once.",
    discussion: """
      Hand the link to the person and to nobody else: whoever opens it first has the account. It is \
      printed once and stored only as a hash; a newer link takes its place. Using it ends every \
      session. Until then the old password stays good.

      EXAMPLE
        grove account reset-password ann@example.org --expires-in 2
      """)

  @Argument(help: ArgumentHelp("The account's name.", valueName: "ACCOUNT"))
  var account: String

  @Option(help: ArgumentHelp("Hours until the link is good no more, 1 to 168.", valueName: "HOURS"))
  var expiresIn = 24

  @Option(
    help: ArgumentHelp(
      "The collaboration server's public origin (default: as “grove serve” finds it).",
      valueName: "ORIGIN"))
  var appOrigin: String?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var options: DataOptions

  struct Made: Codable {
    var account: String
    var link: String
    /// Milliseconds since 1970.
    var expiresAt: DecimalUInt64
  }

  func validate() throws {
    guard (1...168).contains(expiresIn) else {
      throw ValidationError("A link is good for 1 to 168 hours.")
    }
  }

  func run() async throws {
    let name = try AccountCommand.label(account)
    let configuration = try options.configuration(more: [Setting.appOrigin.name: appOrigin])
    let origin = try Servers.origin(
      of: .collaboration, port: try configuration.port(.appPort), configuration)
    let secret = ResetSecret(
      random: (0..<ResetSecret.byteCount).map { _ in UInt8.random(in: .min ... .max) })
    let lifetime = UInt64(expiresIn) * 3_600_000
    let issued = try await OperatorAccounts.with(configuration) { book in
      let label = try await book.account(named: name)
      let reset = PasswordResetRecord(
        account: label, hash: secret.hash, expiresAt: book.now + lifetime)
      _ = try await book.change(label) { try PasswordResetRules.issue(reset, reading: $0) }
      return reset
    }
    let made = Made(
      account: issued.account.text, link: secret.link(at: origin),
      expiresAt: DecimalUInt64(issued.expiresAt))
    if json {
      FlushedOutput.print(String(decoding: try StrictJSON.encode(made), as: UTF8.self))
    } else {
      FlushedOutput.print(made.link)
      FlushedOutput.printError("good once, until \(LocalTime.utc(issued.expiresAt))")
    }
  }
}
