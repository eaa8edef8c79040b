import CollaborationDomain
import Crypto
import GroveIdentity
import GroveMessage
import GroveServing
import Logging

/// Seals one notice, says who posts it, posts it, and reads what became of it (RFC 8030, 8291, 8292).
struct NoticePost: Sendable {
  /// Seconds that one authorization lasts: half of what is allowed.
  private static let authorizedFor: UInt64 = 43_200

  private let core: CollaborationCore
  private let logger: Logger
  private let transport: PushTransport

  init(core: CollaborationCore, logger: Logger) {
    self.core = core
    self.logger = logger
    transport = PushTransport(
      trusted: core.configuration.noticeRelays, connectionsToEach: NoticeService.perRelay)
  }

  func close() async { await transport.close() }

  /// Once under each of the actor's identities: the messenger takes the one it knows, and knows the others for the same
  /// notice. What the app calls the actor is said with the last, for who knows none. Where one try fails all are made
  /// again, which changes nothing for those that have come.
  func deliver(_ due: NoticeRules.DueNotice) async -> NoticeRules.Delivery {
    for root in due.otherActorRoots {
      let delivery = await deliver(due, by: root)
      guard delivery == .sent else { return delivery }
    }
    return await deliver(due, by: due.actorRoot)
  }

  private func deliver(_ due: NoticeRules.DueNotice, by actor: RootHash) async
    -> NoticeRules.Delivery
  {
    let endpoint = due.notice.address.endpoint
    do {
      let name =
        actor == due.actorRoot || due.notice.action.namesSubject ? due.notice.action.name : nil
      guard let push = try message(of: due, by: actor, named: name) else {
        return .failed(pause: nil)
      }
      return Self.delivery(
        of: try await transport.post(push, to: endpoint.text, of: endpoint.relay))
    } catch PushTransport.Failure.notPublic {
      logger.notice(
        "A notice address leads into a network that is not public",
        metadata: ["relay": "\(endpoint.relay.text)"])
      return .refused
    } catch let error as IdentityError {
      logger.error("A notice cannot be sealed", metadata: ["error": "\(error.code)"])
      return .refused
    } catch {
      logger.debug(
        "A relay does not answer",
        metadata: [
          "relay": "\(endpoint.relay.text)", "error": "\(String(reflecting: type(of: error)))",
        ])
      return .failed(pause: nil)
    }
  }

  /// RFC 8030, 5 and 7.3; what is neither success nor one of these would be the same another time.
  private static func delivery(of answer: PushTransport.Answer) -> NoticeRules.Delivery {
    switch answer.status {
    case 200...299: .sent
    case 404, 410: .addressEnded
    case 408, 425, 429, 500...599: .failed(pause: answer.retryAfter.map { $0 &* 1000 })
    default: .refused
    }
  }

  /// Nil where this server has no key to push with.
  private func message(
    of due: NoticeRules.DueNotice, by actor: RootHash, named name: String?
  ) throws -> PushTransport.Message? {
    let (notice, keys, now) = (due.notice, core.configuration.keys, core.now())
    guard let pushKey = keys.pushKey, let kind = NoticeKind(rawValue: notice.action.kind.rawValue)
    else { return nil }
    let address = notice.address
    let told = Notice(
      noticeID: notice.noticeID, audience: core.configuration.publicOrigin,
      collaborationID: address.collaborationID,
      action: .post(kind, root: due.ownRoots.contains(actor) ? actor : notice.action.subject),
      at: notice.action.at, counter: notice.counter,
      attestation: try core.attestation(
        of: kind, notice.noticeID, at: notice.action.at, by: actor,
        in: address.collaborationID, signedBy: (PushedNotice.keyID, pushKey)))
    let seconds = now / 1000
    return PushTransport.Message(
      body: try PushedNotice(
        notice: told, title: due.title, firstLines: due.firstLines, name: name,
        isEnd: due.isEnd
      )
      .sealed(to: address.key, secret: PushSecret(unchecked: address.secret.bytes)),
      timeToLive: notice.expiresAt > now ? (notice.expiresAt - now) / 1000 : 0,
      topic: Self.topic(of: notice, by: actor),
      // Of everything else somebody reads when they next look.
      urgency: kind == .mention ? "normal" : "low",
      authorization: try PushAuthorization.header(
        signedBy: pushKey, for: address.endpoint.relay,
        contact: core.configuration.publicOrigin.text, expiresAt: seconds + Self.authorizedFor))
  }

  /// The same for notices of one kind by one identity at one address: a newer one takes the place of one
  /// that waits at the relay. The address's secret is in it, so that it says nothing there.
  static func topic(of notice: WaitingNotice, by actor: RootHash) -> String {
    var writer = ByteWriter()
    writer.raw(notice.address.secret.bytes)
    writer.vec16(notice.action.account)
    writer.raw(actor.bytes)
    writer.raw(Array(notice.action.kind.rawValue.utf8))
    writer.raw(notice.action.subject?.bytes ?? [])
    return Base64URL.encode(Array(SHA256.hash(data: writer.bytes).prefix(24)))
  }
}
