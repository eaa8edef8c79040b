import Foundation
import GRDB
import GroveIdentity
import RelayDomain

extension SQLiteRelayReader {
  func acceptedConversation(of one: AccountID, with other: AccountID) throws -> ConversationID? {
    try rows.row(
      """
      SELECT mine.conversation_id FROM member AS mine
      JOIN member AS theirs ON theirs.conversation_id = mine.conversation_id
        AND theirs.account_id = ?
      WHERE mine.account_id = ? AND mine.requested_by IS NULL LIMIT 1
      """, [other.data, one.data]
    ).map { try $0.identifier(0) }
  }

  func membership(_ account: AccountID, of conversation: ConversationID) throws -> Membership? {
    let row = try rows.row(
      "SELECT requested_by FROM member WHERE conversation_id = ? AND account_id = ?",
      [conversation.data, account.data])
    guard let row else { return nil }
    guard let by = row[0] as Data? else { return .accepted }
    return .requested(by: try AccountID(column: by))
  }

  func requested(in conversation: ConversationID) throws -> [AccountID: AccountID] {
    let rows = try rows.rows(
      """
      SELECT account_id, requested_by FROM member
      WHERE conversation_id = ? AND requested_by IS NOT NULL
      """, [conversation.data])
    return Dictionary(
      uniqueKeysWithValues: try rows.map { (try $0.identifier(0), try $0.identifier(1)) })
  }

  func hasLeft(_ account: AccountID, _ conversation: ConversationID) throws -> Bool {
    try rows.exists(
      "SELECT 1 FROM left_conversation WHERE account_id = ? AND conversation_id = ?",
      [account.data, conversation.data])
  }

  func admission(of account: AccountID) throws -> Admission {
    Admission(
      policy: try policy(of: account),
      admitted: try others("SELECT other FROM admitted WHERE account_id = ?", account),
      blocked: try others("SELECT other FROM blocked WHERE account_id = ?", account))
  }

  private func others(_ sql: String, _ account: AccountID) throws -> [AccountID] {
    try rows.rows(sql + " ORDER BY other", [account.data]).map { try $0.identifier(0) }
  }

  func policy(of account: AccountID) throws -> RequestPolicy {
    let row = try rows.row(
      "SELECT request_policy FROM account WHERE account_id = ?", [account.data])
    guard let row else { return .ask }
    guard let policy = RequestPolicy(rawValue: try row.required(0)) else {
      throw RelayStoreError(.corrupt, "a stored policy")
    }
    return policy
  }

  func hasAdmitted(_ account: AccountID, _ other: AccountID) throws -> Bool {
    try rows.exists(
      "SELECT 1 FROM admitted WHERE account_id = ? AND other = ?", [account.data, other.data])
  }

  func admittedCount(of account: AccountID) throws -> Int {
    try rows.row("SELECT count(*) FROM admitted WHERE account_id = ?", [account.data])?
      .required(0) ?? 0
  }

  func hasBlocked(_ account: AccountID, _ other: AccountID) throws -> Bool {
    try rows.exists(
      "SELECT 1 FROM blocked WHERE account_id = ? AND other = ?", [account.data, other.data])
  }

  func requestUse(of account: AccountID, by other: AccountID) throws -> MailboxUsage? {
    try rows.row(
      "SELECT entries, bytes FROM request_use WHERE account_id = ? AND requester = ?",
      [account.data, other.data]
    ).map { MailboxUsage(entries: try $0.required(0), bytes: try $0.required(1)) }
  }

  func requesterCount(of account: AccountID) throws -> Int {
    try rows.integer("SELECT count(*) FROM request_use WHERE account_id = ?", [account.data])
  }
}
