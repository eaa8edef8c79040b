/// The binary form (protocol 8.4), 363 bytes with a challenge of 68:
/// `0x01 || 0x01 || publicKey(65) || u8 index || u8 depth || depth x 32 || vec16(challenge) ||
/// signature(64)`.
extension SignedIdentityProof {
  /// Reads the binary form; nothing else is checked.
  /// - Throws: `malformed` where the bytes have another layout. A depth other than 5 is not one: it
  ///   reads as that many hashes, which the verifier refuses in its own row (8.4.1).
  public init(binary bytes: [UInt8]) throws(IdentityError) {
    guard bytes.count <= Self.maximumBodyBytes else {
      throw IdentityError(.malformed, "a proof is at most 8 KiB")
    }
    do {
      try self.init(binary: bytes, hashCount: nil)
    } catch {
      // A wrong depth in front of five hashes: the rest must still be found to be judged in order.
      try self.init(binary: bytes, hashCount: IdentityTree.depth)
    }
  }

  private init(binary bytes: [UInt8], hashCount: Int?) throws(IdentityError) {
    var reader = ByteReader(bytes)
    guard try reader.u8() == 1, try reader.u8() == ProofProfile.transcript.rawValue else {
      throw IdentityError(.malformed, "not a proof of version 1 and profile 1")
    }
    publicKey = try reader.raw(PublicKey.byteCount)
    publicKeyIndex = Int(try reader.u8())
    let depth = Int(try reader.u8())
    inclusionHashes = []
    for _ in 0..<(hashCount ?? depth) { inclusionHashes.append(try reader.raw(32)) }
    challenge = try reader.vec16()
    signature = try reader.raw(64)
    try reader.finish()
    let missing = [[UInt8]](repeating: [], count: max(0, depth - inclusionHashes.count))
    inclusionHashes = inclusionHashes.prefix(depth) + missing
  }

  /// Writes the binary form.
  /// - Throws: `malformed` for a proof this form cannot express: a key, hash or signature of another
  ///   length, an index or depth above 255, a challenge above 65 535 bytes.
  public func binary() throws(IdentityError) -> [UInt8] {
    guard publicKey.count == PublicKey.byteCount, signature.count == 64,
      inclusionHashes.allSatisfy({ $0.count == 32 }),
      let index = UInt8(exactly: publicKeyIndex), let depth = UInt8(exactly: inclusionHashes.count)
    else { throw IdentityError(.malformed, "not expressible in the binary form") }
    var writer = ByteWriter(capacity: 363)
    writer.u8(1)
    writer.u8(ProofProfile.transcript.rawValue)
    writer.raw(publicKey)
    writer.u8(index)
    writer.u8(depth)
    for hash in inclusionHashes { writer.raw(hash) }
    try writer.vec16(challenge)
    writer.raw(signature)
    return writer.bytes
  }
}
