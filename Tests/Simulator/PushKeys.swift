import GroveIdentity
import GroveMessage

/// The keys that servers push and attest with, and what they show the relay: real, and made once.
struct PushKeys: Sendable {
  let relay: Origin
  let server: SigningKey
  /// Somebody else's server, which has learnt an endpoint.
  let stranger: PushAuthorization
  private let authorizations: [PushAuthorization]

  /// Milliseconds for which one authorization is shown.
  private static let each: UInt64 = 6 * 3_600_000

  init() throws {
    relay = try Origin("https://relay.example")
    server = try SigningKey(scalar: [3] + [UInt8](repeating: 0, count: 31))
    let other = try SigningKey(scalar: [4] + [UInt8](repeating: 0, count: 31))
    let start = Cast.start / 1000
    stranger = try Self.authorization(other, at: relay, until: start + 43_200)
    var made: [PushAuthorization] = []
    for number in 0..<8 as Range<UInt64> {
      made.append(
        try Self.authorization(
          server, at: relay, until: start + 43_200 + number * Self.each / 1000))
    }
    authorizations = made
  }

  /// The server's, by its own clock.
  func authorization(at now: UInt64) -> PushAuthorization {
    let passed = now > Cast.start ? (now - Cast.start) / Self.each : 0
    return authorizations[min(Int(passed), authorizations.count - 1)]
  }

  private static func authorization(_ key: SigningKey, at relay: Origin, until expiry: UInt64)
    throws -> PushAuthorization
  {
    try PushAuthorization(
      header: PushAuthorization.header(
        signedBy: key, for: relay, contact: "https://docs.example", expiresAt: expiry))
  }
}
