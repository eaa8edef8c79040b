import GroveIdentity
import GroveServing
import GroveWire
import RelayDomain

extension GroveRouter where Authenticator == RelayAuthenticator {
  /// Envelopes in, mailboxes out (protocol 10.3, 10.5).
  func addMailboxRoutes(_ relay: Relay, _ rates: RelayRates) {
    let uploads = RouteLimits(body: relay.limits.batchBytes, perCaller: rates.uploads)
    on(RelayRoutes.uploadEnvelopes, limits: uploads) { request, caller in
      let batch = try EnvelopeBatch(
        request.body.envelopes.map(\.bytes), limits: relay.limits)
      let (isQuiet, isFinal) = (try request.headers.isQuiet, request.body.isFinal ?? false)
      let queued = try await relay.change(by: caller) { reader, now in
        try RelayRules.upload(
          batch, by: caller.address, isQuiet: isQuiet, isFinal: isFinal, now: now,
          limits: relay.limits, in: reader)
      }
      return EnvelopesAccepted(queued)
    }
    onLarge(RelayRoutes.mailbox) { request, caller, room in
      let (position, query) = (try request.resumePosition, try request.query)
      let limit = try query.number("limit", in: 1...500, default: 100)
      // A page may have one envelope more than its bytes, and all of it is base64.
      let share = try await room.take(
        (relay.limits.mailboxPageBytes + relay.limits.envelopeBytes) * 4 / 3 + 65_536)
      let contents = try await relay.mailbox(of: caller, after: position, limit: limit)
      relay.webPush?.cameBack(caller.address, at: relay.now())
      return LargeAnswer(try MailboxEventText.page(contents), share)
    }
    on(RelayRoutes.acknowledgeMailbox) { request, caller in
      let sequence = request.body.upTo.value
      try await relay.change(by: caller) { reader, _ in
        try RelayRules.acknowledge(upTo: sequence, by: caller.address, in: reader)
      }
      relay.webPush?.cameBack(caller.address, at: relay.now())
      return NoBody()
    }
    onStream(RelayRoutes.mailboxStream, relay.live) { request, caller, registrar in
      let position = try request.resumePosition
      // Registered first, then looked at again: a removal in between either is seen by the look
      // or finds the stream and cuts it.
      let handle = try registrar.open(
        group: caller.address.streamGroup, account: caller.address.account.base64url,
        session: caller.session)
      _ = try await relay.mailbox(of: caller, after: position, limit: 1)
      relay.webPush?.cameBack(caller.address, at: relay.now())
      return OpenedStream(
        handle, feeding: MailboxFeed(relay: relay, caller: caller, position: position))
    }
  }
}
