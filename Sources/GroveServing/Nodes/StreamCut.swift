package import GroveWire

/// Whose streams are to end, and why: what one node asks the others after it took access away.
package struct StreamCut: Hashable, Sendable, Codable {
  /// What is streamed; nil: wherever.
  package var group: String?
  /// Whose streams; nil: everybody's, but for one account's where that is named.
  package var accounts: [String]?
  package var sparedAccount: String?
  /// Only those that were opened with one of these.
  package var sessions: [String]?
  package var reason: StreamEnded.Reason

  package init(
    group: String? = nil, accounts: [String]? = nil, sparing sparedAccount: String? = nil,
    sessions: [String]? = nil, reason: StreamEnded.Reason
  ) {
    self.group = group
    self.accounts = accounts
    self.sparedAccount = sparedAccount
    self.sessions = sessions
    self.reason = reason
  }
}

extension LiveStreams {
  /// Ends the streams that a cut names; returns when none of them will write again.
  package func cut(_ cut: StreamCut) async -> StreamsCut {
    let accounts = cut.accounts.map(Set.init)
    if let group = cut.group {
      guard let accounts else {
        return await self.cut(group: group, reason: cut.reason) { $0 != cut.sparedAccount }
      }
      return await self.cut(group: group, accounts: accounts, reason: cut.reason)
    }
    var all = StreamsCut(streams: 0, elapsed: .zero)
    for account in accounts ?? [] {
      let one =
        if let sessions = cut.sessions {
          await self.cut(account: account, sessions: Set(sessions), reason: cut.reason)
        } else {
          await self.cut(account: account, reason: cut.reason)
        }
      all = StreamsCut(streams: all.streams + one.streams, elapsed: all.elapsed + one.elapsed)
    }
    return all
  }
}
