public import GroveIdentity

/// One of the messages two devices leave for each other at a rendezvous (protocol 3.8), as JSON
/// with a `type`. Anyone at the relay may have written it.
public enum DeviceLinkMessage: Hashable, Sendable, Codable {
  /// First, from the existing device.
  case offer(DeviceLinkOffer)
  /// Second, from the new device.
  case possession(DeviceLinkPossession)
  /// Third, from the existing device.
  case complete(DeviceLinkComplete)

  private enum Kind: String, Codable { case offer, possession, complete }
  private enum CodingKeys: String, CodingKey { case type }

  /// Reads what was left at the rendezvous.
  /// - Throws: `malformed`.
  public init(data: [UInt8]) throws(IdentityError) {
    guard data.count <= 8192 else {
      throw IdentityError(.limitExceeded, "a rendezvous message is at most 8 KiB")
    }
    self = try StrictJSON.decode(Self.self, from: data)
  }

  /// The bytes to leave at the rendezvous; at most 8 KiB are taken there.
  public func encodedData() throws -> [UInt8] { try StrictJSON.encode(self) }

  /// Looks at `type` first and reads the message beside it.
  public init(from decoder: any Decoder) throws {
    let kind = try decoder.container(keyedBy: CodingKeys.self).decode(Kind.self, forKey: .type)
    self =
      switch kind {
      case .offer: .offer(try DeviceLinkOffer(from: decoder))
      case .possession: .possession(try DeviceLinkPossession(from: decoder))
      case .complete: .complete(try DeviceLinkComplete(from: decoder))
      }
  }

  /// The message's own members with `type` beside them.
  public func encode(to encoder: any Encoder) throws {
    let kind: Kind =
      switch self {
      case .offer: .offer
      case .possession: .possession
      case .complete: .complete
      }
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(kind, forKey: .type)
    switch self {
    case .offer(let message): try message.encode(to: encoder)
    case .possession(let message): try message.encode(to: encoder)
    case .complete(let message): try message.encode(to: encoder)
    }
  }
}
