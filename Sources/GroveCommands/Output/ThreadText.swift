import GroveIdentity
import GroveMessage
import GroveSystem
import Messenger

/// Thread items as rows of texts, for JSON and for the terminal.
enum ThreadText {
  /// - Parameter now: what is known by now of the document that was shared in it.
  static func row(_ item: ThreadItem, now: DocumentState?) -> [String: String] {
    var row = [
      "sender": item.sender.base64url, "sentAt": String(item.sentAt),
      "delivery": word(item.delivery),
    ]
    if !item.undelivered.isEmpty {
      row["undelivered"] = item.undelivered.map { "\($0.accountID.base64url) \($0.reason)" }
        .joined(separator: ",")
    }
    if item.isFromRemovedDevice { row["mark"] = VerifiedMessage.removedDeviceMark }
    row.merge(content(item.content)) { $1 }
    if let title = now?.title { row["text"] = title }
    if let now, now.ending == nil, let lines = now.firstLines ?? now.card?.firstLines,
      !lines.isEmpty
    {
      row[now.firstLines != nil && now.isHeard ? "firstLines" : "firstLinesThen"] = lines
    }
    if let ending = now?.ending { row["ended"] = ending.sentence }
    return row
  }

  /// A banner: a mention is a kind of its own, because only the mentioned person sees it.
  static func row(_ notice: ShownNotice) -> [String: String] {
    [
      "kind": notice.banner.kind == .mention ? "mention" : "notice",
      "event": notice.banner.kind.rawValue, "text": notice.text, "title": notice.title ?? "",
      "link": notice.link ?? "",
      "attribution": notice.attribution ?? "", "sentAt": String(notice.banner.latestAt),
    ]
  }

  /// Nil where nothing was shared in it.
  static func document(of item: ThreadItem) -> CollaborationKey? {
    guard case .link(let link) = item.content, link.warning == nil, let audience = link.audience,
      let id = link.collaborationID
    else { return nil }
    return CollaborationKey(audience: audience, collaborationID: id)
  }

  /// Of what was shared there once more, the newest card is the one that lives.
  /// - Returns: positions of the others.
  static func olderCards(in items: [ThreadItem]) -> Set<Int64> {
    var newest: [CollaborationKey: Int64] = [:]
    for item in items {
      if let document = document(of: item) { newest[document] = item.position }
    }
    return Set(
      items.filter { item in document(of: item).map { newest[$0] != item.position } ?? false }
        .map(\.position))
  }

  /// It says that the document was shared, and nothing of it.
  static func olderCard(_ row: [String: String]) -> [String: String] {
    row.filter { !["firstLines", "firstLinesThen", "ended", "people"].contains($0.key) }
      .merging(["card": "below"]) { $1 }
  }

  static func word(_ delivery: Delivery?) -> String {
    switch delivery {
    case .queued: "queued"
    case .sent: "sent"
    case .delivered: "delivered"
    case .failed(let reason): "failed: \(reason)"
    case nil: ""
    }
  }

  private static func content(_ content: ThreadContent) -> [String: String] {
    switch content {
    case .text(let text, let attachment):
      ["kind": "text", "text": text, "file": attachment?.name ?? ""]
    case .link(let link):
      [
        "kind": link.warning == nil ? "link" : "plain-link", "text": link.title,
        "link": link.link, "warning": link.warning ?? "",
      ]
    case .notice(let notice):
      ["kind": "notice", "text": notice.text, "link": notice.link ?? ""]
    case .roster(let line):
      ["kind": "roster", "event": line.kind.rawValue, "text": line.text ?? ""]
    case .security(let line): ["kind": "security", "event": line.kind.rawValue]
    case .unknown: ["kind": "unknown"]
    }
  }
}

extension Messenger {
  /// Items as rows of texts, under the names that their documents have now.
  func rows(of items: [ThreadItem]) async throws -> [[String: String]] {
    var rows: [[String: String]] = []
    let older = ThreadText.olderCards(in: items)
    for item in items {
      let document = ThreadText.document(of: item)
      let now =
        if let document { try await documentState(of: document) } else { DocumentState?.none }
      var row = ThreadText.row(item, now: now)
      if older.contains(item.position) {
        row = ThreadText.olderCard(row)
      } else if let document, let now {
        row["people"] = await peopleSentence(of: now, at: document.audience)
      }
      rows.append(row)
    }
    return rows
  }
}
