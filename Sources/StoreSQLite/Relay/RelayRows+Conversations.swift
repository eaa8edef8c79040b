import Foundation
import GRDB
import GroveIdentity
import RelayDomain

extension RelayRows {
  func applyToConversations(_ change: RelayChange) throws {
    switch change {
    case .insertConversation(let record):
      try execute(
        "INSERT INTO conversation VALUES (?, ?, ?, ?)",
        [
          record.conversationID.data, record.name, record.version.column,
          record.photoVersion?.column,
        ])
      try add(record.members, to: record.conversationID)
    case .updateConversation(let record):
      try execute(
        """
        UPDATE conversation SET name = ?, version = ?, photo_version = ?
        WHERE conversation_id = ?
        """,
        [
          record.name, record.version.column, record.photoVersion?.column,
          record.conversationID.data,
        ])
    case .addMembers(let accounts, let id): try add(accounts, to: id)
    case .removeMembers(let accounts, let id):
      for account in accounts {
        try execute(
          "DELETE FROM member WHERE conversation_id = ? AND account_id = ?",
          [id.data, account.data])
      }
    case .setPhoto(let id, let bytes):
      guard let bytes else {
        return try execute("DELETE FROM photo WHERE conversation_id = ?", [id.data])
      }
      try execute("INSERT OR REPLACE INTO photo VALUES (?, ?)", [id.data, bytes.data])
    default: break
    }
  }

  private func add(_ accounts: [AccountID], to conversation: ConversationID) throws {
    for account in accounts {
      try execute(
        "INSERT INTO member (conversation_id, account_id) VALUES (?, ?)",
        [conversation.data, account.data])
    }
  }

  func insert(_ event: ConversationEvent) throws -> Int64 {
    let state = event.conversation
    try execute(
      "INSERT INTO conversation_event VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        event.kind.rawValue, event.by.data, AccountList.encode(event.subjects), event.at.column,
        state.conversationID.data, state.name, AccountList.encode(state.members),
        state.version.column, state.photoVersion?.column, state.requestedBy?.data,
      ])
    return db.lastInsertedRowID
  }
}
