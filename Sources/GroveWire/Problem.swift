/// The one form of every refusal over HTTP (RFC 9457), `application/problem+json`.
///
/// It carries a stable code and a fixed sentence: no input, no secret, nothing that tells whether
/// something exists that the caller may not see.
public struct Problem: Error, Hashable, Sendable, Codable {
  /// The content type such a body is sent with.
  public static let mediaType = "application/problem+json"

  /// `about:blank`: the code says which problem it is.
  public var type: String
  /// A sentence for people, fixed for each code (`ProblemCode.title`).
  public var title: String
  /// The HTTP status, repeated in the body (`ProblemCode.status`).
  public var status: Int
  /// What programs decide by; clients keep one they do not know.
  public var code: ProblemCode
  /// Which member was wrong, or what to do next; a fixed phrase.
  public var detail: String?
  /// Names the request in the server's log.
  public var requestID: String?
  /// Seconds to wait, with `rate_limited` and `unavailable`.
  public var retryAfter: Int?

  /// Status and title follow from the code.
  ///
  /// - Parameters:
  ///   - detail: a fixed phrase; never input.
  ///   - retryAfter: seconds, also sent as `Retry-After`.
  public init(
    _ code: ProblemCode, detail: String? = nil, requestID: String? = nil, retryAfter: Int? = nil
  ) {
    type = "about:blank"
    title = code.title
    status = code.status
    self.code = code
    self.detail = detail
    self.requestID = requestID
    self.retryAfter = retryAfter
  }
}
