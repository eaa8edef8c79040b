import Crypto

/// The labels of an entry: getting in by a proof alone, without an account that was there (protocol 8.9).
extension AccountLabel {
  /// What a device signs in an account's place, where the caller has none: no account has such a label, so that
  /// a signature over it can never be credited to one.
  ///
  /// - Parameter session: the hash of the entry's secret, which the challenge is bound to.
  public static func entryCandidate(_ session: [UInt8]) -> AccountLabel {
    AccountLabel(ascii: candidatePrefix + Base64URL.encode(Array(session.prefix(16))))
  }

  /// Whether this has the form of an `entryCandidate`: 16 bytes behind the prefix.
  public var isEntryCandidate: Bool {
    text.hasPrefix(Self.candidatePrefix)
      && (try? Base64URL.decode(String(text.dropFirst(Self.candidatePrefix.count))))?.count == 16
  }

  /// The label of the account that this identity enters, the same on each of the person's devices:
  /// `"invited-" || hex(H(DS("entry-account") || vec16(audience) || vec16(collaborationID) || root)[0..16))`.
  public static func entered(
    by root: RootHash, in collaborationID: CollaborationID, of audience: Origin
  ) -> AccountLabel {
    var writer = ByteWriter(.entryAccount, capacity: 512)
    writer.vec16(audience)
    writer.vec16(collaborationID)
    writer.raw(root.bytes)
    let hash = Array(SHA256.hash(data: writer.bytes))
    return AccountLabel(ascii: enteredPrefix + Hex.encode(Array(hash.prefix(16))))
  }

  /// Whether only an entry may make an account of this label: nobody registers it, or waits under it for whoever
  /// is invited.
  public var isKeptForEntries: Bool {
    if isEntryCandidate { return true }
    let rest = text.utf8.dropFirst(Self.enteredPrefix.utf8.count)
    let isHex = rest.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return text.hasPrefix(Self.enteredPrefix) && rest.count == 32 && isHex
  }

  private static let candidatePrefix = "new:"
  private static let enteredPrefix = "invited-"

  private init(ascii text: String) { bytes = Array(text.utf8) }
}
