public import GroveIdentity

/// Random, one for each time somebody sets out for the provider: what the provider sends back, so that an answer is
/// taken once and only where its question was asked.
public struct ProviderState: FixedBytes {
  public static let byteCount = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// One try at signing in through the provider, from its start to the provider's answer. The browser keeps it, sealed.
public struct ProviderAttempt: Hashable, Sendable, Redacted {
  /// What the answer is for.
  public enum Purpose: Hashable, Sendable {
    /// Signing in, to whatever account the person has here.
    case signIn
    /// Being able to sign in so to this account; the session is the one that asked for it.
    case link(AccountLabel, SessionHash)
  }

  /// Milliseconds that an attempt may take: ten minutes.
  public static let lifetime: UInt64 = 600_000

  /// What the provider sends back.
  public let state: ProviderState
  /// What the ID token must repeat (OpenID Connect Core 1.0, section 3.1.2.1).
  public let nonce: String
  /// Shows to the provider who set out (RFC 7636).
  public let verifier: String
  /// What the answer is for.
  public let purpose: Purpose
  /// Where the person was.
  public let returnPath: ReturnPath
  /// Milliseconds since 1970.
  public let expiresAt: UInt64

  /// Made by the shell, with fresh randomness, and from what it sealed.
  public init(
    state: ProviderState, nonce: String, verifier: String, purpose: Purpose,
    returnPath: ReturnPath, expiresAt: UInt64
  ) {
    self.state = state
    self.nonce = nonce
    self.verifier = verifier
    self.purpose = purpose
    self.returnPath = returnPath
    self.expiresAt = expiresAt
  }
}

/// That an attempt was answered, kept until it has expired: a second answer is refused.
public struct UsedAttempt: Hashable, Sendable {
  /// The row's key.
  public var state: ProviderState
  /// Milliseconds since 1970.
  public var expiresAt: UInt64

  /// Made by the decision that takes the attempt.
  public init(state: ProviderState, expiresAt: UInt64) {
    self.state = state
    self.expiresAt = expiresAt
  }
}

/// A place of this very origin: a path, perhaps with query and fragment, and nothing that a browser could read as
/// another host.
public struct ReturnPath: Hashable, Sendable {
  /// Bytes at most.
  public static let maximum = 1024
  /// The app's first page.
  public static let home = ReturnPath(unchecked: "/")
  /// As it stands in an address.
  public let text: String

  private init(unchecked text: String) { self.text = text }

  /// Nil for what is no path: without a slash at its beginning, with a second one or a backslash behind it (browsers take
  /// that for a host), or with characters that an address does not have.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (1...Self.maximum).contains(bytes.count), bytes[0] == UInt8(ascii: "/"),
      bytes.count == 1 || bytes[1] != UInt8(ascii: "/"), bytes.allSatisfy(Self.isAllowed)
    else { return nil }
    self.text = text
  }

  /// Visible ASCII without what could end an attribute or be taken for a slash.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !#""\<>`"#.utf8.contains(byte)
  }
}
