import Foundation
import GRDB
import GroveIdentity
import RelayDomain

extension RelayRows {
  func applyToRequests(_ change: RelayChange) throws {
    switch change {
    case .request(let account, let id, let by):
      try execute(
        "UPDATE member SET requested_by = ? WHERE conversation_id = ? AND account_id = ?",
        [by.data, id.data, account.data])
    case .accept(let account, let id):
      try execute(
        "UPDATE member SET requested_by = NULL WHERE conversation_id = ? AND account_id = ?",
        [id.data, account.data])
      try execute(
        "DELETE FROM left_conversation WHERE account_id = ? AND conversation_id = ?",
        [account.data, id.data])
    case .rememberLeaving(let account, let id):
      try execute(
        "INSERT OR IGNORE INTO left_conversation VALUES (?, ?)", [account.data, id.data])
    case .useRequests(let account, let by, let use, let at):
      try execute(
        """
        INSERT INTO request_use VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (account_id, requester) DO UPDATE SET
          entries = entries + excluded.entries, bytes = bytes + excluded.bytes, at = excluded.at
        """, [account.data, by.data, use.entries, use.bytes, at.column])
    case .forgetRequests(let account, let others):
      for other in others {
        try execute(
          "DELETE FROM request_use WHERE account_id = ? AND requester = ?",
          [account.data, other.data])
      }
    default: try applyToAdmission(change)
    }
  }

  private func applyToAdmission(_ change: RelayChange) throws {
    switch change {
    case .setPolicy(let account, let policy):
      try execute(
        "UPDATE account SET request_policy = ? WHERE account_id = ?",
        [policy.rawValue, account.data])
    case .admit(let account, let other):
      try execute("INSERT OR IGNORE INTO admitted VALUES (?, ?)", [account.data, other.data])
    case .block(let account, let other):
      try execute(
        "DELETE FROM admitted WHERE account_id = ? AND other = ?", [account.data, other.data])
      try execute("INSERT OR IGNORE INTO blocked VALUES (?, ?)", [account.data, other.data])
    case .unblock(let account, let other):
      try execute(
        "DELETE FROM blocked WHERE account_id = ? AND other = ?", [account.data, other.data])
    default: break
    }
  }
}
