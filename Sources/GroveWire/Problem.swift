/// The one form of every refusal over HTTP (RFC 9457), `application/problem+json`.
///
/// It carries a stable code and a fixed sentence: no input, no secret, nothing that tells whether
/// something exists that the caller may not see.
public struct Problem: Error, Hashable, Sendable, Codable {
  public static let mediaType = "application/problem+json"

  /// `about:blank`: the code says which problem it is.
  public var type: String
  public var title: String
  public var status: Int
  public var code: ProblemCode
  /// Which member was wrong, or what to do next; a fixed phrase.
  public var detail: String?
  /// Names the request in the server's log.
  public var requestID: String?
  /// Seconds to wait, with `rate_limited` and `unavailable`.
  public var retryAfter: Int?

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
