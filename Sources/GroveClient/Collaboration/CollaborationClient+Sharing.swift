public import GroveIdentity
public import GroveWire

extension CollaborationClient {
  /// What a start action is fulfilled with.
  public func prepareCollaboration(_ body: PrepareCollaboration, of documentID: String)
    async throws(ClientError) -> CollaborationPrepared
  {
    try await caller.call(
      CollaborationRoutes.prepareCollaboration, .json(body), path: [documentID])
  }

  /// One collaboration, for its owner and participants. Refused with `not_found`, `gone`.
  public func collaboration(_ id: CollaborationID) async throws(ClientError) -> Collaboration {
    try await caller.call(CollaborationRoutes.collaboration, path: [id.text])
  }

  /// Selects other options (owner only): all of them, nothing is merged in.
  public func changeShareOptions(_ options: ShareOptions, of id: CollaborationID)
    async throws(ClientError) -> Collaboration
  {
    try await caller.call(
      CollaborationRoutes.changeShareOptions, .json(ChangeShareOptions(options: options)),
      path: [id.text])
  }

  /// Stops sharing (owner only).
  ///
  /// - Parameter ifUnused: only while the collaboration has no identity, which is how an app takes
  ///   back a start action whose message was cancelled.
  public func endCollaboration(_ id: CollaborationID, ifUnused: Bool = false)
    async throws(ClientError) -> CollaborationEnded
  {
    try await caller.call(
      CollaborationRoutes.endCollaboration, path: [id.text],
      query: ifUnused ? [("ifUnused", "true")] : [])
  }

  /// Adds, removes and replaces identities in one transaction (protocol 9.3).
  public func updateIdentities(_ body: UpdateIdentities, of id: CollaborationID)
    async throws(ClientError) -> IdentitiesUpdated
  {
    try await caller.call(
      CollaborationRoutes.updateIdentities, .json(body), path: [id.text], idleLimit: 120)
  }

  /// Everybody, page after page.
  public func participants(of id: CollaborationID) async throws(ClientError) -> ParticipantList {
    var list = try await participants(of: id, after: nil)
    while list.more == true, let last = list.participants.last {
      let page = try await participants(of: id, after: last.root)
      list.participants += page.participants
      list.more = page.more
    }
    return list
  }

  /// One page, ascending by root.
  /// - Parameter limit: 1...1000.
  public func participants(of id: CollaborationID, after root: RootHash?, limit: Int = 1000)
    async throws(ClientError) -> ParticipantList
  {
    try await caller.call(
      CollaborationRoutes.participants, path: [id.text],
      query: Self.page(after: root?.base64url, limit: limit))
  }

  /// The caller gives up every binding of its own (protocol 9.5).
  public func leave(_ id: CollaborationID) async throws(ClientError) -> CollaborationEnded {
    try await caller.call(CollaborationRoutes.leave, path: [id.text])
  }

  /// What the caller's device is asked to sign (protocol 7).
  public func challenge(for id: CollaborationID) async throws(ClientError) -> ChallengeIssued {
    try await caller.call(CollaborationRoutes.challenge, path: [id.text])
  }

  /// Submits a device's proof. Refused with the codes of protocol 8.5.
  /// - Parameter proof: the proof's JSON form (protocol 8.4), at most 8 KiB.
  public func prove(_ proof: [UInt8], for id: CollaborationID) async throws(ClientError)
    -> AccessGranted
  {
    try await caller.call(
      CollaborationRoutes.prove, .raw(proof, contentType: "application/json"), path: [id.text])
  }

  /// Submits a proof that `prove` was refused for with `bound_by_replacement`, over a challenge of its own: the caller takes
  /// the access over from an account that nobody can reach any more (protocol 8.9.5.1).
  /// - Parameter proof: the proof's JSON form (protocol 8.4), at most 8 KiB.
  public func takeOver(_ proof: [UInt8], for id: CollaborationID) async throws(ClientError)
    -> AccessGranted
  {
    try await caller.call(
      CollaborationRoutes.takeOver, .raw(proof, contentType: "application/json"), path: [id.text])
  }

  /// Asks the owner for access.
  public func knock(_ body: Knock, at id: CollaborationID) async throws(ClientError)
    -> KnockReceived
  {
    try await caller.call(CollaborationRoutes.knock, .json(body), path: [id.text])
  }

  /// Everybody who asks, page after page.
  public func knocks(at id: CollaborationID) async throws(ClientError) -> KnockList {
    var list = try await knocks(at: id, after: nil)
    while let next = list.next {
      let page = try await knocks(at: id, after: next)
      list.knocks += page.knocks
      list.next = page.next
    }
    return list
  }

  /// One page, oldest first.
  /// - Parameters:
  ///   - after: the page before's `next`; nil for the first.
  ///   - limit: 1...200.
  public func knocks(at id: CollaborationID, after: String?, limit: Int = 200)
    async throws(ClientError) -> KnockList
  {
    try await caller.call(
      CollaborationRoutes.knocks, path: [id.text], query: Self.page(after: after, limit: limit))
  }

  /// Gives access to who knocked, or hides the request (owner only). Refused with `not_found`.
  ///
  /// - Parameter knockID: of a `KnockRequest`.
  public func answerKnock(_ knockID: String, accept: Bool, at id: CollaborationID)
    async throws(ClientError)
  {
    _ = try await caller.call(
      CollaborationRoutes.answerKnock, .json(AnswerKnock(accept: accept)),
      path: [id.text, knockID])
  }

  /// Asks the server to sign that the caller caused an event (protocol 12.4, level B).
  public func attestNotice(_ body: AttestNotice, in id: CollaborationID)
    async throws(ClientError) -> NoticeAttested
  {
    try await caller.call(CollaborationRoutes.attestNotice, .json(body), path: [id.text])
  }

  /// Says where the caller hears of what others do (protocol 12.8). Refused with `conflict` where it has
  /// bound no identity.
  public func putNoticeAddress(_ body: PutNoticeAddress, in id: CollaborationID)
    async throws(ClientError)
  {
    _ = try await caller.call(CollaborationRoutes.putNoticeAddress, .json(body), path: [id.text])
  }

  /// Tells the caller's own devices that they have the document open.
  public func opened(_ id: CollaborationID) async throws(ClientError) {
    _ = try await caller.call(CollaborationRoutes.opened, path: [id.text])
  }

  /// Takes it back.
  public func removeNoticeAddress(in id: CollaborationID) async throws(ClientError) {
    _ = try await caller.call(CollaborationRoutes.removeNoticeAddress, path: [id.text])
  }
}
