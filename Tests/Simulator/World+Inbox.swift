import GroveIdentity
import GroveMessage
import GroveTesting
import MessengerDomain
import RelayDomain

extension World {
  /// Entries of a mailbox, one after the other: each is written whole or not at all.
  func take(_ entries: [MailboxEntry], on device: Int) throws {
    for entry in entries where entry.sequence > devices[device].durable.position {
      if case .envelope(_, let bytes) = entry.payload, let (header, body) = StandInSeal.open(bytes)
      {
        try take(body, header.messageID, on: device)
      }
      if case .notice(let pushed) = entry.payload { try take(pushed, on: device) }
      devices[device].durable.position = entry.sequence
    }
  }

  private func take(_ body: MessageBody, _ messageID: MessageID, on device: Int) throws {
    let identity = MessageIdentity(senderDeviceID: body.senderDeviceID, messageID: messageID)
    guard devices[device].durable.seen.insert(identity).inserted else { return }
    switch body.contentType {
    case .text:
      let thread = devices[device].durable.thread
      try hold(6, !thread.contains(identity), "a text stands before a person twice")
      devices[device].durable.thread.append(identity)
      counts.texts += 1
    case .invitation:
      guard let invitation = try? Invitation(content: body.content) else { return }
      try take(invitation, from: body.senderAccountID, on: device)
    case .notice:
      guard let notice = try? Notice(content: body.content) else { return }
      try take(notice, from: body, on: device)
    case .noticeAddresses:
      guard let told = try? NoticeAddresses(content: body.content) else { return }
      try take(told, from: body, on: device)
    default: return
    }
  }

  private func take(_ invitation: Invitation, from sender: AccountID, on device: Int)
    throws
  {
    let holder = devices[device]
    let chain = cast.persons[holder.person].chains[published[holder.person] - 1]
    let check = InvitationCheck(
      senderIsMember: true, isFromRemovedDevice: false, myChain: chain,
      myBaseKeys: [holder.keys.baseKey.publicKey], isRefreshed: true)
    var kept = Device.Kept(
      collaborationID: invitation.collaborationID, root: invitation.identity.root,
      membership: CollaborationMembership(invitation, from: sender))
    switch check.judge(invitation) {
    case .usable(let identity, let leaf): kept.identity = leaf == nil ? nil : identity
    case .refreshNeeded: return
    case .plainLink: guard weakness == .unheededWarning else { return }
    }
    try checkRoot(kept, on: device)
    devices[device].durable.invitations.append(kept)
    try keepRows(kept, map: invitation.identityMap, epoch: invitation.epoch.value, on: device)
  }

  /// The same for the product's rules about what servers tell.
  func keepRows(
    _ kept: Device.Kept, map: [IdentityMapEntry], epoch: UInt64, on device: Int
  ) throws {
    let (rows, place) = (devices[device].durable.rows, place(kept.collaborationID))
    let order = try ReceivedInvitation.nextOrder(in: place, rows)
    let inviter = kept.membership.inviter
    let known = try KnownMembership.merging(
      map, epoch: epoch, of: inviter, in: place, order: order, reader: rows)
    guard let known, let own = kept.identity else { return }
    let invitation = ReceivedInvitation(
      collaboration: place, order: order, messageID: .zero,
      link: World.link(kept.collaborationID, cast.audience), title: "Document",
      optionsSummary: "", inviter: inviter, conversationID: conversation,
      receivedAt: clock(of: device), root: kept.root, statement: own.statement.reference)
    write([try .put(invitation), try .put(known)], on: device)
  }

  private func take(_ notice: Notice, from body: MessageBody, on device: Int) throws {
    let id = notice.collaborationID
    let holder = devices[device]
    guard let kept = holder.durable.invitations.last(where: { $0.collaborationID == id }) else {
      return
    }
    let check = NoticeCheck(
      membership: kept.membership, myRoots: holder.roots(in: id), publishedKeys: [:])
    let verdict = check.judge(notice, from: body.senderAccountID, isFromRemovedDevice: false)
    guard (try? verdict.get()) != nil || weakness == .loudMentions else { return }
    _ = devices[device].durable.notices[id, default: NoticeLedger()].receive(
      notice, from: body.senderAccountID, device: body.senderDeviceID, authenticity: .claimed,
      at: clock(of: device))
    try checkNotices(in: id, on: device)
  }

  func clock(of device: Int) -> UInt64 { UInt64(Int64(now) + devices[device].clock) }
}
