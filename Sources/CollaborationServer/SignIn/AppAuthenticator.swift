import CollaborationDomain
import Crypto
import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes

/// Finds out who calls without looking anything up: a session token says whose it is, and a service
/// key is compared with the configured hashes. Whether the session still stands is decided in the
/// transaction that answers.
struct AppAuthenticator: CallerAuthenticator {
  let cookieName: String?
  private let keys: KeyRing
  private let serviceKeys: [ServiceKey]
  private let uses: SessionUseTimes
  private let now: @Sendable () -> UInt64

  init(
    _ configuration: CollaborationServerConfiguration, _ uses: SessionUseTimes,
    now: @escaping @Sendable () -> UInt64
  ) {
    cookieName = SessionCookie.name(isSecure: configuration.isSecure)
    keys = configuration.keyRing
    serviceKeys = configuration.serviceKeys
    self.uses = uses
    self.now = now
  }

  func caller(presenting credential: Credential, headers: HTTPFields) async throws -> Caller {
    if let token = SessionToken(text: credential.token, keys: keys.current.allSessionKeys) {
      let now = now()
      guard now < token.expiresAt else { throw Problem(.unauthenticated) }
      uses.note(token.hash, at: now)
      return Caller(account: token.account, authority: .session(token.hash))
    }
    guard credential.kind == .bearer, ServiceKey.contains(credential.token, in: serviceKeys) else {
      throw Problem(.unauthenticated)
    }
    return try Self.backend(headers)
  }

  func rateLimitKey(of caller: Caller) -> String { caller.account.text }

  private static let account = HTTPField.Name(CollaborationRoutes.actingAccountHeader)
  private static let session = HTTPField.Name(CollaborationRoutes.actingSessionHeader)
  private static let name = HTTPField.Name(CollaborationRoutes.actingNameHeader)

  /// - Throws: `malformed` where the backend does not say whom it acts for.
  private static func backend(_ headers: HTTPFields) throws(Problem) -> Caller {
    let label = try text(account, headers)
    guard let label, let account = try? AccountLabel(label), !account.isKeptForEntries else {
      throw Problem(.malformed, detail: CollaborationRoutes.actingAccountHeader)
    }
    guard let session = try field(session, headers), (1...512).contains(session.utf8.count) else {
      throw Problem(.malformed, detail: CollaborationRoutes.actingSessionHeader)
    }
    let name = try text(name, headers)
    if let name { try TextValidation.displayName(name, CollaborationRoutes.actingNameHeader) }
    let hash = SessionHash(unchecked: Array(SHA256.hash(data: Array(session.utf8))))
    return Caller(account: account, authority: .backend(session: hash, displayName: name))
  }

  private static func text(_ name: HTTPField.Name?, _ headers: HTTPFields) throws(Problem)
    -> String?
  {
    guard let raw = try field(name, headers) else { return nil }
    guard let text = PercentEncoding.decode(raw) else {
      throw Problem(.malformed, detail: name?.rawName)
    }
    return text
  }

  /// Two answers to "for whom?" are none.
  private static func field(_ name: HTTPField.Name?, _ headers: HTTPFields) throws(Problem)
    -> String?
  {
    guard let name else { return nil }
    let values = headers[values: name]
    guard values.count < 2 else { throw Problem(.malformed, detail: name.rawName) }
    return values.first
  }
}
