import Foundation
import GroveIdentity
import GroveMessage
import GroveSystem
import Messenger
import SharingUI

/// Prints a thread for a person: each item once, each banner whenever it says something new, and each device that
/// waits to be let in.
actor ThreadPrinter {
  private let messenger: Messenger
  private let conversation: ConversationID
  private let person: PersonOptions
  private let names: AccountDisplayNames
  private var lastPosition = Int64.min
  private var banners: [NoticeID: String] = [:]
  private var renewals: Set<AccessRenewal> = []
  private var awaited: Set<DocumentAwaited> = []

  init(_ messenger: Messenger, conversation: ConversationID, person: PersonOptions) {
    self.messenger = messenger
    self.conversation = conversation
    self.person = person
    names = AccountDisplayNames(messenger)
  }

  /// What has not been printed yet.
  func printNew(limit: Int) async throws {
    let new = try await messenger.thread(conversation, limit: limit)
      .filter { $0.position > lastPosition }
    for (item, line) in zip(new, try await messenger.rows(of: new)) {
      var row = line
      row["sender"] = await names.name(of: item.sender)
      if case .roster(let line) = item.content, !line.subjects.isEmpty {
        row["subjects"] = await names.names(of: line.subjects).joined(separator: ", ")
      }
      try print(row, at: item.sentAt)
      for line in await Undelivered.lines(item, names) where !person.json {
        FlushedOutput.print("       " + TerminalText.safe(line))
      }
      lastPosition = item.position
    }
    for notice in try await messenger.notices(in: conversation)
    where banners[notice.banner.id] != notice.text {
      banners[notice.banner.id] = notice.text
      try print(ThreadText.row(notice), at: notice.banner.latestAt)
    }
    try await printRenewals()
    try await printAwaited()
  }

  /// What was shared here and waits for this device to be let in.
  private func printAwaited() async throws {
    let due = try await messenger.awaitedDocuments().filter { $0.isIn(conversation) }
    for document in due where !awaited.contains(document) {
      let by = await names.name(of: document.inviter)
      try person.print(
        ["kind": "awaited", "title": document.title, "link": document.link, "by": by],
        TerminalText.safe("— " + AccessRenewalText.waiting(for: document, by: by)))
    }
    awaited = Set(due)
  }

  /// Whose devices cannot open yet, or still can, what was shared here.
  private func printRenewals() async throws {
    let due = try await messenger.accessRenewals().filter { $0.conversationID == conversation }
    let text = AccessRenewalText(me: messenger.accountID)
    for renewal in due where !renewals.contains(renewal) {
      try person.print(
        text.row(renewal),
        TerminalText.safe("— \(text.sentence(renewal))   \(text.command(renewal))"))
    }
    renewals = Set(due)
  }

  private func print(_ row: [String: String], at time: UInt64) throws {
    try person.print(row, LocalTime.clock(time) + "  " + Self.line(of: row))
  }

  private static func line(of row: [String: String]) -> String {
    let row = row.mapValues(TerminalText.safe)
    let name = row["sender"] ?? ""
    let text = row["text"] ?? ""
    let line =
      switch row["kind"] {
      case "text": "\(name): \(text)" + bracketed(row["file"])
      case "link" where row["card"] == "below":
        "\(name) shared “\(text)”, and again below"
      case "link":
        "\(name) shared “\(text)”\n       \(row["ended"] ?? row["link"] ?? "")" + beginning(row)
          + (row["people"].map { "\n       \($0)" } ?? "")
      case "plain-link":
        "\(name) sent a link that is not an invitation (\(row["warning"] ?? "")): "
          + (row["link"] ?? "")
      case "notice", "mention": "— \(text)" + document(row)
      default:
        "— \(name): "
          + [row["event"] ?? row["kind"] ?? "", row["subjects"] ?? "", text]
          .filter { !$0.isEmpty }.joined(separator: " ")
      }
    let delivery = row["delivery"].flatMap { $0.isEmpty ? nil : "   (\($0))" } ?? ""
    return line + delivery + bracketed(row["mark"])
  }

  /// What is written in a document, below its address; or was, when that was told last.
  private static func beginning(_ row: [String: String]) -> String {
    if let lines = row["firstLines"] { return "\n        \(lines)" }
    return row["firstLinesThen"].map { "\n       This may have changed since:\n        \($0)" }
      ?? ""
  }

  /// What a notice is about, and where that is while it can be opened.
  private static func document(_ row: [String: String]) -> String {
    let title = row["title"].flatMap { $0.isEmpty ? nil : "   “\($0)”" } ?? ""
    return title + (row["link"].flatMap { $0.isEmpty ? nil : "   Show: \($0)" } ?? "")
  }

  private static func bracketed(_ text: String?) -> String {
    text.flatMap { $0.isEmpty ? nil : "  [\($0)]" } ?? ""
  }
}
