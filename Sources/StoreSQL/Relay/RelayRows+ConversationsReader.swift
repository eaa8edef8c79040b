import GroveIdentity
import RelayDomain

extension RelayRows {
  func conversation(_ id: ConversationID) throws -> ConversationRecord? {
    let found = try one(
      "SELECT name, version, photo_version FROM conversation WHERE conversation_id = ?",
      [id.bytes]
    ) { row in
      ConversationRecord(
        conversationID: id, name: try row.optionalText(0), members: [],
        version: try row.number(1), photoVersion: try row.optionalNumber(2))
    }
    guard var record = found else { return nil }
    record.members = try all(
      "SELECT account_id FROM member WHERE conversation_id = ? ORDER BY account_id", [id.bytes]
    ) { try $0.fixed(0) }
    return record
  }

  func conversations(of account: AccountID) throws -> [ConversationRecord] {
    let ids: [ConversationID] = try all(
      "SELECT conversation_id FROM membership WHERE account_id = ? ORDER BY conversation_id",
      [account.bytes]
    ) { try $0.fixed(0) }
    return try ids.compactMap { try conversation($0) }
  }

  func conversationIDs(of account: AccountID, after id: ConversationID?, limit: Int) throws
    -> [ConversationID]
  {
    // No identifier is smaller than no bytes.
    try all(
      """
      SELECT conversation_id FROM membership WHERE account_id = ? AND conversation_id > ?
      ORDER BY conversation_id LIMIT ?
      """, [account.bytes, id?.bytes ?? [], limit]
    ) { try $0.fixed(0) }
  }

  func isMember(_ account: AccountID, of conversation: ConversationID) throws -> Bool {
    try exists(
      "SELECT 1 FROM member WHERE conversation_id = ? AND account_id = ?",
      [conversation.bytes, account.bytes])
  }

  func sharedConversation(_ one: AccountID, _ other: AccountID) throws -> ConversationID? {
    try self.one(
      """
      SELECT mine.conversation_id FROM membership AS mine
      JOIN membership AS theirs ON theirs.conversation_id = mine.conversation_id
        AND theirs.account_id = ?
      WHERE mine.account_id = ? LIMIT 1
      """, [other.bytes, one.bytes]
    ) { try $0.fixed(0) }
  }

  func contacts(of account: AccountID) throws -> Set<AccountID> {
    Set(
      try all(
        """
        SELECT DISTINCT theirs.account_id FROM membership AS mine
        JOIN member AS theirs ON theirs.conversation_id = mine.conversation_id
        WHERE mine.account_id = ? AND theirs.account_id <> mine.account_id
          AND theirs.requested_by IS NULL
        """, [account.bytes]
      ) { try $0.fixed(0) })
  }

  func photo(of conversation: ConversationID) throws -> [UInt8]? {
    try one("SELECT bytes FROM photo WHERE conversation_id = ?", [conversation.bytes]) {
      try $0.bytes(0)
    }
  }
}
