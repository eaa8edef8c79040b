import CollaborationDomain
import GroveIdentity
import GroveMessage
import GroveServing
import GroveWire

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Where participants hear of what others do (protocol 12.8).
  func addNoticeAddressRoutes(_ core: CollaborationCore) {
    let limits = RouteLimits(body: 4096, perCaller: core.configuration.rates.noticeAddresses)
    on(CollaborationRoutes.putNoticeAddress, limits: limits) { request, caller in
      let (id, body) = (try request.collaborationID, request.body)
      let endpoint = try Problem.refusing("endpoint") { try NoticeEndpoint(body.endpoint) }
      // To a relay on this machine only where the operator named it.
      guard
        endpoint.relay.text.hasPrefix("https:")
          || core.configuration.noticeRelays.contains(endpoint.relay)
      else { throw Problem(.malformed, detail: "endpoint") }
      let secret = NoticeSecret(unchecked: body.auth.bytes)
      try await core.change(by: caller) { call, reader in
        try NoticeAddressRules.put(
          endpoint, key: body.p256dh, secret: secret, in: id, for: call, reading: reader)
      }
      return NoBody()
    }
    on(CollaborationRoutes.opened, limits: limits) { request, caller in
      let id = try request.collaborationID
      let noticeID = NoticeID(unchecked: core.random(NoticeID.byteCount))
      try await core.change(by: caller) {
        try NoticeAddressRules.opened(id, as: noticeID, for: $0, reading: $1)
      }
      return NoBody()
    }
    on(CollaborationRoutes.removeNoticeAddress, limits: limits) { request, caller in
      let id = try request.collaborationID
      try await core.change(by: caller) {
        try NoticeAddressRules.remove(in: id, for: $0, reading: $1)
      }
      return NoBody()
    }
  }
}
