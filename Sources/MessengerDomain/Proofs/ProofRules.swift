package import GroveIdentity
import GroveMessage
package import GroveSystem

/// Whether this device signs an identity proof, and with what (protocol 8.3, 8.8): pure.
package struct ProofRules {
  /// Which app account was last confirmed for an audience.
  package struct ConfirmedAccount: SharingRecord, Hashable {
    package static let kind = "confirmed-account"
    package var audience: Origin
    package var account: AccountLabel
    /// Milliseconds.
    package var confirmedAt: UInt64

    package init(audience: Origin, account: AccountLabel, confirmedAt: UInt64) {
      self.audience = audience
      self.account = account
      self.confirmedAt = confirmedAt
    }
    package var key: [UInt8] { audience.bytes }
  }

  /// The person's settings allow raw proofs for this audience.
  package struct RawProofsAllowed: SharingRecord, Hashable {
    package static let kind = "raw-proofs-allowed"
    package var audience: Origin

    package init(audience: Origin) {
      self.audience = audience
    }
    package var key: [UInt8] { audience.bytes }
  }

  package enum Answer: Sendable {
    case sign(ReceivedInvitation, ReceivedInvitation.Leaf, Signing, Entering? = nil)
    /// The person has to see and confirm the account first.
    case confirm(AccountConfirmation)
    case refuse(ProofRequestRefusal)
  }

  /// What an entry is expected to lead to (protocol 8.9).
  package struct Entering: Sendable {
    package var account: AccountLabel
    /// Shown along.
    package var births: [Birth]
  }

  /// What is signed.
  package enum Signing: Hashable, Sendable {
    /// Profile 1.
    case transcript(ProofRequestData)
    /// Profile 2.
    case raw([UInt8])

    /// Whether it is for an account that the identity makes or finds again (protocol 8.9).
    var isEntry: Bool {
      guard case .transcript(let request) = self else { return false }
      return request.account.isEntryCandidate
    }
  }

  /// - Parameters:
  ///   - requester: the origin of whoever asks, never taken from the request.
  ///   - data: the opaque value of 8.8.
  ///   - refused: roots that the server has answered `not_verified` for.
  package static func decide(
    _ collaborationID: CollaborationID, data: [UInt8], requester: Origin,
    refused: Set<RootHash>, reader: any SharingReader
  ) throws -> Answer {
    // The audience of what is found is the requester's origin by construction: an invitation of
    // another audience has another key.
    let key = CollaborationKey(audience: requester, collaborationID: collaborationID)
    let invitations = try ReceivedInvitation.usable(key, reader)
    guard !invitations.isEmpty else { return .refuse(.noInvitation) }
    guard let signing = try signing(data, audience: requester, reader) else {
      return .refuse(.rawProofsOff)
    }
    let candidates = invitations.filter { !refused.contains($0.root) }
    guard let newest = candidates.first else { return .refuse(.noInvitation) }
    let provable = candidates.filter { $0.leaf != nil }
    let entrance = signing.isEntry ? try entrance(among: provable, of: key, reader: reader) : nil
    guard let chosen = entrance ?? provable.first, let leaf = chosen.leaf else {
      return .refuse(.deviceNotInIdentity)
    }
    guard case .transcript(let request) = signing else { return .sign(chosen, leaf, signing) }
    let confirmed = try reader.record(ConfirmedAccount.self, key: requester.bytes)
    let entering = try signing.isEntry ? entering(chosen, reader: reader) : nil
    let account = entering?.account ?? request.account
    guard confirmed?.account == account else {
      return .confirm(
        AccountConfirmation(
          audience: requester, account: account, previous: confirmed?.account,
          title: try DocumentState.title(of: key, in: reader) ?? newest.title))
    }
    return .sign(chosen, leaf, signing, entering)
  }

  /// Nil where raw data may not be signed. What looks like a structure of this protocol never is,
  /// whatever the settings say.
  private static func signing(_ data: [UInt8], audience: Origin, _ reader: any SharingReader)
    throws -> Signing?
  {
    if let request = try? ProofRequestData(data) { return .transcript(request) }
    guard !ProofRequestData.beginsLikeStructure(data),
      data.count <= SignedIdentityProof.maximumChallengeBytes,
      try reader.record(RawProofsAllowed.self, key: audience.bytes) != nil
    else { return nil }
    return .raw(data)
  }
}
