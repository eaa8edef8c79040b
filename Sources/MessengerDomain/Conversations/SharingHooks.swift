package import GroveIdentity
package import GroveMessage

/// What sharing decides about things that arrive, inside the transaction that stores them: plain
/// functions, so that messages and what follows from them are stored together or not at all.
package struct SharingHooks: Sendable {
  /// A verified, unseen message of a member, of type invitation, membership update or notice. What
  /// is shown in the conversation is among the changes (`insertItem`).
  package var received: @Sendable (SharedMessage, any MessengerReader) throws -> [MessengerChange]
  /// The roster of a conversation has changed; the record is the new one and is stored already.
  package var rosterChanged:
    @Sendable (RosterEvent, any MessengerReader) throws -> [MessengerChange]
  /// The verified device list of an account went on.
  package var devicesChanged: DevicesChanged

  package static let none = SharingHooks(
    received: { _, _ in [] }, rosterChanged: { _, _ in [] }, devicesChanged: { _, _, _ in [] })
}

/// A message for sharing.
package struct SharedMessage: Sendable {
  package let message: VerifiedMessage
  package let content: MessageContent
  package let myAccountID: AccountID
  package let myDeviceID: DeviceID
  /// This account's own chain.
  package let myChain: StatementChain
  /// Chains this message depends on have been fetched since it arrived.
  package let isRefreshed: Bool
  /// Milliseconds since 1970, this device's clock.
  package let now: UInt64
  /// Of the mailbox entry: the relay's order.
  package let sequence: UInt64
}

/// A change of a roster for sharing.
package struct RosterEvent: Sendable {
  package let conversation: ConversationRecord
  package let line: RosterLine
  package let by: AccountID
  package let myAccountID: AccountID
  package let now: UInt64
  /// Milliseconds, by the relay's clock.
  package let at: UInt64
}
