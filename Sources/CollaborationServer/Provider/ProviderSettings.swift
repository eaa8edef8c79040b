package import GroveIdentity

/// The OpenID Provider that signs people in, as the operator has registered this server with it.
package struct ProviderSettings: Sendable {
  /// Its issuer identifier: what discovery begins with and every ID token names.
  package let issuer: String
  /// What the provider calls this server.
  package let clientID: String
  /// Nil for a client without one, which PKCE alone protects.
  package var clientSecret: SecretText?
  /// What is asked for; `openid` is always among it.
  package var scopes = ["openid", "profile"]
  /// The claim of the ID token that says how a person is shown.
  package var nameClaim = "name"
  /// As it stands on the button: “Sign in with NAME”.
  package let name: String
  /// Carries requests to the provider.
  package let send: ProviderTransport

  /// - Throws: `malformed` unless the issuer is an `https` address, or an `http` one of this machine, without query or
  ///   fragment (OpenID Connect Discovery 1.0, section 3).
  package init(
    issuer: String, clientID: String, name: String, send: @escaping ProviderTransport
  ) throws(IdentityError) {
    _ = try Origin(ofLink: issuer)
    guard !issuer.contains("?"), !issuer.contains("#") else {
      throw IdentityError(.malformed, "an issuer has no query and no fragment")
    }
    guard !clientID.isEmpty else { throw IdentityError(.malformed, "a client has a name") }
    self.issuer = issuer
    self.clientID = clientID
    self.name = name
    self.send = send
  }

  /// Where discovery is (OpenID Connect Discovery 1.0, section 4).
  package var discoveryAddress: String {
    (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer)
      + "/.well-known/openid-configuration"
  }

  /// Whether an address that the provider names may be asked: over TLS, or on this machine where the issuer is.
  func mayAsk(_ address: String) -> Bool {
    guard address.utf8.count <= 2048, let origin = try? Origin(ofLink: address) else {
      return false
    }
    return origin.text.hasPrefix("https:") || issuer.hasPrefix("http:")
  }
}

/// A secret as a text. Prints as nothing.
package struct SecretText: Sendable, Redacted {
  let text: String
  package init(_ text: String) { self.text = text }
}

/// Sends one request and follows no redirect. Throws where no whole answer came in its time or its size.
package typealias ProviderTransport =
  @Sendable (ProviderRequest) async throws -> ProviderResponse

/// One request to the provider.
package struct ProviderRequest: Sendable, Redacted {
  package var address: String
  /// Beside `Accept`; the client's secret may be among them.
  package var headers: [(name: String, value: String)] = [("Accept", "application/json")]
  /// The form of a POST; nil: a GET.
  package var form: [UInt8]?
  /// Bytes of an answer at most: metadata and keys are some kilobytes.
  package static let answerLimit = 256 * 1024
  /// How long an answer may take, from the first byte of the question to its own last one.
  package static let patience: Duration = .seconds(10)
}

/// What came.
package struct ProviderResponse: Sendable, Redacted {
  var status: Int
  var body: [UInt8]
  package init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }
}

extension ProviderRequest {
  package init(address: String) { self.init(address: address, form: nil) }
}
