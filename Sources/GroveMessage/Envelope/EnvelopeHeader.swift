public import GroveIdentity

/// The part of an envelope that the relay reads and the seal protects (protocol 10.3), 71 bytes:
/// `u8 version=1 || u16 suite || messageID(16) || recipientAccountID(32) ||
/// recipientDeviceID(16) || u32 recipientKeyID`. It is the seal's additional authenticated data
/// (AAD).
public struct EnvelopeHeader: Hashable, Sendable {
  /// Of every envelope: there is no optional member.
  public static let byteCount = 71
  /// The one suite of this version (protocol 10.2).
  public static let suite: UInt16 = 1

  /// The same in all envelopes of one message.
  public let messageID: MessageID
  /// Whose device it is; the relay queues by it.
  public let recipientAccountID: AccountID
  /// The device whose mailbox the envelope goes to.
  public let recipientDeviceID: DeviceID
  /// Which of the device's KEM keys opens it.
  public let recipientKeyID: UInt32

  /// Made by the sender for each device of a message.
  public init(
    messageID: MessageID, recipientAccountID: AccountID, recipientDeviceID: DeviceID,
    recipientKeyID: UInt32
  ) {
    self.messageID = messageID
    self.recipientAccountID = recipientAccountID
    self.recipientDeviceID = recipientDeviceID
    self.recipientKeyID = recipientKeyID
  }

  /// The bytes that are sent, and that seal and signature cover.
  public var encoded: [UInt8] {
    var writer = ByteWriter(capacity: Self.byteCount)
    writer.u8(1)
    writer.u16(Self.suite)
    writer.raw(messageID.bytes)
    writer.raw(recipientAccountID.bytes)
    writer.raw(recipientDeviceID.bytes)
    writer.u32(recipientKeyID)
    return writer.bytes
  }

  init(from reader: inout ByteReader) throws(IdentityError) {
    guard try reader.u8() == 1 else { throw IdentityError(.malformed, "envelope version") }
    guard try reader.u16() == Self.suite else { throw IdentityError(.malformed, "envelope suite") }
    messageID = MessageID(unchecked: try reader.raw(MessageID.byteCount))
    recipientAccountID = AccountID(unchecked: try reader.raw(AccountID.byteCount))
    recipientDeviceID = DeviceID(unchecked: try reader.raw(DeviceID.byteCount))
    recipientKeyID = try reader.u32()
  }
}
