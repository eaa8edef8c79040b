import GroveIdentity
import RelayDomain

/// What mailbox entries name an event by: its conversation, which numbers its own.
struct EventKey: Hashable {
  let conversation: ConversationID
  let number: UInt64
}

extension RelayRows {
  /// Keeps an event once for all mailboxes that it goes to.
  ///
  /// - Parameter now: when entries with it are received. The sweep tells by that which events nobody waits for, so the event
  ///   has the same time.
  func insert(_ event: ConversationEvent, at now: UInt64) throws -> EventKey {
    guard event.at == now else { throw Self.brokenConstraint }
    let state = event.conversation
    let key = EventKey(
      conversation: state.conversationID, number: try nextEvent(of: state.conversationID))
    try run(
      Inserts.event,
      [
        Stored.blob(key.conversation), Stored.integer(key.number), event.kind.rawValue,
        Stored.blob(event.by), AccountList.encode(event.subjects), Stored.integer(event.at),
        state.name, AccountList.encode(state.members), Stored.integer(state.version),
        Stored.integer(state.photoVersion), state.requestedBy?.bytes,
      ])
    return key
  }

  /// Only changes of one conversation wait for each other's number.
  private func nextEvent(of conversation: ConversationID) throws -> UInt64 {
    let number = try one(
      """
      UPDATE conversation SET last_event = last_event + 1 WHERE conversation_id = ?
      RETURNING last_event
      """, [conversation.bytes]
    ) { try $0.number(0) }
    guard let number else { throw Self.brokenConstraint }
    return number
  }

  private static var brokenConstraint: RelayStoreError {
    RelayStoreError(.corrupt, "a change that breaks a constraint")
  }

  /// The events of a mailbox's page: a look-up for each conversation that has some in it.
  func events(_ keys: [EventKey]) throws -> [EventKey: ConversationEvent] {
    var found: [EventKey: ConversationEvent] = [:]
    for (conversation, keys) in Dictionary(grouping: keys, by: \.conversation) {
      let numbers = ListArgument(keys.map { Stored.integer($0.number) })
      let events = try all(
        """
        SELECT number, kind, by_account, subjects, at, name, members, version, photo_version,
          requested_by
        FROM conversation_event WHERE conversation_id = ? AND number IN \(numbers.sql)
        """, [conversation.bytes] + numbers.values
      ) { (number: try $0.number(0), event: try Self.event($0, of: conversation)) }
      for (number, event) in events {
        found[EventKey(conversation: conversation, number: number)] = event
      }
    }
    return found
  }

  private static func event(_ row: RelayRow, of conversation: ConversationID) throws
    -> ConversationEvent
  {
    guard let kind = ConversationEvent.Kind(rawValue: try row.text(1)) else { throw damagedEvent }
    return ConversationEvent(
      kind: kind, by: try row.fixed(2), subjects: try AccountList.decode(row.bytes(3)),
      at: try row.number(4),
      conversation: ConversationRecord(
        conversationID: conversation, name: try row.optionalText(5),
        members: try AccountList.decode(row.bytes(6)), version: try row.number(7),
        photoVersion: try row.optionalNumber(8), requestedBy: try row.optionalFixed(9)))
  }

  static var damagedEvent: RelayStoreError {
    RelayStoreError(.corrupt, "a stored conversation event")
  }

  /// No event that a mailbox waits for is older than the oldest entry with one. So one look finds which nobody needs any
  /// more, where to ask for each event whether some mailbox has it would be to ask them all.
  func sweepEvents() throws {
    let oldest: UInt64? =
      try one(
        """
        SELECT min(received_at) FROM mailbox_entry INDEXED BY mailbox_event_by_time
        WHERE event_number IS NOT NULL
        """, []
      ) { try $0.optionalNumber(0) } ?? nil
    try run("DELETE FROM conversation_event WHERE at < ?", [Stored.integer(oldest) ?? Int64.max])
  }
}

/// Accounts one after the other: one column where nothing is searched for inside.
enum AccountList {
  static func encode(_ accounts: [AccountID]) -> [UInt8] { accounts.flatMap(\.bytes) }

  static func decode(_ bytes: [UInt8]) throws -> [AccountID] {
    guard bytes.count.isMultiple(of: AccountID.byteCount) else {
      throw RelayStoreError(.corrupt, "a stored list of accounts")
    }
    return stride(from: 0, to: bytes.count, by: AccountID.byteCount).map {
      AccountID(unchecked: Array(bytes[$0..<$0 + AccountID.byteCount]))
    }
  }
}
