/// The one opaque value that an app hands to its device's framework (protocol 8.8): which app
/// account is asking, and the server's challenge.
///
/// `u8 1 || vec16(account) || vec16(challenge)`. Data that does not parse as exactly this is raw
/// data and means profile 2.
public struct ProofRequestData: Hashable, Sendable {
  /// The app account the server issued the challenge for; the person confirms it before anything is
  /// signed.
  public let account: AccountLabel
  /// At most 1024 bytes (protocol 8.3).
  public let challenge: [UInt8]

  /// Made by the server for its answer to a request for a challenge.
  /// - Throws: `limitExceeded` for a challenge of more than 1024 bytes.
  public init(account: AccountLabel, challenge: [UInt8]) throws(IdentityError) {
    guard challenge.count <= SignedIdentityProof.maximumChallengeBytes else {
      throw IdentityError(.limitExceeded, "a challenge is at most 1024 bytes")
    }
    self.account = account
    self.challenge = challenge
  }

  /// Reads the opaque value an app handed over.
  /// - Throws: `malformed` or `limitExceeded` where the bytes are not exactly this form: they are
  ///   raw data then.
  public init(_ bytes: [UInt8]) throws(IdentityError) {
    var reader = ByteReader(bytes)
    guard try reader.u8() == 1 else {
      throw IdentityError(.malformed, "not request data of version 1")
    }
    let account = try AccountLabel(bytes: reader.vec16())
    let challenge = try reader.vec16()
    try reader.finish()
    try self.init(account: account, challenge: challenge)
  }

  /// The opaque value; a server returns it as `data` beside the challenge.
  public var encoded: [UInt8] {
    var writer = ByteWriter(capacity: 512)
    writer.u8(1)
    writer.vec16(account)
    writer.u16(UInt16(truncatingIfNeeded: challenge.count))
    writer.raw(challenge)
    return writer.bytes
  }

  /// Whether raw data begins with the ASCII bytes `collab/1 `, which a messenger never signs: such
  /// a signature could be a signature over a structure of this protocol.
  public static func beginsLikeStructure(_ data: [UInt8]) -> Bool {
    data.starts(with: "collab/1 ".utf8)
  }
}
