package import GroveIdentity
package import GroveMessage

/// How this account's devices tell each other something: pure.
package enum OtherDevices {
  /// The account's newest statement; nil where it has no other device than this.
  package static func statement(
    of account: AccountID, besides device: DeviceID, in reader: any MessengerReader
  ) throws -> AccountStatement? {
    guard let newest = try reader.account(account)?.chain.newest,
      newest.devices.contains(where: { $0.deviceID != device })
    else { return nil }
    return newest
  }

  /// By which conversation: that in which something happened last; nil where the account is in none.
  package static func conversation(of account: AccountID, in reader: any MessengerReader) throws
    -> ConversationID?
  {
    try reader.conversations().filter {
      $0.state == .active && $0.requestedBy == nil && $0.members.contains(account)
    }.max { $0.lastActivityAt < $1.lastActivityAt }?.conversationID
  }
}
