import GroveIdentity
import GroveMessage
import GroveServing
import GroveWire
import RelayDomain

extension GroveRouter where Authenticator == RelayAuthenticator {
  /// Publishing statements and KEM keys (protocol 3.5, 3.6, 11.6).
  func addStatementRoutes(_ relay: Relay, _ rates: RelayRates) {
    let limits = RouteLimits(perCaller: rates.statements)
    on(RelayRoutes.publishStatement, limits: limits) { request, caller in
      let body = request.body
      return StatementPublished(
        try await relay.change(by: caller) { reader, now in
          try RelayRules.publish(
            body.statement, kemKey: body.kemKey, by: caller.address, now: now,
            limits: relay.limits, in: reader)
        })
    }
    let recovery = RouteLimits(perAddress: rates.recovery)
    onPublic(RelayRoutes.publishRecoveryStatement, limits: recovery) { request in
      let account = try request.identifier("accountID") as AccountID
      let body = request.body
      return StatementPublished(
        try await relay.change { reader, now in
          try RelayRules.publishRecovery(
            body.statement, kemKey: body.kemKey, account: account, now: now,
            limits: relay.limits, in: reader)
        })
    }
    onPublic(RelayRoutes.lookUpForRecovery, limits: recovery) { request in
      let handle = try Handle(try request.parameter("handle"))
      let from = try request.query.position("from") ?? 0
      return RelayAccount(
        try await relay.look { reader, _ in
          try RelayRules.lookUpForRecovery(
            handle: handle, from: from, limits: relay.limits, in: reader)
        })
    }
    let kemKeys = RouteLimits(perCaller: rates.kemKeys)
    on(RelayRoutes.publishKEMKey, limits: kemKeys) { request, caller in
      let record = request.body.kemKey
      try await relay.change(by: caller) { reader, now in
        try RelayRules.publish(
          kemKey: record, by: caller.address, now: now, limits: relay.limits, in: reader)
      }
      return NoBody()
    }
  }
}

extension StatementPublished {
  init(_ reference: StatementReference) {
    self.init(
      seq: DecimalUInt64(reference.seq), hash: Base64URLBytes(reference.hash.bytes))
  }
}
