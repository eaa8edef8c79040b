import GroveIdentity

/// What a request carries. It may be a password or a sealed message, so it prints as nothing.
struct RequestBody: Sendable, Redacted {
  let contentType: String?
  let bytes: [UInt8]?

  static let none = RequestBody(contentType: nil, bytes: nil)

  /// A JSON value.
  static func json(_ value: some Encodable) throws(ClientError) -> RequestBody {
    do {
      return RequestBody(contentType: "application/json", bytes: try StrictJSON.encode(value))
    } catch {
      throw .badAnswer("the request cannot be written as JSON")
    }
  }

  static func raw(_ bytes: [UInt8], contentType: String = "application/octet-stream")
    -> RequestBody
  {
    RequestBody(contentType: contentType, bytes: bytes)
  }
}
