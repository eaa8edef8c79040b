import GroveIdentity
import GroveMessage

/// What sharing decides about things that arrive, inside the transaction that stores them: plain
/// functions, so that messages and what follows from them are stored together or not at all.
struct SharingHooks: Sendable {
  /// A verified, unseen message of a member, of type invitation, membership update or notice. What
  /// is shown in the conversation is among the changes (`insertItem`).
  var received: @Sendable (SharedMessage, any MessengerReader) throws -> [MessengerChange]
  /// The roster of a conversation has changed; the record is the new one and is stored already.
  var rosterChanged: @Sendable (RosterEvent, any MessengerReader) throws -> [MessengerChange]
  /// The verified device list of an account went on.
  var devicesChanged:
    @Sendable (_ before: StatementChain, _ after: StatementChain, any MessengerReader) throws ->
      [MessengerChange]

  static let none = SharingHooks(
    received: { _, _ in [] }, rosterChanged: { _, _ in [] }, devicesChanged: { _, _, _ in [] })
}

/// A message for sharing.
struct SharedMessage: Sendable {
  let message: VerifiedMessage
  let content: MessageContent
  let myAccountID: AccountID
  let myDeviceID: DeviceID
  /// This account's own chain.
  let myChain: StatementChain
  /// Chains this message depends on have been fetched since it arrived.
  let isRefreshed: Bool
  /// Milliseconds since 1970, this device's clock.
  let now: UInt64
  /// Of the mailbox entry: the relay's order.
  let sequence: UInt64
}

/// A change of a roster for sharing.
struct RosterEvent: Sendable {
  let conversation: ConversationRecord
  let line: RosterLine
  let by: AccountID
  let myAccountID: AccountID
  let now: UInt64
}
