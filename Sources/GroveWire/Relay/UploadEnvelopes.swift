public import GroveIdentity

/// One logical message as envelopes for many devices; each recipient is decided alone (protocol
/// 10.5). The batch is known by the message identifier inside the envelopes: sending it again is no
/// change for those it has reached.
public struct UploadEnvelopes: Hashable, Sendable, Codable {
  /// 1..8192 envelopes of one message identifier, each at most 70 KiB (protocol 10.3).
  public var envelopes: [Base64URLBytes]

  /// The encoded envelopes of one message, in any order.
  public init(envelopes: [Base64URLBytes]) {
    self.envelopes = envelopes
  }
}
