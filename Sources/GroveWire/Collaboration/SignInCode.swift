public import GroveIdentity

/// A code to sign in on another device with, for whoever is signed in here.
public struct SignInCodeMade: Hashable, Sendable, Codable {
  /// Ten characters of Crockford's base32, to be shown once. Secret: it is good once.
  public var code: String
  /// Milliseconds since 1970: from then on it is refused with `code_invalid`.
  public var expiresAt: DecimalUInt64

  /// What a server answers to `CollaborationRoutes.makeSignInCode`.
  public init(code: String, expiresAt: DecimalUInt64) {
    self.code = code
    self.expiresAt = expiresAt
  }
}

/// Signs in by a code that was made on another device.
public struct UseSignInCode: Hashable, Sendable, Codable {
  /// As a person types it: case is ignored, spaces and hyphens are dropped, I and L are read as 1, O as 0.
  /// Secret.
  public var code: String

  /// Made where a person has typed it.
  public init(code: String) {
    self.code = code
  }
}
