/// What an ID token says (OpenID Connect Core 1.0, section 2), its signature verified and nothing else.
public struct IDTokenClaims: Hashable, Sendable {
  /// `iss`.
  public var issuer: String
  /// `sub`.
  public var subject: String
  /// `aud`: whom it was made for.
  public var audience: [String]
  /// `azp`: who asked for it; present where that is not plain from the audience.
  public var authorizedParty: String?
  /// `nonce`: of the attempt.
  public var nonce: String?
  /// `exp`, in seconds since 1970.
  public var expiresAt: Double
  /// `iat`, in seconds since 1970.
  public var issuedAt: Double

  /// Made by whoever has verified the signature.
  public init(
    issuer: String, subject: String, audience: [String], authorizedParty: String? = nil,
    nonce: String?, expiresAt: Double, issuedAt: Double
  ) {
    self.issuer = issuer
    self.subject = subject
    self.audience = audience
    self.authorizedParty = authorizedParty
    self.nonce = nonce
    self.expiresAt = expiresAt
    self.issuedAt = issuedAt
  }
}

/// Why an ID token is not believed. For the operator's log: to the person it is one refusal.
public enum IDTokenFault: String, Error, Hashable, Sendable, CaseIterable {
  /// Three parts in base64url, each what it must be; or not of that form.
  case form
  /// Signed with an algorithm that is not accepted; `none` is one of them.
  case algorithm
  /// The provider has published no such key.
  case key
  /// Not made with that key.
  case signature
  /// Another provider's.
  case issuer
  /// Made for another client, or for several and not asked for by this one.
  case audience
  /// Asked for by another client.
  case authorizedParty = "authorized_party"
  /// Its time is over.
  case expired
  /// From the future, or from before the attempt could have begun.
  case issuedAt = "issued_at"
  /// Of another attempt.
  case nonce
  /// Empty, too long or not ASCII.
  case subject
}

/// Whether an ID token is the answer to an attempt (OpenID Connect Core 1.0, section 3.1.3.7).
public enum IDTokenRules {
  /// Seconds that the provider's clock may differ from this one.
  public static let clockSkew: Double = 120

  /// - Parameter now: milliseconds since 1970.
  /// - Returns: whom the provider has signed in.
  /// - Throws: the first thing that does not hold.
  public static func identity(
    in claims: IDTokenClaims, issuer: String, clientID: String, nonce: String, now: UInt64
  ) throws(IDTokenFault) -> ProviderIdentity {
    guard claims.issuer == issuer else { throw .issuer }
    guard claims.audience.contains(clientID) else { throw .audience }
    if claims.audience.count > 1, claims.authorizedParty == nil { throw .audience }
    if let party = claims.authorizedParty, party != clientID { throw .authorizedParty }
    let seconds = Double(now) / 1000
    guard seconds < claims.expiresAt + clockSkew else { throw .expired }
    let oldest = seconds - Double(ProviderAttempt.lifetime) / 1000 - clockSkew
    guard (oldest...(seconds + clockSkew)).contains(claims.issuedAt) else { throw .issuedAt }
    guard claims.nonce == nonce else { throw .nonce }
    let subject = claims.subject.utf8
    guard (1...255).contains(subject.count), subject.allSatisfy({ $0 < 0x80 }) else {
      throw .subject
    }
    return ProviderIdentity(issuer: issuer, subject: claims.subject)
  }

  /// How somebody is shown whose provider calls them so; nil where nothing is left that can be shown.
  ///
  /// Characters that could hide or move what people read are left out, and what is longer than a name may be is cut.
  public static func displayName(_ claim: String?) -> String? {
    var name = ""
    for character in claim ?? "" {
      guard !character.unicodeScalars.contains(where: isHidden) else { continue }
      guard name.utf8.count + character.utf8.count <= 128 else { break }
      name.append(character)
    }
    while name.last?.isWhitespace == true { name.removeLast() }
    let shown = name.drop(while: \.isWhitespace)
    return shown.isEmpty ? nil : String(shown)
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
