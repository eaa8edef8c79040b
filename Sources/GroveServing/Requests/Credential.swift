import GroveIdentity
package import HTTPTypes

/// What a caller shows to be let in. Prints as nothing.
package struct Credential: Sendable, Redacted {
  /// How it came: a cookie is sent by a browser without being asked, a bearer token never is.
  package enum Kind: String, Hashable, Sendable { case bearer, cookie }

  package let kind: Kind
  /// Secret: never logged, compared in constant time (`ConstantTime`) or by its hash.
  package let token: String

  package init(kind: Kind, token: String) {
    self.kind = kind
    self.token = token
  }

  /// The bearer token (RFC 6750 section 2.1), else the named cookie (RFC 6265 section 4.2).
  ///
  /// Nil when there is neither, or more than one: two answers to "who are you" are none.
  package init?(headers: HTTPFields, cookieName: String?) {
    let authorizations = headers[values: .authorization]
    if let text = authorizations.first {
      guard authorizations.count == 1, let token = Self.bearerToken(text) else { return nil }
      self.init(kind: .bearer, token: token)
      return
    }
    guard let cookieName, let token = RequestCookie.value(of: cookieName, in: headers) else {
      return nil
    }
    self.init(kind: .cookie, token: token)
  }

  private static func bearerToken(_ text: String) -> String? {
    let scheme = text.utf8.prefix(7)
    guard scheme.count == 7, String(text.prefix(7)).lowercased() == "bearer " else { return nil }
    let token = text.dropFirst(7)
    return token.isEmpty || token.utf8.contains(UInt8(ascii: " ")) ? nil : String(token)
  }
}
