import GroveIdentity
import RelayDomain

extension RelayRows {
  func applyToRequests(_ change: RelayChange) throws {
    switch change {
    case .request(let account, let id, let by):
      try eachList(of: id, account, values: [Stored.blob(by)]) {
        "UPDATE \($0) SET requested_by = ?"
      }
    case .accept(let account, let id):
      try eachList(of: id, account) { "UPDATE \($0) SET requested_by = NULL" }
      try run(
        "DELETE FROM left_conversation WHERE account_id = ? AND conversation_id = ?",
        [Stored.blob(account), Stored.blob(id)])
    case .rememberLeaving(let account, let id):
      try run(
        Inserts.left, [Stored.blob(account), Stored.blob(id)])
    case .useRequests(let account, let by, let use, let at):
      try run(
        """
        INSERT INTO request_use (account_id, requester, entries, bytes, at) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (account_id, requester) DO UPDATE SET
          entries = request_use.entries + excluded.entries,
          bytes = request_use.bytes + excluded.bytes, at = excluded.at
        """, [Stored.blob(account), Stored.blob(by), use.entries, use.bytes, Stored.integer(at)])
    case .forgetRequests(let account, let others):
      for other in others {
        try run(
          "DELETE FROM request_use WHERE account_id = ? AND requester = ?",
          [Stored.blob(account), Stored.blob(other)])
      }
    default: try applyToAdmission(change)
    }
  }

  private func applyToAdmission(_ change: RelayChange) throws {
    switch change {
    case .setPolicy(let account, let policy):
      try run(
        "UPDATE account SET request_policy = ? WHERE account_id = ?",
        [policy.rawValue, Stored.blob(account)])
    case .admit(let account, let other):
      try run(Inserts.admitted, [Stored.blob(account), Stored.blob(other)])
    case .block(let account, let other):
      try run(
        "DELETE FROM admitted WHERE account_id = ? AND other = ?",
        [Stored.blob(account), Stored.blob(other)])
      try run(Inserts.blocked, [Stored.blob(account), Stored.blob(other)])
    case .unblock(let account, let other):
      try run(
        "DELETE FROM blocked WHERE account_id = ? AND other = ?",
        [Stored.blob(account), Stored.blob(other)])
    default: break
    }
  }
}
