import DriveDomain
import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes
import Synchronization

extension DriveCalls {
  /// A file's bytes, or a range of them, while the caller may read: it is looked at again each second, so that a
  /// password that is revoked, or sharing that ends, ends a long download too.
  func get(_ request: TreeRequest, _ headers: DriveHeaders, _ path: DrivePath, _ call: DriveCall)
    async throws -> TreeAnswer
  {
    var conditions = try headers.conditions
    let known = conditions.ifNoneMatch
    conditions.ifNoneMatch = nil
    let expected = conditions
    let node = try await look(by: call) {
      try FileRules.open(path, expected, for: $0, reading: $1)
    }
    guard let content = node.content else { throw Problem(.methodNotAllowed) }
    let tag = content.tag.base64url
    var fields = Self.fields(of: content)
    fields[.lastModified] = HTTPDate.text(node.modifiedAt)
    if case .caller = call.authority { fields[.contentDisposition] = "attachment" }
    if try isKnown(node, tag, known, headers) {
      fields[.eTag] = "\"\(tag)\""
      return TreeAnswer(304, headers: fields)
    }
    let bytes = try await OutgoingBytes(
      of: Int(content.size), tag: tag, for: request.head
    ) { position in try await reading(node, content, from: position, call) }
    for field in bytes.headers where fields[field.name] == nil { fields.append(field) }
    return TreeAnswer(bytes.status ?? 200, headers: fields, .file(bytes))
  }

  /// What a file held before, for the page to look at.
  func version(_ number: UInt64, of path: DrivePath, for head: HTTPRequest, _ call: DriveCall)
    async throws -> OutgoingBytes
  {
    let (node, content) = try await look(by: call) {
      try VersionRules.open(number, of: path, for: $0, reading: $1)
    }
    var fields = Self.fields(of: content)
    fields[.contentDisposition] = "attachment"
    let bytes = try await OutgoingBytes(
      of: Int(content.size), tag: content.tag.base64url, for: head
    ) { position in try await reading(node, content, from: position, call) }
    for field in bytes.headers where fields[field.name] == nil { fields.append(field) }
    return OutgoingBytes(
      count: bytes.count, headers: fields, status: bytes.status, next: bytes.next)
  }

  /// What a browser is shown of a file must not act as a page of this server. Where the page itself asks, it is not
  /// shown at all: what the page looks at it fetches, and everything else is saved.
  private static func fields(of content: DriveContent) -> HTTPFields {
    var fields: HTTPFields = [
      .contentType: content.type ?? "application/octet-stream",
      .cacheControl: "private, no-cache",
    ]
    if let name = HTTPField.Name("Content-Security-Policy") {
      fields[name] = "default-src 'none'; sandbox; frame-ancestors 'none'"
    }
    return fields
  }

  /// Whether the client has these bytes already (RFC 9110, section 13.2.2).
  private func isKnown(
    _ node: DriveNode, _ tag: String, _ tags: DriveConditions.Tags?, _ headers: DriveHeaders
  ) throws -> Bool {
    switch tags {
    case .any: return true
    case .these(let tags): return tags.contains(tag)
    case nil:
      guard let since = try headers.field("If-Modified-Since").flatMap(HTTPDate.seconds) else {
        return false
      }
      return node.modifiedAt / 1000 <= since
    }
  }

  private func reading(
    _ node: DriveNode, _ content: DriveContent, from position: Int, _ call: DriveCall
  ) async throws -> @Sendable (Int) async throws -> [UInt8] {
    guard let id = content.file else { return { _ in [] } }
    let file = try await files.open(id, from: position)
    let looked = Mutex(MonotonicClock.milliseconds())
    return { count in
      let now = MonotonicClock.milliseconds()
      let isDue = looked.withLock { last in
        guard now >= last + 1000 else { return false }
        last = now
        return true
      }
      if isDue { try await look(by: call) { try FileRules.goOn(node, for: $0, reading: $1) } }
      return try await files.read(file, id, upTo: count)
    }
  }
}
