public import GroveIdentity
public import GroveSystem
import MessengerDomain

extension Messenger: MessagingSystem {
  public nonisolated func highlightsNow(for origin: Origin) throws(MessengerError)
    -> [CollaborationHighlight]
  {
    do {
      return try store.readNow { try HighlightRules.newest(of: origin, $0) }
    } catch {
      throw Self.translated(error)
    }
  }

  public func conversation(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> ConversationSummary?
  {
    guard let highlight = try await highlight(for: collaborationID, of: origin) else { return nil }
    let id = highlight.conversationID
    let record = try await conversation(id)
    var photo: [UInt8] = []
    if record.photoVersion != nil { photo = (try? await self.photo(of: id)) ?? [] }
    return try await summary(of: record, photo: photo)
  }
}

extension Messenger: PersonSystem {
  public func conversationSummaries() async throws(MessengerError) -> [ConversationSummary] {
    var summaries: [ConversationSummary] = []
    // One that everybody else has left has nobody to share with.
    for record in try await conversations()
    where record.state == .active && record.members.contains(where: { $0 != accountID }) {
      summaries.append(try await summary(of: record))
    }
    return summaries
  }

  public func recipient(handle: String) async throws(MessengerError) -> Recipient {
    let contact = try await contact(handle: handle)
    return Recipient(account: contact.accountID, handle: contact.handle, name: contact.name)
  }

  public func message(_ text: String, in conversation: ConversationID)
    async throws(MessengerError)
  {
    _ = try await sendText(text, in: conversation)
  }

  private func summary(of record: ConversationRecord, photo: [UInt8] = [])
    async throws(MessengerError) -> ConversationSummary
  {
    let others = record.members.filter { $0 != accountID }
    let names = try await look { reader in
      try others.map { try reader.account($0)?.name ?? "Somebody" }
    }
    return ConversationSummary(
      id: record.conversationID, title: record.name ?? names.joined(separator: ", "),
      memberNames: names, photo: photo)
  }
}
