import Crypto
import GroveIdentity
package import HTTPTypes
package import Hummingbird

/// One address of a page set: its bytes, held in memory, and everything that is said with them.
package struct PageFile: Sendable {
  /// The first 18 bytes of the SHA-256 of what is served, as base64url.
  let hash: String
  private let body: ByteBuffer
  private var entityTag: String { "\"\(hash)\"" }
  private let headers: HTTPFields

  init(_ bytes: [UInt8], type: String, policy: PagePolicy, opener: PagePolicy.Opener) {
    body = ByteBuffer(bytes: bytes)
    hash = Self.hash(of: bytes)
    var headers = policy.headers(opener)
    headers[.contentType] = type
    headers[.eTag] = "\"\(hash)\""
    // Asked for again each time, and answered with nothing where nothing has changed.
    headers[.cacheControl] = "no-cache"
    self.headers = headers
  }

  /// The same file with another field.
  package func with(_ name: String, _ value: String) -> PageFile {
    guard let name = HTTPField.Name(name) else { return self }
    var headers = headers
    headers[name] = value
    return PageFile(hash: hash, body: body, headers: headers)
  }

  private init(hash: String, body: ByteBuffer, headers: HTTPFields) {
    self.hash = hash
    self.body = body
    self.headers = headers
  }

  static func hash(of bytes: [UInt8]) -> String {
    Base64URL.encode(Array(SHA256.hash(data: bytes).prefix(18)))
  }

  package var bytes: [UInt8] { Array(body.readableBytesView) }

  /// 304 to whoever has these bytes (RFC 9110, section 13.1.2), with all fields: a browser puts the
  /// fields of a 304 in the place of those it has kept.
  package func response(to head: HTTPRequest) -> Response {
    guard Self.names(head.headerFields[values: .ifNoneMatch], entityTag) else {
      return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }
    return Response(status: .notModified, headers: headers)
  }

  /// The same bytes, for an address where there is something else or nothing.
  func response(status: HTTPResponse.Status) -> Response {
    var headers = headers
    headers[.eTag] = nil
    headers[.cacheControl] = "no-store"
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
  }

  /// A comma in another's tag only makes a list that does not name ours.
  private static func names(_ fields: [String], _ entityTag: String) -> Bool {
    fields.flatMap { $0.split(separator: ",") }.contains { part in
      let tag = part.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
      return tag == "*" || tag == entityTag || tag == "W/" + entityTag
    }
  }
}
