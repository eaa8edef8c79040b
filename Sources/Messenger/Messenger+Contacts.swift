import GroveClient
public import GroveIdentity
public import GroveMessage
public import GroveSystem
import GroveWire
import MessengerDomain

/// A person as this device knows them.
public struct Contact: Hashable, Sendable {
  public let accountID: AccountID
  /// The relay's word (protocol 11.3).
  public let handle: String
  public let name: String
  /// The newest verified device list.
  public let statement: StatementReference
  public let deviceCount: Int
  /// What the person compares out loud.
  public let safetyNumber: SafetyNumber

  init(_ account: KnownAccount, me: AccountID) {
    accountID = account.accountID
    handle = account.handle
    name = account.name
    statement = account.chain.newest.reference
    deviceCount = account.chain.newest.devices.count
    safetyNumber = SafetyNumber(me, account.accountID)
  }
}

extension Messenger {
  /// The person behind a handle. Known people are found without a connection.
  ///
  /// - Parameter expecting: from a contact link `…#a=<accountID>`: the relay's word is then not
  ///   needed (protocol 11.3). Who opens somebody's link knows them: they need not ask first.
  /// - Throws: `contactUnknown`; `contactChanged` where the relay now gives the handle, or a
  ///   contact link, to another account than the one known or expected.
  public func contact(handle: String, expecting: AccountID? = nil) async throws(MessengerError)
    -> Contact
  {
    let handle = handle.lowercased()
    let known = try await look { try $0.accountID(ofHandle: handle) }
    let found: AccountID
    do {
      found = try await ask { relay throws(ClientError) in
        try await relay.lookUp(handle: handle).accountID
      }
    } catch  where error.problem == .notFound {
      throw MessengerError(.contactUnknown)
    } catch  where error.isTemporary && known != nil {
      return try await contact(known ?? accountID)
    }
    if let expecting, expecting != found { throw MessengerError(.contactChanged) }
    if let known, known != found {
      try await raise(Alarm(.handleMoved, accountID: known, raisedAt: now))
      throw MessengerError(.contactChanged)
    }
    let contact = try await contact(found)
    if expecting != nil { try await admit(found) }
    return contact
  }

  /// The person behind an account.
  public func contact(_ account: AccountID) async throws(MessengerError) -> Contact {
    do {
      return Contact(try await known(account), me: accountID)
    } catch  where error.isTemporary {
      // Stale is better than nothing while the relay is away.
      guard let known = try await look({ try $0.account(account) }) else { throw error }
      return Contact(known, me: accountID)
    }
  }

  /// Sixty digits that are the same on the other person's screen (protocol 11.3).
  public nonisolated func safetyNumber(with account: AccountID) -> SafetyNumber {
    SafetyNumber(accountID, account)
  }

  /// Everything that did not fit together, oldest first.
  public func alarms() async throws(MessengerError) -> [Alarm] {
    try await look { try $0.alarms() }
  }

  /// What arrived and was not shown, with the reasons; the newest thousand.
  public func ignoredEvents() async throws(MessengerError) -> [IgnoredEvent] {
    try await look { try $0.ignoredEvents() }
  }

  /// Stores an alarm once.
  func raise(_ alarm: Alarm) async throws(MessengerError) {
    let now = now
    try await write { try AlarmRules.raise(alarm, now: now, in: $0) }
  }
}
