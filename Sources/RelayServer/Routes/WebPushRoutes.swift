import GroveIdentity
import GroveMessage
import GroveServing
import GroveWire
import RelayDomain

extension GroveRouter where Authenticator == RelayAuthenticator {
  /// The relay as somebody who pushes, to browsers' own push services (protocol 12.10).
  func addWebPushRoutes(_ relay: Relay, _ rates: RelayRates) {
    let limits = RouteLimits(perCaller: rates.webPush)
    on(RelayRoutes.webPush, limits: limits) { _, _ in
      WebPushOffer(publicKey: try relay.webPushSettings.key.publicKey)
    }
    on(RelayRoutes.setWebPush, limits: limits) { request, caller in
      let subscription = try WebPushSubscription(
        request.body, trusting: relay.webPushSettings.services)
      try await relay.change(by: caller) { reader, _ in
        try RelayRules.setWebPush(subscription, by: caller.address, in: reader)
      }
      return NoBody()
    }
    on(RelayRoutes.endWebPush, limits: limits) { _, caller in
      try await relay.change(by: caller) { reader, _ in
        try RelayRules.endWebPush(by: caller.address, in: reader)
      }
      return NoBody()
    }
  }
}

extension Relay {
  /// - Throws: `not_found` where the operator has not turned it on.
  fileprivate var webPushSettings: WebPushSettings {
    get throws(Problem) {
      guard let webPush else { throw Problem(.notFound, detail: "this relay sends no web pushes") }
      return webPush.settings
    }
  }
}

extension WebPushSubscription {
  /// - Throws: `malformed`, `limit_exceeded` for what is no endpoint; `forbidden` for one without TLS
  ///   that the operator has not named.
  fileprivate init(_ body: SetWebPush, trusting services: Set<Origin>) throws(Problem) {
    let endpoint: WebPushEndpoint
    do {
      endpoint = try WebPushEndpoint(body.endpoint)
    } catch {
      let isLong = error.code == .limitExceeded
      throw Problem(isLong ? .limitExceeded : .malformed, detail: "endpoint")
    }
    guard endpoint.service.text.hasPrefix("https:") || services.contains(endpoint.service) else {
      throw Problem(.forbidden, detail: "endpoint")
    }
    guard let secret = try? PushSecret(body.auth.bytes) else {
      throw Problem(.malformed, detail: "auth")
    }
    self.init(endpoint: endpoint, key: body.p256dh, secret: secret)
  }
}
