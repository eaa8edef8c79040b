import GroveIdentity
import RelayDomain

extension RelayRows {
  func acceptedConversation(of one: AccountID, with other: AccountID) throws -> ConversationID? {
    try self.one(
      """
      SELECT mine.conversation_id FROM membership AS mine
      JOIN membership AS theirs ON theirs.conversation_id = mine.conversation_id
        AND theirs.account_id = ?
      WHERE mine.account_id = ? AND mine.requested_by IS NULL LIMIT 1
      """, [other.bytes, one.bytes]
    ) { try $0.fixed(0) }
  }

  func membership(_ account: AccountID, of conversation: ConversationID) throws -> Membership? {
    try one(
      "SELECT requested_by FROM member WHERE conversation_id = ? AND account_id = ?",
      [conversation.bytes, account.bytes]
    ) { row in try row.optionalFixed(0).map { .requested(by: $0) } ?? .accepted }
  }

  func requested(in conversation: ConversationID) throws -> [AccountID: AccountID] {
    Dictionary(
      uniqueKeysWithValues: try all(
        """
        SELECT account_id, requested_by FROM member
        WHERE conversation_id = ? AND requested_by IS NOT NULL
        """, [conversation.bytes]
      ) { (try $0.fixed(0), try $0.fixed(1)) })
  }

  func hasLeft(_ account: AccountID, _ conversation: ConversationID) throws -> Bool {
    try exists(
      "SELECT 1 FROM left_conversation WHERE account_id = ? AND conversation_id = ?",
      [account.bytes, conversation.bytes])
  }

  func admission(of account: AccountID) throws -> Admission {
    Admission(
      policy: try policy(of: account),
      admitted: try others("SELECT other FROM admitted WHERE account_id = ?", account),
      blocked: try others("SELECT other FROM blocked WHERE account_id = ?", account))
  }

  private func others(_ sql: String, _ account: AccountID) throws -> [AccountID] {
    try all(sql + " ORDER BY other", [account.bytes]) { try $0.fixed(0) }
  }

  func policy(of account: AccountID) throws -> RequestPolicy {
    try one("SELECT request_policy FROM account WHERE account_id = ?", [account.bytes]) { row in
      guard let policy = RequestPolicy(rawValue: try row.text(0)) else {
        throw RelayStoreError(.corrupt, "a stored policy")
      }
      return policy
    } ?? .ask
  }

  func hasAdmitted(_ account: AccountID, _ other: AccountID) throws -> Bool {
    try exists(
      "SELECT 1 FROM admitted WHERE account_id = ? AND other = ?", [account.bytes, other.bytes])
  }

  func admittedCount(of account: AccountID) throws -> Int {
    try count("SELECT count(*) FROM admitted WHERE account_id = ?", [account.bytes])
  }

  func hasBlocked(_ account: AccountID, _ other: AccountID) throws -> Bool {
    try exists(
      "SELECT 1 FROM blocked WHERE account_id = ? AND other = ?", [account.bytes, other.bytes])
  }

  func requestUse(of account: AccountID, by other: AccountID) throws -> MailboxUsage? {
    try one(
      "SELECT entries, bytes FROM request_use WHERE account_id = ? AND requester = ?",
      [account.bytes, other.bytes]
    ) { MailboxUsage(entries: try $0.count(0), bytes: try $0.count(1)) }
  }

  func requesterCount(of account: AccountID) throws -> Int {
    try count("SELECT count(*) FROM request_use WHERE account_id = ?", [account.bytes])
  }
}
