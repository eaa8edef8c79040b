public import GroveIdentity

/// One kind of message content: JSON with stated limits (protocol 6.1, 12.1, 12.4, 18.5).
///
/// The limits are checked on the way out and on the way in, so nothing is sent that others refuse.
public protocol ContentBody: Hashable, Sendable, Codable {
  /// The number that stands beside the content in a `MessageBody`.
  static var contentType: ContentType { get }
  /// - Throws: `limitExceeded` or `malformed`, naming the member.
  func checkLimits() throws(IdentityError)
}

extension ContentBody {
  /// Reads the JSON and checks its limits.
  /// - Parameter content: from a verified message.
  /// - Throws: `malformed` or `limitExceeded`.
  public init(content: [UInt8]) throws(IdentityError) {
    guard content.count <= MessageBody.maximumContent else {
      throw IdentityError(.limitExceeded, "message content is at most 65350 bytes")
    }
    self = try StrictJSON.decode(Self.self, from: content)
    try checkLimits()
  }

  /// The bytes to put into a `MessageBody`.
  /// - Throws: `limitExceeded` where a member or the whole is too large.
  public func encodedContent() throws -> [UInt8] {
    try checkLimits()
    let content = try StrictJSON.encode(self)
    guard content.count <= MessageBody.maximumContent else {
      throw IdentityError(.limitExceeded, "message content is at most 65350 bytes")
    }
    return content
  }
}
