import ArgumentParser
import CollaborationDomain
import GroveIdentity

/// `grove account`: the app accounts of the collaboration server, for whoever runs it.
struct AccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Look after the collaboration server's accounts, while it runs or not.",
    discussion: """
      An account is named as in the list, or by what its person signs in with.

      These commands work on the data folder and need no password but the right to write it; run \
      them as the user the server runs as. A running server is told at once.

      They are about app accounts. A relay account is a person's device keys and nobody signs in to \
      it with anything an operator could take away or give back, so there is no such command for it.

      EXAMPLES
        grove account list --data /var/lib/grove
        grove account disable bob@example.org --reason "left the company"
        grove account reset-password ann@example.org
      """,
    subcommands: [
      AccountListCommand.self, AccountShowCommand.self, AccountDisableCommand.self,
      AccountEnableCommand.self, AccountResetPasswordCommand.self,
      AccountExportCommand.self, AccountDeleteCommand.self,
    ])

  /// What every command takes as its account: the label, or what the account's person signs in with.
  /// - Throws: `ValidationError` for what is no account name.
  static func label(_ text: String) throws -> AccountLabel {
    guard let label = try? AccountLabel(text) else {
      throw ValidationError("“\(text)” is no account name.")
    }
    return label
  }
}

/// `grove account list`.
struct AccountListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List every account with its state, sessions and documents.",
    discussion: """
      DOCUMENTS counts those an account owns. SIGNS IN AS is the name that a person has chosen whose \
      account was made by an invitation. Deleted accounts, of which only the name is kept, are \
      left out without --all.

      EXAMPLE
        grove account list --json | jq -r '.[] | select(.state == "disabled") | .account'
      """)

  @Flag(help: "Deleted accounts, too.")
  var all = false

  @Flag(help: "Print a JSON array; times are milliseconds since 1970.")
  var json = false

  @OptionGroup var options: DataOptions

  private static let page = 500

  func run() async throws {
    let every = try await OperatorAccounts.with(try options.configuration()) {
      try await Self.reports(in: $0)
    }
    let reports = every.filter { all || $0.state != .deleted }
    if json {
      FlushedOutput.print(String(decoding: try StrictJSON.encode(reports), as: UTF8.self))
    } else if reports.isEmpty {
      FlushedOutput.print("There are no accounts.")
    } else {
      for line in TextTable.lines([AccountReport.heading] + reports.map(\.columns)) {
        FlushedOutput.print(line)
      }
    }
  }

  private static func reports(in book: OperatorAccounts) async throws -> [AccountReport] {
    var reports: [AccountReport] = []
    var last: AccountLabel?
    repeat {
      let found = try await book.read { [last] in
        try OperatorRules.list(after: last, limit: page, at: book.now, reading: $0)
      }
      reports += found.map(AccountReport.init)
      last = found.count < page ? nil : found.last?.account.account
    } while last != nil
    return reports
  }
}

/// `grove account show`.
struct AccountShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one account: its state, where it is signed in, how much it owns.",
    discussion: """
      EXAMPLE
        grove account show ann@example.org
      """)

  @Argument(help: ArgumentHelp("The account's name.", valueName: "ACCOUNT"))
  var account: String

  @Flag(help: "Print JSON; times are milliseconds since 1970.")
  var json = false

  @OptionGroup var options: DataOptions

  func run() async throws {
    let name = try AccountCommand.label(account)
    let overview = try await OperatorAccounts.with(try options.configuration()) { book in
      let label = try await book.account(named: name)
      return try await book.look(label) {
        try OperatorRules.look(at: label, at: book.now, reading: $0)
      }
    }
    let report = AccountReport(overview)
    if json {
      FlushedOutput.print(String(decoding: try StrictJSON.encode(report), as: UTF8.self))
    } else {
      for line in report.lines { FlushedOutput.print(line) }
    }
  }
}
