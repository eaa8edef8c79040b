import ArgumentParser
import CollaborationDomain
import DriveDomain
import Foundation
import GroveIdentity
import RecordDomain

/// `grove account delete`.
struct AccountDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete an account with everything it owns, after an export.",
    discussion: """
      Every document the account owns is deleted as if its owner had done it: sharing ends, and \
      those who had access lose it. Whatever others need first they copy themselves; a document has \
      one owner, who does not change. What the account was granted is given up; what it wrote in \
      documents of others stays there under its name. Records it kept in containers are erased, and \
      what it wrote into their public databases; what it wrote into zones of others is theirs. Its drive \
      is erased, files, versions and bin. The name itself stays taken, so that nobody else ever appears \
      under it; what its person signed in with besides is free again.

      First the account is disabled, then exported, then deleted; where the export fails it stays \
      disabled. Interrupted, the same command goes on where it was. Backups keep what they hold.

      EXAMPLE
        grove account delete bob@example.org --export-to /srv/exports/bob
      """)

  @Argument(help: ArgumentHelp("The account's name.", valueName: "ACCOUNT"))
  var account: String

  @Option(
    help: ArgumentHelp("Export into this folder, which is not there yet.", valueName: "FOLDER"))
  var exportTo: String?

  @Flag(help: "Delete without an export.")
  var withoutExport = false

  @Flag(help: "Do not ask for the name again.")
  var yes = false

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var options: DataOptions

  struct Deleted: Codable {
    var account: String
    var endedSessions: Int
    var deletedDocuments: Int
    /// People of other accounts who lost access to them, counted in each document.
    var lostAccess: Int
    /// Documents of others whose logs say that the account has left.
    var leftDocuments: Int
    /// Zones of records in apps' containers, those that are always there among them.
    var erasedZones: Int
    /// What it had written into containers' public databases.
    var erasedPublicRecords: Int
    var export: String?
    var toldServer: Bool
  }

  func validate() throws {
    guard (exportTo != nil) != withoutExport else {
      throw ValidationError("Give either --export-to FOLDER or --without-export.")
    }
  }

  func run() async throws {
    let wanted = try AccountCommand.label(account)
    let configuration = try options.configuration()
    if let exportTo { try AccountExport.check(Backup.trimmed(exportTo)) }
    // Not while somebody thinks about the answer: a server that starts would wait.
    let overview = try await OperatorAccounts.with(configuration) { book in
      let label = try await book.account(named: wanted)
      return try await book.look(label) {
        try OperatorRules.look(at: label, at: book.now, reading: $0)
      }
    }
    let label = overview.account.account
    guard yes || Self.confirms(overview) else { throw CommandFailure("Nothing has changed.") }
    let deleted = try await OperatorAccounts.with(configuration) { try await delete(label, in: $0) }
    if json {
      FlushedOutput.print(String(decoding: try StrictJSON.encode(deleted), as: UTF8.self))
    } else {
      for line in deleted.lines { FlushedOutput.print(line) }
    }
  }

  private static func confirms(_ overview: OperatorRules.Overview) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else {
      FlushedOutput.printError("grove: nobody is here to ask; see --yes")
      return false
    }
    let name = overview.account.account.text
    FlushedOutput.print(
      "\(overview.ownedDocuments) documents of “\(name)” will be deleted for everybody, and "
        + "\(overview.grantedDocuments ?? 0) of others left.\nType the account's name to go on:")
    let typed = readLine()
    return typed == name || typed != nil && typed == overview.signInName?.text
  }

  private func delete(_ label: AccountLabel, in book: OperatorAccounts) async throws -> Deleted {
    var deleted = Deleted(
      account: label.text, endedSessions: 0, deletedDocuments: 0, lostAccess: 0, leftDocuments: 0,
      erasedZones: 0, erasedPublicRecords: 0, toldServer: false)
    if let folder = exportTo.map(Backup.trimmed), try await !isDeleted(label, in: book) {
      // Nothing changes any more between the export and the end.
      deleted.endedSessions = try await book.change(label) {
        try OperatorRules.disable(label, reason: "being deleted", at: book.now, reading: $0)
      }.count
      deleted.toldServer = await book.tellServer()
      _ = try await AccountExport(label: label, folder: folder, now: book.now).write(from: book)
      deleted.export = folder
    }
    deleted.endedSessions += try await book.change(label) {
      try AccountDeletion.begin(label, at: book.now, reading: $0)
    }.count
    try await takeRecords(&deleted, label, book)
    while try await book.changeDrives({ try DriveErasure.step(of: label, reading: $0) }) {}
    try await take(&deleted, label, book)
    deleted.toldServer = await book.tellServer()
    return deleted
  }

  private func takeRecords(
    _ deleted: inout Deleted, _ label: AccountLabel, _ book: OperatorAccounts
  )
    async throws
  {
    while let step = try await book.changeRecords({
      try RecordErasure.zone(of: label, at: book.now, reading: $0)
    }) {
      deleted.erasedZones += 1
      deleted.lostAccess += step.reduce(0) { $0 + $1.lost.count }
    }
    for container in try await book.readRecords({ try $0.containers(of: label) }) {
      var place: UInt64? = 0
      while let number = place {
        let page = try await book.changeRecords {
          try RecordErasure.publicRecords(
            of: label, in: container, after: number, at: book.now, reading: $0)
        }
        deleted.erasedPublicRecords += page.erased
        place = page.next
      }
    }
    try await book.changeRecords { _ in RecordErasure.uploads(of: label) }
  }

  private func take(_ deleted: inout Deleted, _ label: AccountLabel, _ book: OperatorAccounts)
    async throws
  {
    while true {
      let step = try await book.change(label) {
        try AccountDeletion.deleteDocuments(of: label, at: book.now, reading: $0)
      }
      if step.isEmpty { break }
      deleted.deletedDocuments += step.count
      deleted.lostAccess += step.reduce(0) { $0 + $1.lost.count }
    }
    while true {
      let left = try await book.change(label) {
        try AccountDeletion.leave(label, at: book.now, reading: $0)
      }
      guard let left else { return }
      deleted.leftDocuments += left.count
    }
  }

  /// An account that was deleted before has nothing left to export but what an interruption has left.
  private func isDeleted(_ label: AccountLabel, in book: OperatorAccounts) async throws -> Bool {
    try await book.look(label) { try OperatorRules.look(at: label, at: book.now, reading: $0) }
      .account.disabled?.isDeleted == true
  }
}

extension AccountDeleteCommand.Deleted {
  fileprivate var lines: [String] {
    var lines = [
      "\(account): deleted, with \(deletedDocuments) documents to which \(lostAccess) others had access",
      "left \(leftDocuments) documents of others; \(endedSessions) sessions ended",
    ]
    if erasedZones + erasedPublicRecords > 0 {
      lines.append(
        "erased \(erasedZones) zones of records, and \(erasedPublicRecords) public records")
    }
    if let export { lines.append("exported to \(export)") }
    if toldServer { lines.append("the running server has been told") }
    return lines
  }
}
