import CollaborationDomain
import GroveIdentity
import GroveMessage
import GroveSystem
import MessengerDomain
import RelayDomain

/// A notice on its way from the app's server to the relay. It may be overtaken, lost, and arrive twice.
struct Push: Sendable {
  var due: CollaborationDomain.NoticeRules.DueNotice
  var request: PushRequest
}

/// What the app's server tells by itself, and what devices make of it (protocol 12.8).
extension World {
  /// The server spreads what has happened and posts what is due. Sometimes it starts anew: then it knows
  /// nothing of what is on its way.
  func tell() async throws {
    if chance.once(in: 12) { telling = [] }
    for event in try await server.survey(besides: telling).events {
      let id: NoticeID = chance.fresh()
      var isMore = try await server.spread(event, as: id)
      while isMore, !chance.once(in: 8) { isMore = try await server.spread(event, as: id) }
    }
    for due in try await server.survey(besides: telling).due {
      try told.leaves(due, access)
      telling.insert(due.notice.key)
      pushes.append(Push(due: due, request: try request(for: due)))
    }
    note(UInt64(pushes.count))
  }

  private func request(for due: CollaborationDomain.NoticeRules.DueNotice) throws -> PushRequest {
    let (notice, action) = (due.notice, due.notice.action)
    let id = notice.address.collaborationID
    guard let kind = NoticeKind(rawValue: action.kind.rawValue) else {
      throw Violation(10, "an event has no kind of notice")
    }
    let signed = NoticeAttestation.signedBytes(
      audience: cast.audience, collaborationID: id, noticeID: notice.noticeID, kind: kind,
      at: action.at, actorRoot: due.actorRoot)
    let attestation = NoticeAttestation(
      keyID: GroveMessage.PushedNotice.keyID, root: due.actorRoot,
      signature: Base64URLBytes(try cast.push.server.sign(signed)))
    let pushed = GroveMessage.PushedNotice(
      notice: Notice(
        noticeID: notice.noticeID, audience: cast.audience, collaborationID: id,
        action: .post(kind, root: action.subject), at: action.at, counter: notice.counter,
        attestation: attestation),
      title: due.title, name: action.name, isEnd: due.isEnd)
    let secret = PushSecret(unchecked: notice.address.secret.bytes)
    let left = notice.expiresAt > server.now ? (notice.expiresAt - server.now) / 1000 : 0
    return PushRequest(
      tokenHash: try Base64URL.decode(
        String(notice.address.endpoint.text.split(separator: "/").last ?? "")),
      authorization: cast.push.authorization(at: server.now), timeToLive: left,
      topic: "\(secret) \(action.account) \(kind) \(action.subject?.description ?? "")",
      isQuiet: kind != .mention,
      body: proofs.isReal
        ? try pushed.sealed(to: notice.address.key, secret: secret)
        : StandInPush.seal(pushed, secret: secret))
  }

  /// One post arrives at the relay, or does not; the server learns what became of it, or does not.
  func deliverPush() async throws {
    let place = chance.below(pushes.count)
    let push = pushes[place]
    let fate = chance.below(100)
    if fate >= 12 { pushes.remove(at: place) }
    var delivery = NoticeRules.Delivery.failed(pause: nil)
    if !(12..<20).contains(fate) {
      delivery = try await post(push)
      if chance.once(in: 3) { delivery = .failed(pause: nil) }
    }
    telling.remove(push.due.notice.key)
    try await server.note(delivery, of: push.due.notice)
  }

  private typealias NoticeRules = CollaborationDomain.NoticeRules

  private func post(_ push: Push) async throws -> NoticeRules.Delivery {
    // Before the answer is known, because that is when somebody who has the endpoint tries it.
    if chance.once(in: 10) { try await intrude(with: push) }
    let address = endpoints[push.request.tokenHash]
    switch try await relay.push(push.request, to: cast.push.relay) {
    case .notFound: return .addressEnded
    case .some: return .failed(pause: 1000)
    case nil:
      guard let address, let owner = told.owner(of: address) else {
        throw Violation(10, "the relay takes what is pushed to no address")
      }
      let reached = devices.indices.filter { devices[$0].address.account == owner && isListed($0) }
      try told.accepted(
        push.request, at: address, for: reached.map { devices[$0].address },
        until: relay.now + push.request.timeToLive * 1000)
      counts.pushes += 1
      return .sent
    }
  }

  private func intrude(with push: Push) async throws {
    var forged = push.request
    forged.authorization = cast.push.stranger
    let refused = try await relay.push(forged, to: cast.push.relay)
    try hold(10, refused == .notFound, "somebody else's server pushes to an address")
  }

  // MARK: On a device

  func take(_ entry: RelayDomain.PushedNotice, on device: Int) throws {
    let rows = devices[device].durable.rows
    guard
      let address = try MessengerDomain.NoticeAddressRules.address(
        Base64URLBytes(entry.addressID.bytes), rows),
      let pushed = try opened(entry, at: address)
    else { return }
    let decision = try PushInbox.receive(
      pushed, at: address, receivedAt: clock(of: device),
      myAccount: devices[device].address.account, reader: rows)
    guard case .told = decision.answer else { return write(decision.changes, on: device) }
    counts.noticesShown += 1
    try told.shows(
      pushed.notice, on: devices[device].address,
      whose: devices[device].roots(in: pushed.notice.collaborationID))
    if weakness != .forgottenNotices { write(decision.changes, on: device) }
  }

  private func opened(_ entry: RelayDomain.PushedNotice, at address: Known) throws
    -> GroveMessage.PushedNotice?
  {
    let secret = try PushSecret(Array(address.sealedKeys.bytes.dropFirst(32)))
    guard proofs.isReal else { return StandInPush.open(entry.body, secret: secret) }
    let key = try KEMPrivateKey(scalar: SecretBytes(Array(address.sealedKeys.bytes.prefix(32))))
    let plain = try? PushMessage.open(entry.body, with: key, secret: secret)
    return plain.flatMap { try? StrictJSON.decode(GroveMessage.PushedNotice.self, from: $0) }
  }
}

/// A pushed message that can be read: in the place of the seal stands the secret that would be needed.
enum StandInPush {
  static func seal(_ pushed: GroveMessage.PushedNotice, secret: PushSecret) -> [UInt8] {
    secret.bytes + ((try? StrictJSON.encode(pushed)) ?? [])
  }

  static func open(_ body: [UInt8], secret: PushSecret) -> GroveMessage.PushedNotice? {
    guard body.starts(with: secret.bytes) else { return nil }
    return try? StrictJSON.decode(
      GroveMessage.PushedNotice.self, from: Array(body.dropFirst(PushSecret.byteCount)))
  }
}
