import GroveIdentity
import RelayDomain

extension RelayRows {
  func applyToConversations(_ change: RelayChange) throws {
    switch change {
    case .insertConversation(let record):
      try run(
        Inserts.conversation,
        [
          Stored.blob(record.conversationID), record.name, Stored.integer(record.version),
          Stored.integer(record.photoVersion),
        ])
      try add(record.members, to: record.conversationID)
    case .updateConversation(let record):
      try run(
        """
        UPDATE conversation SET name = ?, version = ?, photo_version = ?
        WHERE conversation_id = ?
        """,
        [
          record.name, Stored.integer(record.version), Stored.integer(record.photoVersion),
          Stored.blob(record.conversationID),
        ])
    case .addMembers(let accounts, let id): try add(accounts, to: id)
    case .removeMembers(let accounts, let id):
      for account in accounts {
        try run(
          "DELETE FROM member WHERE conversation_id = ? AND account_id = ?",
          [Stored.blob(id), Stored.blob(account)])
      }
    case .setPhoto(let id, let bytes):
      guard let bytes else {
        return try run("DELETE FROM photo WHERE conversation_id = ?", [Stored.blob(id)])
      }
      try run(Inserts.photo, [Stored.blob(id), Stored.blob(bytes)])
    default: break
    }
  }

  private func add(_ accounts: [AccountID], to conversation: ConversationID) throws {
    for account in accounts {
      try run(
        Inserts.member,
        [Stored.blob(conversation), Stored.blob(account)])
    }
  }

  /// - Returns: by what entries name it.
  func insert(_ event: ConversationEvent) throws -> Int64 {
    let state = event.conversation
    let id = try one(
      Inserts.event + " RETURNING event_id",
      [
        event.kind.rawValue, Stored.blob(event.by), AccountList.encode(event.subjects),
        Stored.integer(event.at), Stored.blob(state.conversationID), state.name,
        AccountList.encode(state.members), Stored.integer(state.version),
        Stored.integer(state.photoVersion), state.requestedBy?.bytes,
      ]
    ) { Stored.integer(try $0.number(0)) }
    guard let id else { throw Damage.damagedRow }
    return id
  }
}
