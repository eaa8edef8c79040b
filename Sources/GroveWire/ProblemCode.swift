/// The stable codes of problem bodies, each with its HTTP status and a sentence for people.
///
/// A struct and not an enum on the wire: a client keeps a code it does not know.
public struct ProblemCode: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public var status: Int { Self.table[rawValue]?.status ?? 500 }
  public var title: String { Self.table[rawValue]?.title ?? "Something went wrong." }

  /// Every code this version knows, for documents and tests.
  public static var known: [ProblemCode] {
    table.keys.sorted().map(ProblemCode.init(rawValue:))
  }

  // What was sent
  public static let malformed = Self(rawValue: "malformed")
  public static let tooLarge = Self(rawValue: "too_large")
  public static let headerTooLarge = Self(rawValue: "header_too_large")
  public static let requestTimeout = Self(rawValue: "request_timeout")
  public static let expectationFailed = Self(rawValue: "expectation_failed")
  public static let unsupportedMediaType = Self(rawValue: "unsupported_media_type")
  public static let limitExceeded = Self(rawValue: "limit_exceeded")
  // Who sent it
  public static let unauthenticated = Self(rawValue: "unauthenticated")
  public static let credentialsInvalid = Self(rawValue: "credentials_invalid")
  public static let forbidden = Self(rawValue: "forbidden")
  public static let notFound = Self(rawValue: "not_found")
  public static let methodNotAllowed = Self(rawValue: "method_not_allowed")
  public static let notImplemented = Self(rawValue: "not_implemented")
  // The state it meets
  public static let conflict = Self(rawValue: "conflict")
  public static let handleTaken = Self(rawValue: "handle_taken")
  public static let accountTaken = Self(rawValue: "account_taken")
  public static let accountExists = Self(rawValue: "account_exists")
  public static let statementRefused = Self(rawValue: "statement_refused")
  public static let statementFork = Self(rawValue: "statement_fork")
  public static let kemKeyRefused = Self(rawValue: "kem_key_refused")
  public static let devicesChanged = Self(rawValue: "devices_changed")
  public static let notAMember = Self(rawValue: "not_a_member")
  public static let readOnly = Self(rawValue: "read_only")
  public static let commentsOff = Self(rawValue: "comments_off")
  public static let mentionsOff = Self(rawValue: "mentions_off")
  public static let gone = Self(rawValue: "gone")
  public static let positionUnknown = Self(rawValue: "position_unknown")
  public static let notCaused = Self(rawValue: "not_caused")
  // Protocol 8.5
  public static let challengeInvalid = Self(rawValue: "challenge_invalid")
  public static let challengeExpired = Self(rawValue: "challenge_expired")
  public static let challengeStale = Self(rawValue: "challenge_stale")
  public static let challengeUsed = Self(rawValue: "challenge_used")
  public static let keyInvalid = Self(rawValue: "key_invalid")
  public static let proofMalformed = Self(rawValue: "proof_malformed")
  public static let signatureMalformed = Self(rawValue: "signature_malformed")
  public static let notVerified = Self(rawValue: "not_verified")
  public static let alreadyBound = Self(rawValue: "already_bound")
  // The server's own state
  public static let rateLimited = Self(rawValue: "rate_limited")
  public static let unavailable = Self(rawValue: "unavailable")
  /// Whether the request was carried out is not known; the same request again, under the same
  /// identifier, finds out (decision 0023).
  public static let outcomeUnknown = Self(rawValue: "outcome_unknown")
  public static let internalError = Self(rawValue: "internal_error")

  private static let table: [String: (status: Int, title: String)] = [
    "malformed": (400, "The request does not have the expected form."),
    "too_large": (413, "The request is larger than allowed."),
    "header_too_large": (431, "The request's header fields are larger than allowed."),
    "request_timeout": (408, "The request arrived too slowly."),
    "expectation_failed": (417, "The server cannot do what the request expects."),
    "unsupported_media_type": (415, "The request's content type is not accepted here."),
    "limit_exceeded": (422, "A stated limit is exceeded."),
    "unauthenticated": (401, "Sign in first."),
    "credentials_invalid": (401, "The credentials are not valid."),
    "forbidden": (403, "The account may not do this."),
    "not_found": (404, "There is nothing here for this account."),
    "method_not_allowed": (405, "This address does not take that method."),
    "not_implemented": (501, "The server does not know that method."),
    "conflict": (409, "The request contradicts the present state."),
    "handle_taken": (409, "The handle belongs to another account."),
    "account_taken": (409, "The account name is taken."),
    "account_exists": (409, "The relay account exists already."),
    "statement_refused": (422, "The account statement does not follow from the chain."),
    "statement_fork": (409, "Another statement has this sequence number."),
    "kem_key_refused": (422, "The KEM key record is not acceptable."),
    "devices_changed": (409, "A recipient's device list has changed; look it up again."),
    "not_a_member": (403, "The account shares no conversation with a recipient."),
    "read_only": (403, "The document is shared read-only."),
    "comments_off": (403, "Comments are not allowed in this document."),
    "mentions_off": (403, "Mentions are not allowed in this document."),
    "gone": (410, "It existed and has been removed."),
    "position_unknown": (409, "The position lies beyond the end of the log."),
    "not_caused": (403, "The account did not cause this event."),
    "challenge_invalid": (400, "The challenge was not issued for this request."),
    "challenge_expired": (410, "The challenge has expired; ask for a new one."),
    "challenge_stale": (409, "Membership changed since the challenge; ask for a new one."),
    "challenge_used": (409, "The challenge has been used; ask for a new one."),
    "key_invalid": (400, "The public key is not valid."),
    "proof_malformed": (400, "The proof of inclusion does not have the expected form."),
    "signature_malformed": (400, "The signature does not have the expected form."),
    "not_verified": (403, "The proof was not verified."),
    "already_bound": (409, "The identity is bound to another account."),
    "rate_limited": (429, "Too many requests; wait a moment."),
    "unavailable": (503, "The service cannot answer now; try again."),
    "outcome_unknown": (
      503, "Whether this was done is not known; ask again with the same identifier."
    ),
    "internal_error": (500, "Something went wrong."),
  ]
}
