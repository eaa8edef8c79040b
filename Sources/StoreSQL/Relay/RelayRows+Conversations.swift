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
}
