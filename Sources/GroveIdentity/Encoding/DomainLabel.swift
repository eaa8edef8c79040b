/// The registered prefixes of every signed or hashed structure (protocol 2.3, 18.1).
///
/// A structure hashed or signed under one label can never be read as another. No other prefix
/// exists; a new one is added here, in `docs/decisions/`, and nowhere else.
public enum DomainLabel: String, CaseIterable, Sendable {
  case accountStatement = "account-statement"
  /// A collaboration server's session tokens (decision 0007).
  case appSession = "app-session"
  case blind
  case challenge
  case challengeContext = "challenge-context"
  case challengeEpoch = "challenge-epoch"
  case context
  case device
  case devicePossession = "device-possession"
  case digits
  /// The account that an identity enters by its proof alone (decision 0027).
  case entryAccount = "entry-account"
  case envelope
  case identityProof = "identity-proof"
  case kemKey = "kem-key"
  case logEntry = "log-entry"
  case message
  case noticeAttestation = "notice-attestation"
  case pad
  case recovery
  /// A device's sign-in to its relay (decision 0003).
  case relaySignIn = "relay-sign-in"
  case safetyNumber = "safety-number"
  case selfTest = "self-test"

  /// `DS(name) = "collab/1 " || name || 0x00`, ASCII.
  public var prefix: [UInt8] { Array("collab/1 ".utf8) + Array(rawValue.utf8) + [0] }
}
