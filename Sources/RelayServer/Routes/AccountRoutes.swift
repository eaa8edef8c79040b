import GroveIdentity
import GroveServing
import GroveWire
import RelayDomain

extension GroveRouter where Authenticator == RelayAuthenticator {
  /// Signing up and looking up (design 6, protocol 11.3).
  func addAccountRoutes(_ relay: Relay, _ rates: RelayRates) {
    onPublic(RelayRoutes.signUp, limits: RouteLimits(perAddress: rates.signUp)) { request in
      let body = request.body
      // Signatures are checked here, so that a forged sign-up never reaches the writer.
      let command = try VerifiedSignUp(
        handle: body.handle, name: body.name, statement: body.statement, kemKey: body.kemKey,
        now: relay.now(), limits: relay.limits)
      return RelayAccount(
        try await relay.change { reader, _ in try RelayRules.signUp(command, in: reader) })
    }
    let lookUps = RouteLimits(perCaller: rates.lookUps)
    on(RelayRoutes.lookUpHandle, limits: lookUps) { request, caller in
      let handle = try Handle(try request.parameter("handle"))
      let account = try await relay.look { reader, _ in
        try RelayRules.lookUp(handle: handle, by: caller.address, in: reader)
      }
      return HandleLookup(handle: handle.text, accountID: account)
    }
    on(RelayRoutes.lookUpAccount, limits: lookUps) { request, caller in
      let account = try request.identifier("accountID") as AccountID
      let from = try request.query.position("from") ?? 0
      return RelayAccount(
        try await relay.look { reader, now in
          try RelayRules.lookUp(
            account: account, from: from, by: caller.address, now: now, limits: relay.limits,
            in: reader)
        })
    }
  }
}

extension ServedRequest {
  /// An identifier in the path, base64url.
  func identifier<ID: FixedBytes>(_ name: String) throws(Problem) -> ID {
    try parameter(name) { try ID(Base64URL.decode($0)) }
  }
}
