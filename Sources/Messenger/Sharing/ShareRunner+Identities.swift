import GroveIdentity
import GroveMessage
import GroveSystem
import MessengerDomain

/// Device lists, roots and invitations.
extension ShareRunner {
  mutating func resolve(_ accounts: [AccountID]) async -> ShareEvent {
    var resolutions: [ShareResolution] = []
    for account in accounts {
      switch await host.resolve(account) {
      case .found(let chain):
        chains[account] = chain
        resolutions.append(
          .found(
            account, chain.newest.reference, devices: chain.newest.collaborationKeys.count))
      case .unknown: resolutions.append(.unknown(account))
      case .untrusted: resolutions.append(.untrusted(account))
      case .deviceComing: return .resolveFailed(.devicesKeepChanging)
      case .unreachable: return .resolveFailed(.relayUnreachable)
      }
    }
    return .resolved(resolutions)
  }

  mutating func issue(_ accounts: [AccountID]) -> ShareEvent {
    guard let collaboration = job.collaboration else { return .issueFailed(.interrupted) }
    var issued: [ShareProcedure.IssuedRoot] = []
    for account in accounts {
      guard let chain = chains[account],
        let seed = try? IdentitySeed(host.randomBytes(IdentitySeed.byteCount)),
        case .success(let identity) = IdentityDerivation.derive(
          audience: collaboration.audience, collaborationID: collaboration.collaborationID,
          recipient: chain, seed: seed)
      else { return .issueFailed(.recipientWithoutDevices(account)) }
      identities[account] = identity
      issued.append(
        .init(account: account, root: identity.root, statement: chain.newest.reference))
    }
    return .issued(issued)
  }

  mutating func upload(_ roots: [ShareProcedure.IssuedRoot]) async throws
    -> [ShareDirective]
  {
    // A second attempt has other contents, so it is another message.
    job.messageID = MessageID(unchecked: host.randomBytes(MessageID.byteCount))
    guard let message = try await sealable(roots) else {
      return try await tell(.uploadRefused(.invitationTooLarge))
    }
    job.own = try await ownInvitation()
    let held: HeldEnvelopes
    switch try await host.seal(message) {
    case .failure(let failure): return try await tell(.uploadRefused(failure))
    case .success(let envelopes):
      held = HeldEnvelopes(
        messageID: job.messageID, envelopes: envelopes.map(Base64URLBytes.init))
    }
    try await host.changeSharing { [job] _ in
      SharingDecision((), changes: [try .put(job), try .put(held)])
    }
    let outcome = await host.upload(held.envelopes.map(\.bytes), isFinal: false)
    return try await tell(outcome, isResumed: false)
  }

  /// The envelopes are kept until the step after the upload is stored, so a message that may have
  /// left is never taken back: it is sent again, and the relay knows it by its identifier. Refused
  /// then, the share has failed, and what was sent before may not arrive after that.
  mutating func resumeUpload() async throws -> [ShareDirective] {
    let held = try await host.changeSharing { [job] reader in
      SharingDecision(try reader.record(HeldEnvelopes.self, key: job.messageID.bytes))
    }
    guard let held else { return try await tell(.uploadRefused(.interrupted)) }
    let outcome = await host.upload(held.envelopes.map(\.bytes), isFinal: true)
    return try await tell(outcome, isResumed: true)
  }

  /// One invitation for each account, with its own identity and everybody's root (protocol 6.1).
  /// Nil where one does not fit into a message.
  private func sealable(_ roots: [ShareProcedure.IssuedRoot]) async throws -> SharingMessage? {
    guard let started = job.procedure.started, let key = job.sharedKey else { return nil }
    let shared = try await host.changeSharing { reader in
      SharingDecision(
        try reader.record(SharedCollaboration.self, key: key).map { try $0.standing(reader) })
    }
    var map: [AccountID: RootHash] = [:]
    for entry in shared?.identityMap ?? [] { map[entry.account] = entry.root }
    for root in roots { map[root.account] = root.root }
    let entries = map.map { IdentityMapEntry(account: $0.key, root: $0.value) }
      .sorted { $0.account < $1.account }
    var contents: [AccountID: [UInt8]] = [:]
    for root in roots {
      guard let identity = identities[root.account] else { return nil }
      let invitation = Invitation(
        link: started.link, audience: job.procedure.origin,
        collaborationID: started.collaborationID, title: job.title,
        // What its people may do can have changed since it was shared, and the app tells nobody.
        optionsSummary: job.procedure.purpose == .share ? job.optionsSummary : "",
        identity: identity.invited, identityMap: entries,
        epoch: started.epoch, card: job.metadata.card)
      guard let content = try? invitation.encodedContent() else { return nil }
      contents[root.account] = content
    }
    return SharingMessage(
      messageID: job.messageID, conversationID: job.conversationID, type: .invitation,
      contents: contents)
  }

  /// The initiator has an identity like everybody else (protocol 4.4.1); this device keeps its part
  /// without a message to itself.
  private func ownInvitation() async throws -> ReceivedInvitation? {
    guard let identity = identities[host.myAccount], let started = job.procedure.started,
      let collaboration = job.collaboration
    else { return nil }
    let inbox = try await host.invitationInbox()
    let leaf = inbox.baseKeys.lazy.compactMap { try? identity.leaf(of: $0.publicKey) }.first
    return ReceivedInvitation(
      collaboration: collaboration, order: 0, messageID: job.messageID, link: started.link,
      title: job.title, optionsSummary: job.optionsSummary, inviter: host.myAccount,
      conversationID: job.conversationID, receivedAt: host.now(), root: identity.root,
      statement: identity.statement.reference,
      leaf: try leaf.flatMap { try inbox.sealed($0, identity) }, card: job.metadata.card)
  }
}
