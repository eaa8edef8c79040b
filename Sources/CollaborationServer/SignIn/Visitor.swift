import GroveServing
import HTTPTypes

/// What a request for an account says of where it comes from.
struct Visitor: Sendable {
  /// As limits count it.
  let address: String
  /// The known devices that its browser shows.
  let devices: [String]
  /// The device in a few words.
  let words: String

  init<Body: Sendable>(_ request: ServedRequest<Body>, _ core: CollaborationCore) {
    address = request.clientAddress
    devices = DeviceCookie.shown(in: request.headers, isSecure: core.configuration.isSecure)
    words = UserAgentSummary.summary(for: request.headers[.userAgent] ?? "")
  }
}
