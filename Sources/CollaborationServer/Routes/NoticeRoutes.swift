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
      let keys = core.configuration.keys
      return Answer(
        CollaborationKeys(keys: keys.publishedNoticeKeys, pushKey: keys.pushKey?.publicKey),
        headers: fields)
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
    let keys = configuration.keys
    let signed = try attestation(
      of: kind, body.noticeID, at: body.at.value, by: root, in: id,
      signedBy: (keys.noticeKeyID, keys.noticeKey))
    return NoticeAttested(root: root, signature: signed.signature, keyID: signed.keyID)
  }

  /// The server's word, for whoever has found that it is true.
  func attestation(
    of kind: NoticeKind, _ noticeID: NoticeID, at time: UInt64, by root: RootHash,
    in id: CollaborationID, signedBy key: (id: String, key: SigningKey)
  ) throws -> NoticeAttestation {
    let signed = NoticeAttestation.signedBytes(
      audience: configuration.publicOrigin, collaborationID: id, noticeID: noticeID, kind: kind,
      at: time, actorRoot: root)
    return NoticeAttestation(
      keyID: key.id, root: root, signature: Base64URLBytes(try key.key.sign(signed)))
  }
}
