import CollaborationDomain
import Crypto
import Foundation
import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes
import Logging

/// The way to the provider and back (OpenID Connect Core 1.0, section 3.1; PKCE, RFC 7636). It fetches and seals; what
/// holds is decided in `ProviderRules` and `IDTokenRules`.
struct ProviderSignIn: Sendable {
  let settings: ProviderSettings
  let directory: ProviderDirectory
  let core: CollaborationCore

  /// Where the provider sends browsers back: to be registered with it.
  static func callbackAddress(_ configuration: CollaborationServerConfiguration) -> String {
    configuration.publicOrigin.text + CollaborationRoutes.providerCallback.path
  }

  /// - Throws: `malformed` for a path that leads elsewhere; `provider_unreachable`, `provider_invalid`.
  func begin(_ body: BeginProviderSignIn, _ purpose: ProviderAttempt.Purpose, _ logger: Logger)
    async throws -> Answer<ProviderSignInBegun>
  {
    guard let path = body.returnPath.map({ ReturnPath($0) }) ?? .home else {
      throw Problem(.malformed, detail: "returnPath")
    }
    let metadata = try await telling(logger) { try await directory.current() }
    let attempt = ProviderAttempt(
      state: ProviderState(unchecked: core.random(ProviderState.byteCount)),
      nonce: Base64URL.encode(core.random(32)), verifier: Base64URL.encode(core.random(32)),
      purpose: purpose, returnPath: path, expiresAt: core.now() + ProviderAttempt.lifetime)
    let configuration = core.configuration
    let cookie = try ProviderCookie.set(
      attempt, key: configuration.keys.sessionKey, isSecure: configuration.isSecure)
    return Answer(
      ProviderSignInBegun(address: address(attempt, at: metadata.authorization)),
      headers: HTTPFields([cookie]))
  }

  private func address(_ attempt: ProviderAttempt, at endpoint: String) -> String {
    let challenge = Base64URL.encode(Array(SHA256.hash(data: Array(attempt.verifier.utf8))))
    let query = Self.form([
      ("response_type", "code"), ("client_id", settings.clientID),
      ("redirect_uri", Self.callbackAddress(core.configuration)),
      ("scope", settings.scopes.joined(separator: " ")), ("state", attempt.state.base64url),
      ("nonce", attempt.nonce), ("code_challenge", challenge), ("code_challenge_method", "S256"),
    ])
    return endpoint + (endpoint.contains("?") ? "&" : "?") + query
  }

  /// Whom the provider has signed in, as its answer to an attempt shows.
  /// - Throws: `CollaborationRefusal`.
  func identity(_ attempt: ProviderAttempt, _ callback: ProviderCallback, _ logger: Logger)
    async throws -> (ProviderIdentity, displayName: String?)
  {
    try await telling(logger) {
      let metadata = try await directory.current()
      let code = try ProviderRules.code(
        in: callback, issuer: settings.issuer, announcesIssuer: metadata.announcesIssuer ?? false)
      let text = try await exchange(code, attempt.verifier, metadata)
      let token = try await IDTokenReader.read(text, nameClaim: settings.nameClaim) {
        try await directory.key($0, for: $1)
      }
      let identity = try IDTokenRules.identity(
        in: token.claims, issuer: settings.issuer, clientID: settings.clientID,
        nonce: attempt.nonce, now: core.now())
      return (identity, token.displayName)
    }
  }

  /// The code for the ID token (OpenID Connect Core 1.0, section 3.1.3).
  private func exchange(_ code: String, _ verifier: String, _ metadata: ProviderMetadata)
    async throws -> String
  {
    var fields = [
      ("grant_type", "authorization_code"), ("code", code),
      ("redirect_uri", Self.callbackAddress(core.configuration)), ("code_verifier", verifier),
    ]
    var request = ProviderRequest(address: metadata.token)
    let methods = metadata.secretMethods ?? ["client_secret_basic"]
    switch settings.clientSecret?.text {
    case nil: fields.append(("client_id", settings.clientID))
    case let secret? where methods.contains("client_secret_basic"):
      let pair = PercentEncoding.encode(settings.clientID) + ":" + PercentEncoding.encode(secret)
      request.headers.append(
        ("Authorization", "Basic " + Data(pair.utf8).base64EncodedString()))
    case let secret? where methods.contains("client_secret_post"):
      fields += [("client_id", settings.clientID), ("client_secret", secret)]
    default: throw ProviderFault.invalid("token_endpoint_auth_methods_supported")
    }
    request.headers.append(("Content-Type", "application/x-www-form-urlencoded"))
    request.form = Array(Self.form(fields).utf8)
    let response = try await settings.ask(request, accepting: [200, 400, 401, 403])
    let answer = try? JSONDecoder().decode(TokenAnswer.self, from: Data(response.body))
    guard response.status == 200 else {
      throw ProviderFault.refused(TokenAnswer.known(answer?.error))
    }
    guard let token = answer?.idToken else { throw ProviderFault.invalid("no ID token") }
    return token
  }

  private struct TokenAnswer: Decodable {
    let idToken: String?
    let error: String?

    private enum CodingKeys: String, CodingKey {
      case idToken = "id_token"
      case error
    }

    /// One of the words of RFC 6749, section 5.2: nothing else that a provider says gets into the log.
    static func known(_ error: String?) -> String {
      let words = [
        "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client",
        "unsupported_grant_type", "invalid_scope",
      ]
      return error.flatMap { words.contains($0) ? $0 : nil } ?? "other"
    }
  }

  private static func form(_ fields: [(String, String)]) -> String {
    fields.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
  }

  /// Turns what is wrong with the provider into what a person is told; the log has the rest.
  private func telling<Value: Sendable>(
    _ logger: Logger, _ work: () async throws -> Value
  ) async throws -> Value {
    let (refusal, reason): (CollaborationRefusal, String)
    do {
      return try await work()
    } catch let fault as IDTokenFault {
      (refusal, reason) = (.providerInvalid, "ID token: \(fault.rawValue)")
    } catch ProviderFault.invalid(let what) {
      (refusal, reason) = (.providerInvalid, what)
    } catch ProviderFault.unreachable(let what) {
      (refusal, reason) = (.providerUnreachable, what)
    } catch ProviderFault.refused(let what) {
      (refusal, reason) = (.providerRefused, what)
    }
    logger.warning(
      "Sign-in through the provider failed",
      metadata: ["code": "\(refusal.rawValue)", "reason": "\(reason)"])
    throw refusal
  }
}
