import GroveServing
import HTTPTypes

/// Who signs in or makes an account, as the request tells it.
struct SignInClient: Sendable {
  /// As limits count it.
  let address: String
  /// The known devices that its browser shows.
  let devices: [String]
  /// The device in a few words.
  let summary: String

  init<Body: Sendable>(_ request: ServedRequest<Body>, _ core: CollaborationCore) {
    address = request.clientAddress
    devices = DeviceCookie.shown(in: request.headers, isSecure: core.configuration.isSecure)
    summary = UserAgentSummary.summary(for: request.headers[.userAgent] ?? "")
  }
}
