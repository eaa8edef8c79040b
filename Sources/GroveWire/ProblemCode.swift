/// The stable codes of problem bodies, each with its HTTP status and a sentence for people.
///
/// A struct and not an enum on the wire: a client keeps a code it does not know.
public struct ProblemCode: RawRepresentable, Hashable, Sendable, Codable {
  /// The code as it travels, in `snake_case`.
  public let rawValue: String
  /// For a code read from a body; the known ones are the constants below.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The HTTP status the code is answered with; 500 for a code this version does not know.
  public var status: Int { Self.table[rawValue]?.status ?? 500 }
  /// A sentence for people, without input or secrets; a general one for a code this version does
  /// not know.
  public var title: String { Self.table[rawValue]?.title ?? "Something went wrong." }

  /// Every code this version knows, for documents and tests.
  public static var known: [ProblemCode] {
    table.keys.sorted().map(ProblemCode.init(rawValue:))
  }

  // What was sent
  /// 400: a path, query or body that does not have its one form.
  public static let malformed = Self(rawValue: "malformed")
  /// 413: a body above its route's limit, or an envelope, photo or file above its own.
  public static let tooLarge = Self(rawValue: "too_large")
  /// 431: a head above 16 KiB or 100 fields.
  public static let headerTooLarge = Self(rawValue: "header_too_large")
  /// 408: head or body arrived too slowly; the connection is closed.
  public static let requestTimeout = Self(rawValue: "request_timeout")
  /// 417: an `Expect` other than `100-continue`.
  public static let expectationFailed = Self(rawValue: "expectation_failed")
  /// 415: a JSON route was sent something else than `application/json`.
  public static let unsupportedMediaType = Self(rawValue: "unsupported_media_type")
  /// 422: one more, or one byte more, than `docs/LIMITS.md` allows.
  public static let limitExceeded = Self(rawValue: "limit_exceeded")
  // Who sent it
  /// 401: no credential, or one that has ended. Clients renew it and ask once more.
  public static let unauthenticated = Self(rawValue: "unauthenticated")
  /// 401: a wrong password or signature, or no such account or device; the two are not told apart.
  public static let credentialsInvalid = Self(rawValue: "credentials_invalid")
  /// 403: the operator has disabled the account. Only whoever has shown its password is told, and the
  /// app's own backend.
  public static let accountDisabled = Self(rawValue: "account_disabled")
  /// 410: no link to choose a new password, or one that was used, replaced or has expired.
  public static let resetInvalid = Self(rawValue: "reset_invalid")
  /// 410: no code to sign in on another device with, or one that was used, replaced or has ended.
  public static let codeInvalid = Self(rawValue: "code_invalid")
  /// 403: the caller has access but not this right, or a page of another origin asks.
  public static let forbidden = Self(rawValue: "forbidden")
  /// 404: it does not exist, or the caller may not know that it does.
  public static let notFound = Self(rawValue: "not_found")
  /// 405: the address is known, with other methods.
  public static let methodNotAllowed = Self(rawValue: "method_not_allowed")
  /// 501: a method no route here has.
  public static let notImplemented = Self(rawValue: "not_implemented")
  // The state it meets
  /// 409: for instance a request identifier that was used for something else, or a snapshot older
  /// than the one kept.
  public static let conflict = Self(rawValue: "conflict")
  /// 409, sign-up at a relay: choose another handle.
  public static let handleTaken = Self(rawValue: "handle_taken")
  /// 409, an app account: choose another label.
  public static let accountTaken = Self(rawValue: "account_taken")
  /// 409, sign-up at a relay: an account with this genesis statement is there already.
  public static let accountExists = Self(rawValue: "account_exists")
  /// 422: the detail is the `StatementRefusal`, or says that the recovery key did not sign.
  public static let statementRefused = Self(rawValue: "statement_refused")
  /// 409: the chain has another statement with this number; both are evidence (protocol 11.1).
  public static let statementFork = Self(rawValue: "statement_fork")
  /// 422: the detail is the `KEMKeyRefusal`, or says that it has expired, begins too late or takes
  /// a number twice.
  public static let kemKeyRefused = Self(rawValue: "kem_key_refused")
  /// 409: an upload misses a device or names an unknown one; look the recipients up and seal anew.
  public static let devicesChanged = Self(rawValue: "devices_changed")
  /// 403: nobody addressed shares a conversation with the sender, or the caller has not accepted
  /// it.
  public static let notAMember = Self(rawValue: "not_a_member")
  /// 403: an edit or a snapshot by a read-only participant.
  public static let readOnly = Self(rawValue: "read_only")
  /// 403: a comment where the owner allows none.
  public static let commentsOff = Self(rawValue: "comments_off")
  /// 403: a mention to be attested where the owner allows none.
  public static let mentionsOff = Self(rawValue: "mentions_off")
  /// 410: deleted, or sharing has ended; told to the owner, while strangers get `notFound`.
  public static let gone = Self(rawValue: "gone")
  /// 409: a position beyond the end, from another server or from before a restored backup; begin
  /// from 0.
  public static let positionUnknown = Self(rawValue: "position_unknown")
  /// 403: an attestation of something the account did not do in the last ten minutes.
  public static let notCaused = Self(rawValue: "not_caused")
  /// 422: `person` of an identity to be added names one that the caller has not added there.
  public static let personUnknown = Self(rawValue: "person_unknown")
  // Sign-in through an OpenID Provider; most of them on a page
  /// 400: the provider's answer belongs to no attempt of this browser; begin anew.
  public static let signInUnknown = Self(rawValue: "sign_in_unknown")
  /// 410: the attempt took longer than ten minutes; begin anew.
  public static let signInExpired = Self(rawValue: "sign_in_expired")
  /// 409: the attempt has been answered before; begin anew.
  public static let signInUsed = Self(rawValue: "sign_in_used")
  /// 403: the person or the provider said no.
  public static let providerDenied = Self(rawValue: "provider_denied")
  /// 502: the provider answered with an error.
  public static let providerRefused = Self(rawValue: "provider_refused")
  /// 502: what the provider answered does not hold; the log says what.
  public static let providerInvalid = Self(rawValue: "provider_invalid")
  /// 503: the provider does not answer; later it may.
  public static let providerUnreachable = Self(rawValue: "provider_unreachable")
  /// 409: the provider's identity leads to another account.
  public static let linkedElsewhere = Self(rawValue: "linked_elsewhere")
  // Protocol 8.5
  /// 400, row 2: not one of this server's challenges, or made for another account, session or
  /// collaboration.
  public static let challengeInvalid = Self(rawValue: "challenge_invalid")
  /// 410, row 3: ask for a new challenge.
  public static let challengeExpired = Self(rawValue: "challenge_expired")
  /// 409, row 9: the identity was activated after the challenge was issued; ask for a new one.
  public static let challengeStale = Self(rawValue: "challenge_stale")
  /// 409, row 10: the nonce has led to a grant of another root or account.
  public static let challengeUsed = Self(rawValue: "challenge_used")
  /// 400, row 4: not 65 bytes of an uncompressed point on P-256.
  public static let keyInvalid = Self(rawValue: "key_invalid")
  /// 400, row 5: not five hashes of 32 bytes, or an index outside 0...31.
  public static let proofMalformed = Self(rawValue: "proof_malformed")
  /// 400, row 6: not 64 bytes.
  public static let signatureMalformed = Self(rawValue: "signature_malformed")
  /// 403, rows 7 and 8: the proof does not hold, or its root is no identity here; which of them is
  /// not told.
  public static let notVerified = Self(rawValue: "not_verified")
  /// 409, row 10: the root belongs to another app account until that one leaves or it is replaced.
  public static let alreadyBound = Self(rawValue: "already_bound")
  public static let boundByReplacement = Self(rawValue: "bound_by_replacement")
  // Records (decision 0029)
  /// 404: this server keeps nothing for the container.
  public static let badContainer = Self(rawValue: "bad_container")
  /// 400: the database has no such things: zones in the public one, say.
  public static let badDatabase = Self(rawValue: "bad_database")
  /// 403: a record that the caller may not change, or a share that is another's.
  public static let permissionFailure = Self(rawValue: "permission_failure")
  /// 404: no such record, or none that the caller may see.
  public static let unknownItem = Self(rawValue: "unknown_item")
  /// 404: no such zone, or none that the caller may see.
  public static let zoneNotFound = Self(rawValue: "zone_not_found")
  /// 422: a value, type or name that does not go there.
  public static let invalidArguments = Self(rawValue: "invalid_arguments")
  /// 409: the record was changed since the caller saw it; the answer has it as it is.
  public static let recordChanged = Self(rawValue: "record_changed")
  /// 409: another item of an all-or-nothing batch failed.
  public static let batchFailed = Self(rawValue: "batch_failed")
  /// 422: it refers to a record, or hangs below one, that does not exist.
  public static let referenceViolation = Self(rawValue: "reference_violation")
  /// 409: the record, one above or one below it is in another share.
  public static let alreadyShared = Self(rawValue: "already_shared")
  /// 507: the account whose zone it is keeps as much as it may.
  public static let quotaExceeded = Self(rawValue: "quota_exceeded")
  /// 410: a feed's token of something else, or from before what has been forgotten; begin anew.
  public static let tokenExpired = Self(rawValue: "token_expired")
  /// 422: an asset that the caller has not uploaded, or too long ago.
  public static let assetMissing = Self(rawValue: "asset_missing")
  /// 409: an upload stands elsewhere than where the piece begins; ask where.
  public static let uploadOffset = Self(rawValue: "upload_offset")
  /// 422: the bytes are not those that were announced; begin anew.
  public static let assetDiffers = Self(rawValue: "asset_differs")
  /// 416: the file has no such bytes.
  public static let rangeNotSatisfiable = Self(rawValue: "range_not_satisfiable")
  // Drives (decision 0030)
  /// 412: something is not as the request's conditions want it.
  public static let preconditionFailed = Self(rawValue: "precondition_failed")
  /// 502: something is to be copied or moved to another server.
  public static let destinationElsewhere = Self(rawValue: "destination_elsewhere")
  // The server's own state
  /// 429: with the seconds to wait.
  public static let rateLimited = Self(rawValue: "rate_limited")
  /// 503: nothing was done; the same request later may succeed.
  public static let unavailable = Self(rawValue: "unavailable")
  /// Whether the request was carried out is not known; the same request again, under the same
  /// identifier, finds out (decision 0023).
  public static let outcomeUnknown = Self(rawValue: "outcome_unknown")
  /// 500: a mistake in the server, which its log explains.
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
    "account_disabled": (403, "The account has been disabled; ask whoever runs this server."),
    "reset_invalid": (410, "This link is not good any more; ask for a new one."),
    "code_invalid": (410, "This code is not good, or not any more; make another one."),
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
    "person_unknown": (422, "The person is named by an identity that the account did not add."),
    "sign_in_unknown": (400, "This sign-in was not begun in this browser, or another was since."),
    "sign_in_expired": (410, "Signing in took too long; begin again."),
    "sign_in_used": (409, "This sign-in was finished before; begin again."),
    "provider_denied": (403, "The sign-in was not allowed."),
    "provider_refused": (502, "The sign-in service answered with an error."),
    "provider_invalid": (502, "The answer of the sign-in service is not valid."),
    "provider_unreachable": (503, "The sign-in service cannot be reached now; try again."),
    "linked_elsewhere": (409, "This sign-in belongs to another account here."),
    "challenge_invalid": (400, "The challenge was not issued for this request."),
    "challenge_expired": (410, "The challenge has expired; ask for a new one."),
    "challenge_stale": (409, "Membership changed since the challenge; ask for a new one."),
    "challenge_used": (409, "The challenge has been used; ask for a new one."),
    "key_invalid": (400, "The public key is not valid."),
    "proof_malformed": (400, "The proof of inclusion does not have the expected form."),
    "signature_malformed": (400, "The signature does not have the expected form."),
    "not_verified": (403, "The proof was not verified."),
    "already_bound": (409, "The identity is bound to another account."),
    "bound_by_replacement": (
      409,
      "Another account has the identity since it took another's place; a new one may take it over."
    ),
    "bad_container": (404, "This server keeps no records for that app."),
    "bad_database": (400, "The database does not take that."),
    "permission_failure": (403, "The account may not change that."),
    "unknown_item": (404, "There is no such record for this account."),
    "zone_not_found": (404, "There is no such zone for this account."),
    "invalid_arguments": (422, "A value does not go there."),
    "record_changed": (409, "The record has been changed since it was read."),
    "batch_failed": (409, "Something else that was to be done together could not be done."),
    "reference_violation": (422, "A record that is referred to does not exist."),
    "already_shared": (409, "The record is shared already."),
    "quota_exceeded": (507, "There is no room left for this account."),
    "token_expired": (410, "What has changed since then is not known any more; begin anew."),
    "asset_missing": (422, "A file that is referred to has not been uploaded."),
    "upload_offset": (409, "The upload stands elsewhere; ask where."),
    "asset_differs": (422, "The bytes are not those that were announced."),
    "range_not_satisfiable": (416, "The file has no such bytes."),
    "precondition_failed": (412, "It is not as the request expects it."),
    "destination_elsewhere": (502, "Nothing is copied or moved to another server."),
    "rate_limited": (429, "Too many requests; wait a moment."),
    "unavailable": (503, "The service cannot answer now; try again."),
    "outcome_unknown": (
      503, "Whether this was done is not known; ask again with the same identifier."
    ),
    "internal_error": (500, "Something went wrong."),
  ]
}
