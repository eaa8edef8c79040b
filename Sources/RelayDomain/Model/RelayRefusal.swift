/// Why the relay does not do what it was asked: a value, not an accident.
///
/// The raw values of the codes are those of the problem bodies. The detail is a fixed phrase; it
/// never carries input.
public struct RelayRefusal: Error, Hashable, Sendable {
  /// The same texts as `ProblemCode`, which says what each means.
  public enum Code: String, CaseIterable, Sendable {
    case malformed
    case tooLarge = "too_large"
    case limitExceeded = "limit_exceeded"
    case unauthenticated
    case credentialsInvalid = "credentials_invalid"
    case notFound = "not_found"
    case conflict
    case handleTaken = "handle_taken"
    case accountExists = "account_exists"
    case statementRefused = "statement_refused"
    case statementFork = "statement_fork"
    case kemKeyRefused = "kem_key_refused"
    case devicesChanged = "devices_changed"
    case notAMember = "not_a_member"
    case positionUnknown = "position_unknown"
    case challengeInvalid = "challenge_invalid"
    case challengeExpired = "challenge_expired"
    case challengeUsed = "challenge_used"
    case unavailable
  }

  /// What programs decide by.
  public var code: Code
  /// A fixed phrase, or a stable reason such as `key_id_taken`; nil where the code says all.
  public var detail: String?

  /// Thrown inside a rule; `decide` makes it an answer.
  public init(_ code: Code, _ detail: String? = nil) {
    self.code = code
    self.detail = detail
  }
}
