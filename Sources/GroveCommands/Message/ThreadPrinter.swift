import Foundation
import GroveIdentity
import GroveMessage
import Messenger
import SharingUI

/// Prints a thread for a person: each item once, each banner whenever it says something new.
actor ThreadPrinter {
  private let messenger: Messenger
  private let conversation: ConversationID
  private let person: PersonOptions
  private let names: AccountDisplayNames
  private var lastPosition = Int64.min
  private var banners: [NoticeID: String] = [:]

  init(_ messenger: Messenger, conversation: ConversationID, person: PersonOptions) {
    self.messenger = messenger
    self.conversation = conversation
    self.person = person
    names = AccountDisplayNames(messenger)
  }

  /// What has not been printed yet.
  func printNew(limit: Int) async throws {
    for item in try await messenger.thread(conversation, limit: limit)
    where item.position > lastPosition {
      var row = ThreadText.row(item)
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
      case "link": "\(name) shared “\(text)”\n       \(row["link"] ?? "")"
      case "plain-link":
        "\(name) sent a link that is not an invitation (\(row["warning"] ?? "")): "
          + (row["link"] ?? "")
      case "notice", "mention": "— \(text)   Show: \(row["link"] ?? "")"
      default:
        "— \(name): "
          + [row["event"] ?? row["kind"] ?? "", row["subjects"] ?? "", text]
          .filter { !$0.isEmpty }.joined(separator: " ")
      }
    let delivery = row["delivery"].flatMap { $0.isEmpty ? nil : "   (\($0))" } ?? ""
    return line + delivery + bracketed(row["mark"])
  }

  private static func bracketed(_ text: String?) -> String {
    text.flatMap { $0.isEmpty ? nil : "  [\($0)]" } ?? ""
  }
}
