public import CollaborationDomain
public import GroveIdentity

/// Getting in by a proof alone.
extension CollaborationWorld {
  /// The account that an identity makes.
  public static func bornAccount(of root: Int, in number: Int = 1) throws -> AccountLabel {
    AccountLabel.entered(
      by: Self.root(root), in: try collaboration(number), of: try Origin("https://docs.example"))
  }

  /// The session of the entry with this nonce.
  public static func entrySession(nonce: Int) -> SessionHash { fill(nonce) }

  /// A proof of an identity, as it is after its verification.
  public func claim(_ root: Int, nonce: Int, epoch: UInt64? = nil, in number: Int = 1)
    async throws -> GrantRules.Claim
  {
    let present = try await self.epoch(number)
    return GrantRules.Claim(
      uncheckedCollaboration: try Self.collaboration(number), root: Self.root(root),
      nonce: Self.nonce(nonce), challengeEpoch: epoch ?? present,
      challengeExpiresAt: now + 120_000, nonceExpiresAt: now + 305_000)
  }

  public func enter(
    _ root: Int, named name: String = "Ben", nonce: Int, epoch: UInt64? = nil, in number: Int = 1,
    takesNew: Bool = true, shown: [(root: Int, in: Int)] = [], anew: Bool = false
  ) async throws -> Outcome<EntryRules.Entered> {
    let claim = try await claim(root, nonce: nonce, epoch: epoch, in: number)
    let births = try shown.map {
      EntryRules.Birth(
        account: try Self.bornAccount(of: $0.root, in: $0.in), root: Self.root($0.root))
    }
    let birth = try await store.read {
      try EntryRules.birth(for: claim, among: births, reading: $0)
    }
    let label = try birth?.account ?? Self.bornAccount(of: root, in: number)
    let newcomer = AccountRecord(
      account: label, displayName: name, password: nil, createdAt: now,
      bornOf: birth?.root ?? Self.root(root))
    let session = SessionRecord(
      hash: Self.entrySession(nonce: nonce), account: label, createdAt: now, expiresAt: .max >> 1)
    return try await store.change {
      try EntryRules.enter(
        claim, as: newcomer, in: session, takesNew: takesNew, anew: anew, reading: $0)
    }
  }
}
