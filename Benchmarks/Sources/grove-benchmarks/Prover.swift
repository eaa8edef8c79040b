import GroveIdentity

/// One person with one device and one app account, able to prove.
struct Prover: Sendable {
  let account: AccountLabel
  let tree: IdentityTree
  let key: SigningKey

  /// - Parameter number: makes the account's name; the keys are random.
  init(number: Int, audience: Origin, collaborationID: CollaborationID) throws {
    account = try AccountLabel("person-\(number)@bench.example")
    let base = DiversificationBaseKey()
    let seed = IdentitySeed.random()
    var generator = SeededGenerator(seed: UInt64(number))
    let context = IdentityContext(
      audience: audience, collaborationID: collaborationID,
      recipient: try AccountID(generator.bytes(32)))
    tree = try IdentityTree(bases: [base.publicKey], seed: seed, context: context)
    key = try base.diversified(seed: seed, context: context)
  }

  var root: RootHash { tree.root }
}

extension Prover {
  /// The body of a proof over a challenge, as its device would post it.
  func proof(answering challenge: Challenge, audience: Origin, collaborationID: CollaborationID)
    throws -> [UInt8]
  {
    try SignedIdentityProof(
      signing: challenge.bytes, for: account, with: key, in: tree, audience: audience,
      collaborationID: collaborationID
    ).json()
  }
}
