public import GroveIdentity
public import GroveSystem

extension AgentConnection {
  /// The person may be asked meanwhile, so it can take as long as they do.
  public func signedIdentityProof(
    for collaborationID: CollaborationID, using data: [UInt8], of origin: Origin,
    refused: Set<RootHash> = []
  ) async throws(MessengerError) -> Result<IdentityProof, ProofRequestRefusal> {
    let answer = try await ask(
      .proof(collaborationID, data: Base64URLBytes(data), refused: refused.sorted()),
      over: transport(of: origin))
    switch answer {
    case .proof(let proof): return .success(proof)
    case .noProof(let refusal): return .failure(refusal)
    default: throw Self.unexpected
    }
  }

  /// Where the app's server may tell this person's device what others do there; nil where they do not
  /// want it.
  public func noticeAddress(
    for collaborationID: CollaborationID, of origin: Origin, pushKey: PublicKey
  ) async throws(MessengerError) -> PushSubscription? {
    let answer = try await ask(
      .noticeAddress(collaborationID, pushKey: pushKey), over: transport(of: origin))
    guard case .noticeAddress(let address) = answer else { throw Self.unexpected }
    return address
  }

  /// Tells the other participants. Where the agent went away before it answered, `agentUnreachable`
  /// is thrown and the notice may have been posted: it is not asked twice.
  public func postNotice(
    _ notice: NoticePost, for collaborationID: CollaborationID, of origin: Origin
  ) async throws(MessengerError) -> Result<[AccountID], NoticePostRefusal> {
    switch try await ask(.postNotice(notice, collaborationID), over: transport(of: origin)) {
    case .noticePosted(let accounts): return .success(accounts)
    case .noticeRefused(let refusal): return .failure(refusal)
    default: throw Self.unexpected
    }
  }

  /// Takes away what this device shows of the collaboration; the others' devices are not touched.
  public func clearNotices(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError)
  {
    _ = try await ask(.clearNotices(collaborationID), over: transport(of: origin))
  }

  /// Takes back, on everybody's devices, what this person's app told of the collaboration.
  public func retractNotices(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError)
  {
    _ = try await ask(.retractNotices(collaborationID), over: transport(of: origin))
  }
}
