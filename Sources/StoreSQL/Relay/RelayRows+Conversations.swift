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
        try eachList(of: id, account) { "DELETE FROM \($0)" }
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
      let row = [Stored.blob(conversation), Stored.blob(account)]
      try run(Inserts.member, row)
      try run(Inserts.membership, row)
    }
  }

  /// Who is in a conversation is written twice: as its member, where the conversation lies, and as a membership, where
  /// the account lies. So neither who asks for its people nor who asks whether two people may write to each other asks
  /// anywhere else.
  func eachList(
    of conversation: ConversationID, _ account: AccountID, values: Arguments = [],
    _ statement: (String) -> String
  ) throws {
    for table in ["member", "membership"] {
      try run(
        statement(table) + " WHERE conversation_id = ? AND account_id = ?",
        values + [Stored.blob(conversation), Stored.blob(account)])
    }
  }
}
