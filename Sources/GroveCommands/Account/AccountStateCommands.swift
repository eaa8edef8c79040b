import ArgumentParser
import CollaborationDomain
import GroveIdentity

/// `grove account disable`.
struct AccountDisableCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "End every session of an account and let nobody sign in to it.",
    discussion: """
      Open streams end at once, the app's backend may not act for the account, nothing is proved \
      under its name. Its documents stay, shared ones remain open to their participants, and what it \
      was granted stays in the book: “enable” gives everything back. Somebody who signs in with the \
      right password is told that the account is disabled; everybody else is told what a wrong \
      password is told.

      EXAMPLE
        grove account disable bob@example.org --reason "lost his laptop"
      """)

  @Argument(help: ArgumentHelp("The account's name.", valueName: "ACCOUNT"))
  var account: String

  @Option(help: ArgumentHelp("A note for operators, shown by “show” only.", valueName: "TEXT"))
  var reason = ""

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var options: DataOptions

  func validate() throws {
    guard reason.utf8.count <= OperatorRules.maximumReasonBytes,
      !reason.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
      )
    else {
      throw ValidationError("A reason is one line of at most 512 bytes.")
    }
  }

  func run() async throws {
    let name = try AccountCommand.label(account)
    let reason = reason
    let done = try await OperatorAccounts.with(try options.configuration()) { book in
      let label = try await book.account(named: name)
      let ended = try await book.change(label) {
        try OperatorRules.disable(label, reason: reason, at: book.now, reading: $0)
      }
      return AccountCommandResult(
        label, "disabled", endedSessions: ended.count, toldServer: await book.tellServer())
    }
    try done.print(json: json)
  }
}

/// `grove account enable`.
struct AccountEnableCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable",
    abstract: "Take back that an account is disabled.",
    discussion: """
      Its people sign in as before, with the same password, and have what they had.

      EXAMPLE
        grove account enable bob@example.org
      """)

  @Argument(help: ArgumentHelp("The account's name.", valueName: "ACCOUNT"))
  var account: String

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var options: DataOptions

  func run() async throws {
    let name = try AccountCommand.label(account)
    let done = try await OperatorAccounts.with(try options.configuration()) { book in
      let label = try await book.account(named: name)
      let wasDisabled = try await book.change(label) {
        try OperatorRules.enable(label, reading: $0)
      }
      return AccountCommandResult(label, wasDisabled ? "enabled" : "not disabled")
    }
    try done.print(json: json)
  }
}

/// What a command has done to an account.
struct AccountCommandResult: Codable {
  var account: String
  var result: String
  var endedSessions: Int
  /// Whether a server runs on the folder and was told to look.
  var toldServer: Bool

  init(_ label: AccountLabel, _ result: String, endedSessions: Int = 0, toldServer: Bool = false) {
    account = label.text
    self.result = result
    self.endedSessions = endedSessions
    self.toldServer = toldServer
  }

  func print(json: Bool) throws {
    guard !json else {
      return FlushedOutput.print(String(decoding: try StrictJSON.encode(self), as: UTF8.self))
    }
    let sessions = endedSessions == 1 ? "1 session ended" : "\(endedSessions) sessions ended"
    let parts = [
      result, endedSessions > 0 ? sessions : nil,
      toldServer ? "the running server has been told" : nil,
    ]
    FlushedOutput.print("\(account): " + parts.compactMap { $0 }.joined(separator: "; "))
  }
}
