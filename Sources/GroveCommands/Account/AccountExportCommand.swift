import ArgumentParser
import Foundation
import GroveIdentity

/// `grove account export`.
struct AccountExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Copy what belongs to a person into a new folder.",
    discussion: """
      account.json holds the account, what its person signs in with, where it is signed in and since \
      when, the accounts at OpenID Providers that lead to it, its documents with who else has access, \
      what it was granted in documents of others, with its identities there, and where it asks for \
      access.
      drive/ has the files of its drive as they are, without the bin and what they were before.
      documents/ID.log.jsonl is a document's whole log, an entry a line as the API gives it, and \
      documents/ID.snapshot the newest snapshot; both are in the app's own encoding. Everything is \
      from the same moment. No password, session or link is in it, and nothing of the content of \
      other people's documents.

      EXAMPLE
        grove account export ann@example.org /tmp/ann
      """)

  @Argument(help: ArgumentHelp("The account's name.", valueName: "ACCOUNT"))
  var account: String

  @Argument(help: ArgumentHelp("A folder that is not there yet.", valueName: "FOLDER"))
  var folder: String

  @OptionGroup var options: DataOptions

  func run() async throws {
    let name = try AccountCommand.label(account)
    let target = Backup.trimmed(folder)
    let contents = try await OperatorAccounts.with(try options.configuration()) { book in
      let label = try await book.account(named: name)
      return try await AccountExport(label: label, folder: target, now: book.now).write(from: book)
    }
    FlushedOutput.print(
      "\(contents.account.account): \(contents.documents.count) documents and "
        + "\(contents.participations.count) participations in \(target)")
  }
}
