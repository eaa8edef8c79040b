import CollaborationDomain
import GroveIdentity
import GroveMessage
import GroveServing
import GroveWire
import HTTPTypes

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Attested notices, and the keys that attest them (protocol 12.4).
  func addNoticeRoutes(_ core: CollaborationCore) {
    on(
      CollaborationRoutes.attestNotice,
      limits: RouteLimits(perCaller: core.configuration.rates.attestations)
    ) { request, caller in
      try await core.attest(request.body, in: try request.collaborationID, by: caller)
    }
    // Messengers on other origins check attestations with them.
    var headers: HTTPFields = [
      .cacheControl: "public, max-age=300", .accessControlAllowOrigin: "*",
    ]
    if let policy = HTTPField.Name("Cross-Origin-Resource-Policy") {
      headers[policy] = "cross-origin"
    }
    let fields = headers
    onPublicWithHeaders(CollaborationRoutes.collaborationKeys) { _ in
      let keys = core.configuration.keys.publishedNoticeKeys
      return Answer(CollaborationKeys(keys: keys), headers: fields)
    }
  }
}

extension CollaborationCore {
  /// Signs exactly what the log says this account did.
  /// - Throws: `malformed` for an event that does not exist; `not_caused`.
  func attest(_ body: AttestNotice, in id: CollaborationID, by caller: Caller) async throws
    -> NoticeAttested
  {
    guard let kind = NoticeKind(event: body.event, trigger: body.trigger),
      let event = AttestationRules.Event(event: body.event, trigger: body.trigger)
    else { throw Problem(.malformed, detail: "event") }
    let root = try await look(by: caller) { call, reader in
      try AttestationRules.actor(
        of: event, at: body.at.value, in: id, for: call, reading: reader)
    }
    let signed = NoticeAttestation.signedBytes(
      audience: configuration.publicOrigin, collaborationID: id, noticeID: body.noticeID,
      kind: kind, at: body.at.value, actorRoot: root)
    let keys = configuration.keys
    return NoticeAttested(
      root: root, signature: Base64URLBytes(try keys.noticeKey.sign(signed)),
      keyID: keys.noticeKeyID)
  }
}
