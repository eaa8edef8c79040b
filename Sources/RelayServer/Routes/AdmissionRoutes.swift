import GroveIdentity
import GroveServing
import GroveWire
import RelayDomain

extension GroveRouter where Authenticator == RelayAuthenticator {
  /// Message requests: who decides first, who is kept out (protocol 10.5).
  func addAdmissionRoutes(_ relay: Relay, _ rates: RelayRates) {
    let limits = RouteLimits(perCaller: rates.conversations)
    on(RelayRoutes.acceptConversation, limits: limits) { request, caller in
      let id = try request.identifier("conversationID") as ConversationID
      return Conversation(
        try await relay.change(by: caller) { reader, now in
          try RelayRules.accept(conversation: id, by: caller.address, now: now, in: reader)
        })
    }
    on(RelayRoutes.admission, limits: limits) { _, caller in
      GroveWire.Admission(
        try await relay.look { reader, _ in
          try RelayRules.admission(of: caller.address, in: reader)
        })
    }
    on(RelayRoutes.changeAdmission, limits: limits) { request, caller in
      let body = request.body
      guard body != ChangeAdmission() else {
        throw Problem(.malformed, detail: "nothing to change")
      }
      return GroveWire.Admission(
        try await relay.change(by: caller) { reader, now in
          try RelayRules.changeAdmission(
            policy: body.policy.map { RequestPolicy($0) }, admit: body.admit ?? [],
            block: body.block ?? [], unblock: body.unblock ?? [], by: caller.address, now: now,
            limits: relay.limits, in: reader)
        })
    }
    on(RelayRoutes.ownDevices, limits: RouteLimits(perCaller: rates.lookUps)) { _, caller in
      OwnDevices(
        try await relay.look { reader, _ in
          try RelayRules.devices(of: caller.address, limits: relay.limits, in: reader)
        })
    }
  }
}
