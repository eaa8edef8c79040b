package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// The one entrance for verified contents of the types invitation, membership update, notice, notice
/// addresses, own documents and notices put away (protocol 10.6 (7)): pure, called in the transaction that takes the
/// message from the mailbox.
///
/// Contents never go anywhere else: what is kept of an invitation has no seed in it.
package struct CollaborationInbox: Sendable {
  package enum Outcome: Sendable {
    case invited(CollaborationHighlight)
    /// An identity for this person's present devices, under a card that stands already.
    case renewed(CollaborationHighlight)
    case warned(WarnedLink, alarm: DeviceListAlarm?)
    case membership(CollaborationKey, removedMe: Bool)
    case notice(CollaborationKey, NoticeLedger.Receipt)
    /// Another device of this account told of notice addresses.
    case addressesKnown
    /// Another device of this account told what this one waits for.
    case documentsKnown
    /// Another device of this account told what its person has put away.
    case noticesPutAway
    /// It changed nothing; a stable word for the list of ignored events.
    case dropped(String)
    /// Something has to be fetched before it can be judged: `PendingContent` waits for that.
    case pending(PendingContent.Need)
  }

  /// What has been fetched since the content arrived.
  package struct Fetched: Sendable {
    package var ownChain = false
    package var keys = false

    package init(ownChain: Bool = false, keys: Bool = false) {
      self.ownChain = ownChain
      self.keys = keys
    }
  }

  package let invitations: InvitationInbox
  package let seal: LocalSecrets

  package init(myAccount: AccountID, baseKeys: [DiversificationBaseKey], seal: LocalSecrets) {
    invitations = InvitationInbox(
      myAccount: myAccount, baseKeys: baseKeys,
      seal: { try seal.seal($0.exportScalar().exportBytes(), ReceivedInvitation.sealPurpose) })
    self.seal = seal
  }

  /// - Parameters:
  ///   - myChain: this account's own verified chain, the newest this device has.
  ///   - fetched: nothing, when it comes from the mailbox.
  package func receive(
    _ content: MessageContent, _ arrival: ContentArrival, myChain: StatementChain,
    fetched: Fetched = Fetched(), reader: any SharingReader
  ) throws -> SharingDecision<Outcome> {
    switch content {
    case .invitation(let invitation):
      let decision = try invitations.receive(
        invitation, arrival, myChain: myChain, isRefreshed: fetched.ownChain, reader: reader)
      switch decision.answer {
      case .usable(let highlight): return decision.answering(.invited(highlight))
      case .renewed(let highlight): return decision.answering(.renewed(highlight))
      case .plainLink(let link, let alarm):
        return decision.answering(.warned(link, alarm: alarm))
      case .refreshNeeded: return try wait(.ownChain, content, arrival)
      }
    case .membershipUpdate(let update):
      let decision = try MembershipInbox.receive(
        update, arrival, myAccount: invitations.myAccount, reader: reader)
      switch decision.answer {
      case .applied(let key, let removedMe):
        return decision.answering(.membership(key, removedMe: removedMe))
      case .refused(let refusal): return decision.answering(.dropped(refusal.rawValue))
      }
    case .notice(let notice):
      let decision = try NoticeInbox.receive(
        notice, arrival, myAccount: invitations.myAccount, keysAreFresh: fetched.keys,
        reader: reader)
      switch decision.answer {
      case .told(let key, let receipt): return decision.answering(.notice(key, receipt))
      case .dropped(let reason): return decision.answering(.dropped(reason.code))
      case .keysNeeded(let origin): return try wait(.publishedKeys(origin), content, arrival)
      }
    case .noticeAddresses(let told):
      let decision = try NoticeAddressRules.shared(
        told, by: arrival.sender, isFromRemovedDevice: arrival.isFromRemovedDevice,
        myAccount: invitations.myAccount, seq: myChain.newest.seq,
        seal: { try seal.seal($0, NoticeAddress.sealPurpose) }, reader: reader)
      return decision.answering(decision.answer.map { .dropped($0.rawValue) } ?? .addressesKnown)
    case .ownDocuments(let told):
      let decision = try OwnDocumentRules.came(
        told, from: arrival.sender, isFromRemovedDevice: arrival.isFromRemovedDevice,
        myAccount: invitations.myAccount, reader: reader)
      return decision.answering(decision.answer.map { .dropped($0.rawValue) } ?? .documentsKnown)
    case .noticesPutAway(let told):
      let decision = try PutAwayRules.came(
        told, from: arrival.sender, isFromRemovedDevice: arrival.isFromRemovedDevice,
        myAccount: invitations.myAccount, reader: reader)
      return decision.answering(decision.answer.map { .dropped($0.rawValue) } ?? .noticesPutAway)
    case .text, .gossip, .acknowledgement:
      return SharingDecision(.dropped("not_for_sharing"))
    }
  }

  private func wait(
    _ need: PendingContent.Need, _ content: MessageContent, _ arrival: ContentArrival
  ) throws -> SharingDecision<Outcome> {
    let sealed = try seal.seal(content.encodedContent(), PendingContent.sealPurpose)
    let pending = PendingContent(
      arrival: arrival, type: content.contentType, need: need,
      sealedContent: Base64URLBytes(sealed))
    return SharingDecision(.pending(need), changes: [try .put(pending)])
  }
}

/// How this device seals what its database keeps of secrets.
package struct LocalSecrets: Sendable {
  /// Bytes, and what they are.
  package var seal: @Sendable ([UInt8], String) throws -> [UInt8]
  package var open: @Sendable ([UInt8], String) throws -> SecretBytes

  package init(
    seal: @escaping @Sendable ([UInt8], String) throws -> [UInt8],
    open: @escaping @Sendable ([UInt8], String) throws -> SecretBytes
  ) {
    self.seal = seal
    self.open = open
  }
}

/// A content that cannot be judged yet. It is sealed: an invitation has a seed in it.
package struct PendingContent: SharingRecord, Hashable {
  package static let kind = "pending-content"
  package static let sealPurpose = "pending content"

  package enum Need: Codable, Hashable, Sendable {
    /// This account's own device list (protocol 6.3 (d)).
    case ownChain
    /// The keys an audience publishes (protocol 12.4).
    case publishedKeys(Origin)
  }

  package var arrival: ContentArrival
  package var type: ContentType
  package var need: Need
  package var sealedContent: Base64URLBytes

  package var key: [UInt8] { arrival.senderDevice.bytes + arrival.messageID.bytes }
}

extension ReceivedInvitation {
  package static let sealPurpose = "diversified key"
}

extension NoticeInbox.Reason {
  /// Stable.
  package var code: String {
    switch self {
    case .refused(let refusal): refusal.rawValue
    case .noInvitation: "no_invitation"
    case .senderNotMember: "sender_not_member"
    case .notNew: "not_new"
    }
  }
}
