import Foundation
import GRDB
import GroveIdentity
import RelayDomain

extension SQLiteRelayReader {
  func conversation(_ id: ConversationID) throws -> ConversationRecord? {
    let sql = "SELECT name, version, photo_version FROM conversation WHERE conversation_id = ?"
    guard let row = try rows.row(sql, [id.data]) else { return nil }
    let members = try rows.rows(
      "SELECT account_id FROM member WHERE conversation_id = ? ORDER BY account_id", [id.data])
    return ConversationRecord(
      conversationID: id, name: row[0], members: try members.map { try $0.identifier(0) },
      version: try row.number(1),
      photoVersion: (row[2] as Int64?).map(UInt64.init(clamping:)))
  }

  func conversations(of account: AccountID) throws -> [ConversationRecord] {
    try rows.rows(
      "SELECT conversation_id FROM member WHERE account_id = ? ORDER BY conversation_id",
      [account.data]
    ).compactMap { try conversation($0.identifier(0)) }
  }

  func conversationIDs(of account: AccountID, after id: ConversationID?, limit: Int) throws
    -> [ConversationID]
  {
    // No identifier is smaller than no bytes.
    try rows.rows(
      """
      SELECT conversation_id FROM member WHERE account_id = ? AND conversation_id > ?
      ORDER BY conversation_id LIMIT ?
      """, [account.data, id?.data ?? Data(), limit]
    ).map { try $0.identifier(0) }
  }

  func isMember(_ account: AccountID, of conversation: ConversationID) throws -> Bool {
    try rows.exists(
      "SELECT 1 FROM member WHERE conversation_id = ? AND account_id = ?",
      [conversation.data, account.data])
  }

  func sharedConversation(_ one: AccountID, _ other: AccountID) throws -> ConversationID? {
    try rows.row(
      """
      SELECT mine.conversation_id FROM member AS mine
      JOIN member AS theirs ON theirs.conversation_id = mine.conversation_id
        AND theirs.account_id = ?
      WHERE mine.account_id = ? LIMIT 1
      """, [other.data, one.data]
    ).map { try $0.identifier(0) }
  }

  func contacts(of account: AccountID) throws -> Set<AccountID> {
    Set(
      try rows.rows(
        """
        SELECT DISTINCT theirs.account_id FROM member AS mine
        JOIN member AS theirs ON theirs.conversation_id = mine.conversation_id
        WHERE mine.account_id = ? AND theirs.account_id <> mine.account_id
          AND theirs.requested_by IS NULL
        """, [account.data]
      ).map { try $0.identifier(0) })
  }

  func photo(of conversation: ConversationID) throws -> [UInt8]? {
    try rows.row("SELECT bytes FROM photo WHERE conversation_id = ?", [conversation.data])
      .map { try $0.bytes(0) }
  }
}
