public import GroveIdentity

/// One logical message as envelopes for many devices; each recipient is decided alone (protocol
/// 10.5). The batch is known by the message identifier inside the envelopes: sending it again is no
/// change for those it has reached.
public struct UploadEnvelopes: Hashable, Sendable, Codable {
  /// 1..8192 envelopes of one message identifier, each at most 70 KiB (protocol 10.3).
  public var envelopes: [Base64URLBytes]
  /// `final`: taken now or never. Where the batch is refused, a copy of it that was sent before and is
  /// still on its way comes too late. Nil is false.
  public var isFinal: Bool?

  /// The encoded envelopes of one message, in any order.
  public init(envelopes: [Base64URLBytes], isFinal: Bool? = nil) {
    self.envelopes = envelopes
    self.isFinal = isFinal
  }

  private enum CodingKeys: String, CodingKey {
    case envelopes
    case isFinal = "final"
  }
}
