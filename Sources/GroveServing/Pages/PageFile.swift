import Crypto
import GroveIdentity
package import HTTPTypes
package import Hummingbird

/// One address of a page set: its bytes and their compressed forms, held in memory, and everything
/// that is said with them.
package struct PageFile: Sendable {
  /// Whether what is at the address may change.
  package enum Lifetime: String {
    /// Asked for again each time, and answered with nothing where nothing has changed.
    case revalidated = "no-cache"
    /// The address names the content (RFC 8246).
    case immutable = "public, max-age=31536000, immutable"
  }

  /// The first 18 bytes of the SHA-256 of the bytes as they are, as base64url.
  let hash: String
  private let bodies: [PageCoding: ByteBuffer]
  private var headers: HTTPFields

  package init(
    _ forms: PageRepresentations, type: String, lifetime: Lifetime = .revalidated,
    policy: PagePolicy,
    opener: PagePolicy.Opener
  ) {
    hash = Self.hash(of: forms.bytes)
    var bodies = forms.compressed.mapValues { ByteBuffer(bytes: $0) }
    bodies[.identity] = ByteBuffer(bytes: forms.bytes)
    self.bodies = bodies
    var headers = policy.headers(opener)
    headers[.contentType] = type
    headers[.cacheControl] = lifetime.rawValue
    headers[.acceptRanges] = "bytes"
    if bodies.count > 1 { headers[.vary] = "Accept-Encoding" }
    self.headers = headers
  }

  /// The same file with another field.
  package func with(_ name: String, _ value: String) -> PageFile {
    guard let name = HTTPField.Name(name) else { return self }
    var file = self
    file.headers[name] = value
    return file
  }

  static func hash(of bytes: [UInt8]) -> String {
    Base64URL.encode(Array(SHA256.hash(data: bytes).prefix(18)))
  }

  package var bytes: [UInt8] { Array(body(.identity).readableBytesView) }

  private func body(_ coding: PageCoding) -> ByteBuffer { bodies[coding] ?? ByteBuffer() }

  /// Other bytes have another tag, and so has each of their forms (RFC 9110, section 8.8.3.3).
  private func tag(_ coding: PageCoding) -> String {
    coding == .identity ? "\"\(hash)\"" : "\"\(hash)-\(coding.rawValue)\""
  }

  /// The form that the asker likes best, or the part of it that is asked for; 304 to whoever has it
  /// (RFC 9110, section 13.1.2), with all fields: a browser puts the fields of a 304 in the place of
  /// those it has kept.
  package func response(to head: HTTPRequest) -> Response {
    let coding = PageCoding.chosen(from: Set(bodies.keys), by: head)
    var headers = headers
    headers[.eTag] = tag(coding)
    if Self.names(head.headerFields[values: .ifNoneMatch], tag(coding)) {
      return Response(status: .notModified, headers: headers)
    }
    if coding != .identity { headers[.contentEncoding] = coding.rawValue }
    let body = body(coding)
    switch range(head, tag(coding), body.readableBytes) {
    case .whole:
      return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    case .part(let part):
      headers[.contentRange] =
        "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(body.readableBytes)"
      let slice = body.getSlice(at: part.lowerBound, length: part.count) ?? ByteBuffer()
      return Response(
        status: .partialContent, headers: headers, body: ResponseBody(byteBuffer: slice))
    case .unsatisfiable:
      headers[.contentEncoding] = nil
      headers[.contentRange] = "bytes */\(body.readableBytes)"
      return Response(status: .rangeNotSatisfiable, headers: headers)
    }
  }

  /// A part only of a form that the asker has begun to fetch (RFC 9110, section 13.1.5).
  private func range(_ head: HTTPRequest, _ tag: String, _ count: Int) -> PageRange {
    let condition = HTTPField.Name("If-Range").flatMap { head.headerFields[$0] }
    guard head.method == .get, condition == nil || condition == tag else { return .whole }
    return PageRange(head.headerFields[.range], of: count)
  }

  /// The same bytes, for an address where there is something else or nothing.
  func response(status: HTTPResponse.Status) -> Response {
    var headers = headers
    headers[.cacheControl] = "no-store"
    headers[.acceptRanges] = nil
    headers[.vary] = nil
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: body(.identity)))
  }

  /// A comma in another's tag only makes a list that does not name ours.
  private static func names(_ fields: [String], _ entityTag: String) -> Bool {
    fields.flatMap { $0.split(separator: ",") }.contains { part in
      let tag = part.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
      return tag == "*" || tag == entityTag || tag == "W/" + entityTag
    }
  }
}
