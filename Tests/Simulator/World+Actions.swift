import CollaborationDomain
import GroveIdentity
import GroveMessage
import GroveTesting
import MessengerDomain
import RelayDomain

extension World {
  /// Some device does something by itself.
  func act() async throws {
    let device = chance.below(devices.count)
    guard isListed(device) else { return }
    if devices[device].volatile.waiting.count > 6 { giveUp(device) }
    let choice = chance.below(276)
    note(UInt64(choice))
    if isCalm, (0..<24).contains(choice) || (174..<206).contains(choice), !chance.once(in: 6) {
      return
    }
    switch choice {
    case 0..<24: queueText(device)
    case 24..<52: sendFirst(device)
    case 52..<84: fetch(device)
    case 84..<102: try writePage(device)
    case 102..<114: acknowledge(device)
    case 114..<118: send(.relay(.lookUp), from: device, for: .lookUp)
    case 118..<120: changeMembers(device)
    case 120..<126: try await beginShare(device)
    case 126..<136: try await nudgeShare(device)
    case 136..<150: askForChallenge(device)
    case 150..<168: try offerProof(device)
    case 168..<174: update(device)
    case 174..<184: actAsApp(device, choice)
    case 184..<190: changeIdentities(device)
    case 190..<196: try notify(device)
    case 196..<202: try renewIdentity(device)
    case 202..<206: try forge(device)
    default: try actByProof(device, choice)
    }
  }

  /// What comes of proofs beside access: being told by the server, and entering.
  private func actByProof(_ device: Int, _ choice: Int) throws {
    switch choice {
    case 206..<222: try tendAddress(device)
    case 222..<227: try tellOwnDevices(device)
    case 227..<228: try chooseNotices(device)
    case 228..<238: askToEnter(device)
    case 238..<248: try offerProof(device)
    case 248..<258: update(device)
    case 258..<266: try renewIdentity(device)
    default: actInside(device)
    }
  }

  /// What has waited too long is not waited for: an answer that still comes is not known any more.
  private func giveUp(_ device: Int) {
    let waiting = devices[device].volatile.waiting
    guard let oldest = waiting.filter({ $0.value != .share && $0.value != .renewal }).keys.min()
    else { return }
    devices[device].volatile.waiting[oldest] = nil
  }

  // MARK: Messages

  private func queueText(_ device: Int) {
    guard devices[device].durable.outbox.count < 4 else { return }
    devices[device].durable.outbox.append(
      Device.Outgoing(messageID: chance.fresh(), type: .text, content: [1]))
  }

  private func sendFirst(_ device: Int) {
    guard let first = devices[device].durable.outbox.first, !devices[device].waits(for: .message)
    else { return }
    let recipients = first.only.map { [$0] } ?? devices[device].durable.members
    let envelopes = sealed(first, to: recipients, from: device)
    guard !envelopes.isEmpty else {
      devices[device].durable.outbox.removeFirst()
      return
    }
    send(.relay(.upload(envelopes)), from: device, for: .message)
  }

  /// One envelope for each device that this one knows of.
  func sealed(_ message: Device.Outgoing, to recipients: [AccountID], from device: Int) -> [[UInt8]]
  {
    let holder = devices[device]
    let own = cast.persons[holder.person].chains[holder.durable.known[holder.person] - 1]
    guard
      let body = try? MessageBody(
        senderAccountID: holder.address.account, senderDeviceID: holder.address.device,
        senderStatement: own.newest.reference, sentAt: now, conversationID: conversation,
        contentType: message.type, content: message.content)
    else { return [] }
    var envelopes: [[UInt8]] = []
    for (number, person) in cast.persons.enumerated() where recipients.contains(person.id) {
      for entry in person.chains[holder.durable.known[number] - 1].newest.devices
      where entry.deviceID != holder.address.device {
        let address = DeviceAddress(account: person.id, device: entry.deviceID)
        envelopes.append(StandInSeal.seal(body, message.messageID, to: address))
      }
    }
    return envelopes
  }

  private func fetch(_ device: Int) {
    guard !devices[device].waits(for: .fetch), devices[device].volatile.page.isEmpty else { return }
    send(
      .relay(.mailbox(after: devices[device].durable.position)), from: device, for: .fetch)
  }

