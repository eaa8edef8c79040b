public import GroveIdentity

/// An account's identity in one collaboration, worked out from its statement and a seed
/// (protocol 4, 5): by the sender for each recipient, and again by every device of the recipient.
///
/// It holds the seed. The sender forgets it once the envelopes are uploaded (4.4.1), a recipient
/// once its key has been derived (4.8).
public struct PreparedIdentity: Sendable, Redacted {
  /// Audience, collaboration and account that the keys are bound to.
  public let context: IdentityContext
  /// Whose devices have leaves: those with flag bit 1.
  public let statement: AccountStatement
  /// What base keys and padding are diversified with. Secret.
  public let seed: IdentitySeed
  /// The 32 leaves; only its root leaves the messenger.
  public let tree: IdentityTree

  /// The recipient.
  public var account: AccountID { context.recipient }
  /// What is handed to the app and its server.
  public var root: RootHash { tree.root }
  /// What goes into everybody's invitation.
  public var mapEntry: IdentityMapEntry { IdentityMapEntry(account: account, root: root) }

  /// What this account's invitation carries.
  public var invited: InvitedIdentity {
    InvitedIdentity(seed: seed, root: root, statement: statement.reference)
  }

  /// - Throws: `noCollaborationDevice` where no device of the statement takes part.
  init(statement: AccountStatement, context: IdentityContext, seed: IdentitySeed)
    throws(IdentityError)
  {
    self.context = context
    self.statement = statement
    self.seed = seed
    let bases = statement.devices
      .filter { $0.flags.contains(.takesPartInCollaborations) }.map(\.baseKey)
    tree = try IdentityTree(bases: bases, seed: seed, context: context)
  }

  /// The leaf of the device that has this base key; nil where none of the devices taking part has.
  public func leaf(of baseKey: PublicKey) throws(IdentityError) -> PreparedLeaf? {
    let takesPart = statement.devices.contains {
      $0.baseKey == baseKey && $0.flags.contains(.takesPartInCollaborations)
    }
    guard takesPart else { return nil }
    let diversified = try Diversification(seed: seed, context: context).publicKey(of: baseKey)
    guard let proof = tree.inclusionProof(for: diversified) else { return nil }
    return PreparedLeaf(baseKey: baseKey, publicKey: diversified, inclusionProof: proof)
  }

  /// The private key of this device's leaf: stored by the device, after which the seed can go.
  /// - Throws: `keyInvalid` where the key is not in the tree.
  public func signingKey(of key: DiversificationBaseKey) throws(IdentityError) -> SigningKey {
    let diversified = try key.diversified(seed: seed, context: context)
    guard try leaf(of: key.publicKey)?.publicKey == diversified.publicKey else {
      throw IdentityError(.keyInvalid, "this device has no leaf in the identity")
    }
    return diversified
  }
}

/// A device's place in an identity tree.
public struct PreparedLeaf: Hashable, Sendable {
  /// The base key it was derived from (DBK).
  public let baseKey: PublicKey
  /// The diversified key `D'`.
  public let publicKey: PublicKey
  /// Index and sibling hashes (protocol 5.4).
  public let inclusionProof: InclusionProof
}
