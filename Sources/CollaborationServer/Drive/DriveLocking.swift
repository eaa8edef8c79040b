import DriveDomain
import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes

extension DriveCalls {
  /// Takes a lock, or without a body begins the time of one anew (RFC 4918, sections 9.10.1 and 9.10.2).
  func lock(_ request: TreeRequest, _ headers: DriveHeaders, _ path: DrivePath, _ call: DriveCall)
    async throws -> TreeAnswer
  {
    let body = try await request.collect(limit: DriveBodies.bytes, for: call.account.text)
    let (conditions, lifetime) = (try headers.conditions, try headers.timeout)
    guard !body.isEmpty else {
      let taken = try await change(by: call) {
        try LockRules.refresh(path, lifetime: lifetime, conditions, for: $0, reading: $1)
      }
      return answer(200, taken, call)
    }
    let depth = try headers.depth ?? .infinity
    guard depth != .one else { throw Problem(.malformed, detail: "Depth") }
    let wanted = try Self.request(
      body, path, isDeep: depth == .infinity, lifetime: lifetime)
    let fresh = LockRules.Fresh(
      token: DriveLockToken(random: core.random(16)),
      tag: DriveTag(unchecked: core.random(DriveTag.byteCount)), nodes: fresh())
    let taken = try await change(by: call) {
      try LockRules.take(wanted, conditions, fresh: fresh, for: $0, reading: $1)
    }
    var answer = answer(taken.isNew ? 201 : 200, taken, call)
    if let name = HTTPField.Name("Lock-Token") {
      answer.headers[name] = "<\(taken.lock.token.text)>"
    }
    return answer
  }

  private func answer(_ status: Int, _ taken: LockRules.Taken, _ call: DriveCall) -> TreeAnswer {
    DriveAnswers.document(
      status,
      """
      <D:prop xmlns:D="DAV:"><D:lockdiscovery>\(DriveXML.activeLock(taken, at: call.now))\
      </D:lockdiscovery></D:prop>

      """)
  }

  /// RFC 4918, section 14.11.
  private static func request(
    _ body: [UInt8], _ path: DrivePath, isDeep: Bool, lifetime: UInt64?
  ) throws -> LockRules.Request {
    let root = try MarkupReader.read(body)
    guard root.name == .dav("lockinfo"), let scope = root.first(.dav("lockscope")),
      root.first(.dav("locktype"))?.first(.dav("write")) != nil
    else { throw Problem(.malformed, detail: "lockinfo") }
    let isExclusive = scope.first(.dav("exclusive")) != nil
    guard isExclusive != (scope.first(.dav("shared")) != nil) else {
      throw Problem(.malformed, detail: "lockscope")
    }
    let owner = root.first(.dav("owner")).map(MarkupText.standing) ?? ""
    guard owner.utf8.count <= DriveLimits.ownerBytes else {
      throw Problem(.limitExceeded, detail: "owner")
    }
    return LockRules.Request(
      path: path, isExclusive: isExclusive, isDeep: isDeep, owner: owner, lifetime: lifetime)
  }

  func unlock(_ headers: DriveHeaders, _ path: DrivePath, _ call: DriveCall) async throws
    -> TreeAnswer
  {
    let (token, conditions) = (try headers.lockToken, try headers.conditions)
    try await change(by: call) {
      try LockRules.release(path, token, conditions, for: $0, reading: $1)
    }
    return TreeAnswer(204)
  }
}