  /// Writes what was fetched; sometimes the process ends in the middle.
  private func writePage(_ device: Int) throws {
    let page = devices[device].volatile.page
    guard !page.isEmpty else { return }
    if chance.once(in: 12) {
      try take(Array(page.prefix(chance.below(page.count))), on: device)
      devices[device].crash()
      return cutOff(device)
    }
    try take(page, on: device)
    devices[device].volatile.page = []
  }

  private func acknowledge(_ device: Int) {
    let position = devices[device].durable.position
    guard position > devices[device].volatile.acknowledged,
      !devices[device].waits(for: .acknowledge)
    else { return }
    send(.relay(.acknowledge(upTo: position)), from: device, for: .acknowledge)
  }

  private func changeMembers(_ device: Int) {
    let person = cast.persons[2 + chance.below(2)].id
    let isThere = devices[device].durable.members.contains(person)
    let request = RelayRequest.changeMembers(
      add: isThere ? [] : [person], remove: isThere ? [person] : [])
    // Mostly back in, so that conversations are not mostly empty.
    guard !isThere || chance.once(in: 6) else { return }
    send(.relay(request), from: device, for: .other)
  }

  // MARK: Collaborations

  private func askForChallenge(_ device: Int) {
    // Mostly for what the device was invited to, and mostly the newest; sometimes for a forwarded link.
    let invitations = devices[device].durable.invitations
    let invited = chance.once(in: 3) ? chance.one(of: invitations) : invitations.last
    let linked = chance.one(of: links)?.id
    guard let id = chance.once(in: 4) ? linked : invited?.collaborationID ?? linked else { return }
    send(.collaboration(.challenge(id, chance.fresh())), from: device, for: .challenge)
  }

  private func offerProof(_ device: Int) throws {
    if chance.once(in: 5), let proof = chance.one(of: captured) {
      // Somebody offers what was seen on its way, under an account of their own choosing.
      if chance.once(in: 3) { return enter(with: proof, secret: nil, on: device) }
      return send(
        .collaboration(.grant(proof.challenge.collaborationID, proof)), from: device, for: .other)
    }
    let holder = devices[device]
    guard !holder.volatile.challenges.isEmpty else { return }
    let place = chance.below(holder.volatile.challenges.count)
    let challenge = holder.volatile.challenges[place]
    if chance.once(in: 2) { devices[device].volatile.challenges.remove(at: place) }
    let kept = holder.durable.invitations.filter {
      $0.collaborationID == challenge.collaborationID
    }
    guard let proof = proof(chance.one(of: kept), challenge, holder) else { return }
    captured.append(proof)
    if captured.count > 12 { captured.removeFirst() }
    try confirm(challenge.account, on: device)
    if let secret = challenge.entry { return enter(with: proof, secret: secret, on: device) }
    send(.collaboration(.grant(challenge.collaborationID, proof)), from: device, for: .other)
  }

  private func proof(_ kept: Device.Kept?, _ challenge: GivenChallenge, _ holder: Device)
    -> OfferedProof?
  {
    guard let kept else {
      // Whoever only has the link may name a root, and cannot sign for it.
      let foreign = chance.one(of: roots[challenge.collaborationID] ?? [])
      return foreign.map { OfferedProof(challenge: challenge, root: $0, isSigned: false) }
    }
    var proof = OfferedProof(
      challenge: challenge, root: kept.root, isSigned: kept.identity != nil)
    guard let real = challenge.real, let identity = kept.identity else { return proof }
    proof.real = try? SignedIdentityProof(
      signing: real.bytes, for: challenge.account,
      with: identity.signingKey(of: holder.keys.baseKey), in: identity.tree,
      audience: cast.audience, collaborationID: challenge.collaborationID)
    return proof
  }

  /// The person has seen which account it is for.
  private func confirm(_ account: AccountLabel, on device: Int) throws {
    let confirmed = ProofRules.ConfirmedAccount(
      audience: cast.audience, account: account, confirmedAt: clock(of: device))
    write([try .put(confirmed)], on: device)
  }

  /// An app sends each update until it is acknowledged.
  private func update(_ device: Int) {
    guard !devices[device].waits(for: .update) else { return }
    // Mostly of what the person was invited to.
    let invited = chance.one(of: devices[device].durable.invitations)?.collaborationID
    let shared = links.first { $0.id == invited }?.document
    let document = chance.once(in: 3) ? nil : shared
    let update =
      devices[device].durable.update ?? (documents[document ?? chance.below(2)], chance.fresh())
    devices[device].durable.update = update
    let number = documents.firstIndex(of: update.0)
    let mentions = links.last { $0.document == number }.map { self.mentions(in: $0.id) } ?? []
    send(
      .collaboration(.append(update.0, update.1, mentions: mentions)), from: device, for: .update)
  }

