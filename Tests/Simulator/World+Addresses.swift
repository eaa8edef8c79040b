import CollaborationDomain
import GroveIdentity
import GroveMessage
import GroveSystem
import MessengerDomain
import RelayDomain

/// What devices do about notice addresses, by the product's rules over rows of their own (protocol 12.8).
extension World {
  private typealias Addresses = MessengerDomain.NoticeAddressRules
  typealias Known = MessengerDomain.NoticeAddress

  func place(_ id: CollaborationID) -> CollaborationKey {
    CollaborationKey(audience: cast.audience, collaborationID: id)
  }

  func write(_ changes: [SharingChange], on device: Int) {
    for change in changes { devices[device].durable.rows.apply(change) }
  }

  /// Asks for an address where there is none, and hands over one that there is.
  func tendAddress(_ device: Int) throws {
    let holder = devices[device]
    let kept = holder.durable.invitations
    guard let id = (chance.once(in: 3) ? chance.one(of: kept) : kept.last)?.collaborationID else {
      return
    }
    switch try standing(in: id, on: device) {
    case .refused: return
    case .wanted:
      guard !holder.waits(for: .address(id)) else { return }
      send(.relay(.makeAddress), from: device, for: .address(id))
    case .given(let address):
      let handed = HandedAddress(
        endpoint: try NoticeEndpoint(address.endpoint), key: address.publicKey,
        secret: NoticeSecret(unchecked: Array(address.sealedKeys.bytes.dropFirst(32))))
      let session = holder.durable.sessions.last { $0.collaborationID == id }
      let request = CollaborationRequest.putAddress(id, handed)
      send(
        .collaboration(session.map { .inside($0, request) } ?? request), from: device, for: .other)
    }
  }

  private func standing(in id: CollaborationID, on device: Int) throws -> Addresses.Standing {
    let rows = devices[device].durable.rows
    if weakness == .sharedAddresses, let any = try rows.records(Known.self).first {
      return .given(any)
    }
    return try Addresses.standing(in: place(id), for: cast.push.server.publicKey, rows)
  }

  /// The relay has made one. Where another device's is known by now, it is ended again.
  func keepAddress(
    _ addressID: NoticeAddressID, token: [UInt8], in id: CollaborationID, on device: Int
  ) throws {
    let scalar = chance.scalar()
    let secret: PushSecret = chance.fresh()
    let made = Known(
      collaboration: place(id), addressID: Base64URLBytes(addressID.bytes),
      endpoint: "\(cast.push.relay.text)/relay/v1/push/\(Base64URL.encode(token))",
      serverKey: cast.push.server.publicKey,
      publicKey: try KEMPrivateKey(scalar: SecretBytes(scalar)).publicKey,
      sealedKeys: Base64URLBytes(scalar + secret.bytes))
    let decision = try Addresses.keep(made, devices[device].durable.rows)
    write(decision.changes, on: device)
    if decision.answer?.addressID != made.addressID { end(addressID, on: device) }
  }

  private func end(_ id: NoticeAddressID, on device: Int) {
    send(.relay(.endAddress(id)), from: device, for: .ending(id))
  }

  /// The relay knows it no more, so the device forgets it.
  func forgetAddress(_ id: NoticeAddressID, on device: Int) throws {
    write([.delete(EndedNoticeAddress(addressID: Base64URLBytes(id.bytes)))], on: device)
  }

  // MARK: What the person wants

  func chooseNotices(_ device: Int) throws {
    let rows = devices[device].durable.rows
    let isWanted = try Addresses.isWanted(by: cast.audience, rows)
    guard !isWanted || chance.once(in: 6) else { return }
    // What was refused is ended at the relay first.
    if !isWanted, let left = try Addresses.ended(rows).first {
      return end(NoticeAddressID(unchecked: left.addressID.bytes), on: device)
    }
    let decision = try Addresses.choose(
      !isWanted, for: cast.audience, at: clock(of: device), rows)
    write(decision.changes, on: device)
    for address in try Addresses.ended(devices[device].durable.rows) {
      end(NoticeAddressID(unchecked: address.addressID.bytes), on: device)
    }
  }

  // MARK: The person's other devices

  /// Content type 7: what they have not been told.
  func tellOwnDevices(_ device: Int) throws {
    let holder = devices[device]
    let newest = cast.persons[holder.person].chains[holder.durable.known[holder.person] - 1].newest
    guard newest.devices.count > 1, holder.durable.outbox.count < 4 else { return }
    let due = try Addresses.due(seq: newest.seq, holder.durable.rows)
    guard !due.isEmpty else { return }
    let told = NoticeAddresses(
      addresses: try due.addresses.map { try opened($0) },
      choices: due.choices.map {
        NoticeAddresses.Choice(audience: $0.audience, isWanted: $0.isWanted, at: $0.at)
      })
    devices[device].durable.outbox.append(
      Device.Outgoing(
        messageID: chance.fresh(), type: .noticeAddresses, only: holder.address.account,
        content: try told.encodedContent()))
    write(try Addresses.told(due, seq: newest.seq, holder.durable.rows).changes, on: device)
  }

  private func opened(_ address: Known) throws -> NoticeAddresses.Address {
    NoticeAddresses.Address(
      audience: address.collaboration.audience,
      collaborationID: address.collaboration.collaborationID, addressID: address.addressID,
      endpoint: address.endpoint, serverKey: address.serverKey, p256dh: address.publicKey,
      privateKey: Base64URLBytes(Array(address.sealedKeys.bytes.prefix(32))),
      auth: try PushSecret(Array(address.sealedKeys.bytes.dropFirst(32))))
  }

  func take(_ told: NoticeAddresses, from body: MessageBody, on device: Int) throws {
    let holder = devices[device]
    let listed = cast.persons[holder.person].chains[published[holder.person] - 1].newest
    let decision = try Addresses.shared(
      told, by: body.senderAccountID,
      isFromRemovedDevice: !listed.devices.contains { $0.deviceID == body.senderDeviceID },
      myAccount: holder.address.account, seq: listed.seq, seal: { $0 },
      reader: holder.durable.rows)
    write(decision.changes, on: device)
    for address in try devices[device].durable.rows.records(Known.self) {
      try hold(
        10,
        self.told.owner(of: NoticeAddressID(unchecked: address.addressID.bytes))
          == holder.address.account, "a device listens where another account is told")
    }
  }

  /// Mal tells others of an address at which Mal would tell them things.
  func forgeAddress(for victim: AccountID, in id: CollaborationID, on device: Int) throws {
    let scalar = chance.scalar()
    let forged = NoticeAddresses(
      addresses: [
        NoticeAddresses.Address(
          audience: cast.audience, collaborationID: id,
          addressID: Base64URLBytes(chance.fresh(NoticeAddressID.self).bytes),
          endpoint: "\(cast.push.relay.text)/relay/v1/push/mal",
          serverKey: cast.push.stranger.serverKey,
          p256dh: try KEMPrivateKey(scalar: SecretBytes(scalar)).publicKey,
          privateKey: Base64URLBytes(scalar), auth: chance.fresh())
      ], choices: [])
    devices[device].durable.outbox.append(
      Device.Outgoing(
        messageID: chance.fresh(), type: .noticeAddresses, only: victim,
        content: try forged.encodedContent()))
  }
}
