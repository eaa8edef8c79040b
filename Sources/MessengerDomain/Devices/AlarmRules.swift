package import GroveIdentity
package import GroveMessage

/// Contradictions between what this device and others have been shown (protocol 11.1, 11.2).
package enum AlarmRules {
  /// Alarms that stand on one account's word. Whoever tells of more contradictions than that is heard
  /// already, and could fill everybody's threads with what it has made up.
  package static let maximumReported = 16

  /// Stores an alarm once, with a line in every conversation with that account.
  package static func raise(_ alarm: Alarm, now: UInt64, in reader: any MessengerReader) throws
    -> [MessengerChange]
  {
    var room = try alarm.reportedBy.map { try Room(for: $0, in: reader) } ?? Room(left: 1)
    return try raise(alarm, within: &room, now: now, in: reader)
  }

  /// How many more alarms may stand on this account's word, and those that one message has raised.
  private struct Room {
    var left: Int
    var raised: Set<[UInt8]> = []

    init(left: Int) { self.left = left }

    init(for reporter: AccountID, in reader: any MessengerReader) throws {
      left = try max(0, maximumReported - reader.alarms().count { $0.reportedBy == reporter })
    }
  }

  private static func raise(
    _ alarm: Alarm, within room: inout Room, now: UInt64, in reader: any MessengerReader
  ) throws -> [MessengerChange] {
    guard room.left > 0, try !reader.hasAlarm(alarm.identity),
      room.raised.insert(alarm.identity).inserted
    else { return [] }
    room.left -= 1
    return [.raise(alarm)] + (try lines(.alarm, alarm.accountID, now: now, in: reader))
  }

  /// A line in every conversation the account is in.
  package static func lines(
    _ kind: SecurityLine.Kind, _ account: AccountID, now: UInt64, in reader: any MessengerReader
  ) throws -> [MessengerChange] {
    try reader.conversations().filter { $0.members.contains(account) }.map {
      .insertItem(
        NewThreadItem(
          conversationID: $0.conversationID, sender: account, sentAt: now, receivedAt: now,
          content: .security(SecurityLine(kind: kind, accountID: account))))
    }
  }

  /// An account has a newer statement, somebody says. Of one that is not known here nothing is
  /// remembered, and what is known already is no news.
  package static func want(_ account: AccountID, seq: UInt64, in reader: any MessengerReader) throws
    -> [MessengerChange]
  {
    guard let known = try reader.account(account), seq > known.chain.newest.seq,
      seq > known.wantedSeq ?? 0
    else { return [] }
    return [.wantStatement(account, seq: seq)]
  }

  /// A message names another statement than the one its sender's list has of that number (protocol
  /// 11.1). Believed only where the relay, too, says whose message it is: anybody can write a name.
  package static func named(
    _ statement: StatementReference, by sender: KnownAccount, uploader: AccountID?, now: UInt64
  ) -> Alarm? {
    guard uploader == sender.accountID,
      case .fork(let evidence) = sender.chain.judge(seen: statement)
    else { return nil }
    return Alarm(evidence, raisedAt: now, reportedBy: uploader)
  }

  /// What others were shown of accounts whose chains are held here, this account's own included.
  ///
  /// - Parameter isRefreshed: the chains named have been fetched since the message arrived, so a
  ///   statement that is still unknown is one the relay hides from this device.
  package static func heard(
    _ gossip: Gossip, from sender: AccountID, isRefreshed: Bool, now: UInt64,
    in reader: any MessengerReader
  ) throws -> [MessengerChange] {
    var room = try Room(for: sender, in: reader)
    var wanted: [AccountID: UInt64] = [:]
    return try gossip.seen.flatMap { entry -> [MessengerChange] in
      guard let account = try reader.account(entry.account) else { return [] }
      switch account.chain.judge(seen: entry.statement) {
      case .known: return []
      case .fork(let evidence):
        let alarm = Alarm(evidence, raisedAt: now, reportedBy: sender)
        return try raise(alarm, within: &room, now: now, in: reader)
      case .newerThanMine:
        guard isRefreshed else {
          guard entry.seq.value > wanted[entry.account] ?? 0 else { return [] }
          wanted[entry.account] = entry.seq.value
          return try want(entry.account, seq: entry.seq.value, in: reader)
        }
        let alarm = Alarm(
          .hiddenStatement, accountID: entry.account, raisedAt: now, reportedBy: sender,
          known: account.chain.newest.reference, other: entry.statement)
        return try raise(alarm, within: &room, now: now, in: reader)
      }
    }
  }
}