  private func actAsApp(_ device: Int, _ choice: Int) {
    guard let link = chance.one(of: links) else { return }
    switch choice % 10 {
    case 0, 1, 2: send(.collaboration(.openLink(link.id)), from: device, for: .other)
    case 3, 4: send(.collaboration(.knock(link.id, chance.fresh())), from: device, for: .other)
    case 5, 6, 7: send(.collaboration(.listKnocks(link.id)), from: device, for: .knocks)
    case 8: send(.collaboration(.leave(link.id)), from: device, for: .other)
    default:
      guard chance.once(in: 8) else { return }
      send(.collaboration(.end(link.id, onlyUnused: false)), from: device, for: .other)
    }
  }

  /// Takes somebody out, brings somebody back, or puts one identity in another's place. An owner who says that
  /// identities are one person's says the truth.
  private func changeIdentities(_ device: Int) {
    guard let link = chance.one(of: links), let known = roots[link.id], !known.isEmpty else {
      return
    }
    let one = known[chance.below(known.count)]
    let theirs = known.filter { derived[$0] == derived[one] }
    let other = theirs[chance.below(theirs.count)]
    let update: IdentityRules.Update? =
      switch chance.below(5) {
      case 0, 1:
        IdentityRules.Update(add: [], remove: [one], replace: [], only: chance.once(in: 3))
      case 2, 3:
        IdentityRules.Update(
          add: [one], remove: [], replace: [], persons: one == other ? [:] : [one: other])
      default:
        IdentityRules.Update(add: [], remove: [], replace: [.init(old: one, new: other)])
      }
    guard let update else { return }
    send(
      .collaboration(.identities(link.id, update, chance.fresh())), from: device, for: .other)
  }

  // MARK: Notices and forgeries

  private func notify(_ device: Int) throws {
    guard let kept = chance.one(of: devices[device].durable.invitations) else { return }
    let id = kept.collaborationID
    let kinds: [NoticeKind] = [.edit, .comment, .mention, .renamed]
    let kind = kinds[chance.below(kinds.count)]
    let root = kind == .mention ? chance.one(of: roots[id] ?? []) : nil
    guard kind != .mention || root != nil else { return }
    devices[device].durable.noticeCounter += 1
    let notice = Notice(
      noticeID: chance.fresh(), audience: cast.audience, collaborationID: id,
      action: .post(kind, root: root), at: clock(of: device),
      counter: devices[device].durable.noticeCounter)
    if let root { mentioned[notice.noticeID] = root }
    // To everybody, mentions too: recipients must not rely on a sender who is quiet.
    devices[device].durable.outbox.append(
      Device.Outgoing(
        messageID: chance.fresh(), type: .notice, content: try notice.encodedContent()))
  }

  /// Mal invites somebody with a root that is not made for that person's devices.
  private func forge(_ device: Int) throws {
    guard devices[device].person == 3, devices[device].durable.outbox.count < 4,
      let link = chance.one(of: links)
    else { return }
    let victim = chance.below(3)
    let chain = cast.persons[victim].chains[published[victim] - 1]
    if chance.once(in: 4) {
      return try forgeAddress(for: chain.accountID, in: link.id, on: device)
    }
    let identity = try IdentityDerivation.derive(
      audience: cast.audience, collaborationID: link.id, recipient: chain, seed: chance.seed()
    ).get()
    derived[identity.root] = chain.accountID
    let isHonest = chance.once(in: 3)
    var invited = identity.invited
    if !isHonest { invited.root = chance.fresh() }
    let invitation = Invitation(
      link: World.link(link.id, cast.audience), audience: cast.audience, collaborationID: link.id,
      title: "Document", optionsSummary: "", identity: invited,
      identityMap: [IdentityMapEntry(account: chain.accountID, root: invited.root)], epoch: 1)
    devices[device].durable.outbox.append(
      Device.Outgoing(
        messageID: chance.fresh(), type: .invitation, only: chain.accountID,
        content: try invitation.encodedContent()))
  }

  static func link(_ id: CollaborationID, _ audience: Origin) -> String {
    "\(audience.text)/c/\(id.text)"
  }
}
