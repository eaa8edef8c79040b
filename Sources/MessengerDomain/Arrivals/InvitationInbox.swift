package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// What becomes of an invitation that arrives (protocol 6.3): pure.
package struct InvitationInbox {
  package enum Outcome: Sendable {
    case usable(CollaborationHighlight)
    /// For devices that this person has by now: the card stands in the conversation already.
    case renewed(CollaborationHighlight)
    case plainLink(WarnedLink, alarm: DeviceListAlarm?)
    /// Fetch the own device list, then ask again.
    case refreshNeeded
  }

  package var myAccount: AccountID
  /// This device's base keys, replaced ones included.
  package var baseKeys: [DiversificationBaseKey]
  /// Seals `d'` for this device's database.
  package var seal: @Sendable (SigningKey) throws -> [UInt8]

  package func receive(
    _ invitation: Invitation, _ arrival: ContentArrival, myChain: StatementChain,
    isRefreshed: Bool, reader: any SharingReader
  ) throws -> SharingDecision<Outcome> {
    let check = InvitationCheck(
      senderIsMember: arrival.senderIsMember, isFromRemovedDevice: arrival.isFromRemovedDevice,
      myChain: myChain, myBaseKeys: baseKeys.map(\.publicKey), isRefreshed: isRefreshed)
    switch check.judge(invitation) {
    case .refreshNeeded: return SharingDecision(.refreshNeeded)
    case .plainLink(let refusal, let alarm):
      return try warn(invitation, arrival, .refused(refusal), alarm: alarm)
    case .usable(let identity, let leaf):
      return try keep(invitation, identity, leaf, arrival, reader: reader)
    }
  }

  /// Everything is derived now, and the seed goes with this call (protocol 4.8).
  package func keep(
    _ invitation: Invitation, _ identity: PreparedIdentity, _ leaf: PreparedLeaf?,
    _ arrival: ContentArrival, reader: any SharingReader
  ) throws -> SharingDecision<Outcome> {
    let collaboration = CollaborationKey(
      audience: invitation.audience, collaborationID: invitation.collaborationID)
    let order = try ReceivedInvitation.nextOrder(in: collaboration, reader)
    let membership = try KnownMembership.merging(
      invitation.identityMap, epoch: invitation.epoch.value, of: arrival.sender,
      in: collaboration, order: order, reader: reader)
    guard let membership, !membership.removedRoots.contains(identity.root) else {
      return try warn(invitation, arrival, .contradictsEarlier, alarm: nil)
    }
    let received = ReceivedInvitation(
      collaboration: collaboration, order: order, messageID: arrival.messageID,
      link: invitation.link, title: invitation.title,
      optionsSummary: invitation.optionsSummary, inviter: arrival.sender,
      conversationID: arrival.conversationID, receivedAt: arrival.receivedAt,
      root: identity.root, statement: identity.statement.reference,
      leaf: try leaf.flatMap { try sealed($0, identity) }, card: invitation.card)
    let isRenewal = try received.isCardThere(reader)
    var changes: [SharingChange] = [try .put(received), try .put(membership)]
    changes += try DocumentRules.namedAnew(
      invitation.identityMap.map(\.root), of: collaboration, in: reader)
    if arrival.sender == myAccount {
      changes += try Self.takeOver(invitation, arrival, reader: reader)
    }
    return SharingDecision(
      isRenewal ? .renewed(received.highlight) : .usable(received.highlight), changes: changes)
  }

  package func sealed(_ leaf: PreparedLeaf, _ identity: PreparedIdentity) throws
    -> ReceivedInvitation.Leaf?
  {
    guard let base = baseKeys.first(where: { $0.publicKey == leaf.baseKey }) else { return nil }
    return ReceivedInvitation.Leaf(
      sealedKey: Base64URLBytes(try seal(identity.signingKey(of: base))),
      publicKey: leaf.publicKey, index: leaf.inclusionProof.index,
      hashes: leaf.inclusionProof.hashes.map(Base64URLBytes.init))
  }

  private func warn(
    _ invitation: Invitation, _ arrival: ContentArrival, _ reason: InvitationWarning,
    alarm: DeviceListAlarm?
  ) throws -> SharingDecision<Outcome> {
    let link = PlainLink(
      messageID: arrival.messageID, link: invitation.link, title: invitation.title,
      sender: arrival.sender, conversationID: arrival.conversationID, reason: reason,
      receivedAt: arrival.receivedAt)
    return SharingDecision(.plainLink(link.shown, alarm: alarm), changes: [try .put(link)])
  }
}

extension ReceivedInvitation {
  /// Whether it only renews an identity for devices that the person has by now. What is shared in the conversation
  /// once more, with the same devices, has a card of its own.
  fileprivate func isCardThere(_ reader: any SharingReader) throws -> Bool {
    try Self.usable(collaboration, reader).contains {
      $0.inviter == inviter && $0.conversationID == conversationID
        && $0.statement.hash != statement.hash
    }
  }
}

extension InvitationInbox {
  /// An invitation of one's own account, from another of its devices: this device can manage the
  /// collaboration too.
  package static func takeOver(
    _ invitation: Invitation, _ arrival: ContentArrival, reader: any SharingReader
  ) throws -> [SharingChange] {
    let collaboration = CollaborationKey(
      audience: invitation.audience, collaborationID: invitation.collaborationID)
    var metadata = CollaborationMetadata(
      localIdentifier: "", collaborationID: invitation.collaborationID, title: invitation.title)
    metadata.card = invitation.card
    var shared =
      try reader.record(
        SharedCollaboration.self, key: arrival.conversationID.bytes + collaboration.bytes)
      ?? SharedCollaboration(
        collaboration: collaboration, conversationID: arrival.conversationID,
        link: invitation.link, title: invitation.title,
        optionsSummary: invitation.optionsSummary, epoch: invitation.epoch,
        metadata: metadata, participants: [])
    for entry in invitation.identityMap { shared.add(entry) }
    shared.epoch = DecimalUInt64(max(shared.epoch.value, invitation.epoch.value))
    return [try .put(shared)]
  }
}
