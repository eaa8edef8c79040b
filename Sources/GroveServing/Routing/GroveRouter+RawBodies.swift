package import GroveWire
package import HTTPTypes
import Hummingbird
package import NIOCore
import Synchronization

/// A body of raw bytes, taken as it arrives and never as a whole.
package struct IncomingBytes: Sendable {
  /// As the client declared it; nil where it only says that there will be some.
  package let declaredLength: Int?
  private let request: Request
  private let context: GroveRequestContext
  private let limit: Int
  private let hold: BodyReservation
  private let countsDisk: Bool

  /// - Parameter countsDisk: false where whoever takes the bytes bounds what of them is on disk.
  init(
    _ request: Request, _ context: GroveRequestContext, limit: Int, _ hold: BodyReservation,
    countsDisk: Bool = true
  ) throws(Problem) {
    declaredLength = try RequestBodyReading.declaredLength(request.headers)
    if let declaredLength, declaredLength > limit { throw Problem(.tooLarge) }
    self.request = request
    self.context = context
    self.limit = limit
    self.hold = hold
    self.countsDisk = countsDisk
  }

  /// Hands over each piece, in order.
  ///
  /// - Returns: how many bytes there were.
  /// - Throws: `too_large`; `request_timeout`; `rate_limited` and `unavailable` where too much is under way
  ///   already; `malformed` when the connection ended before the body did; what `take`
  ///   threw.
  package func forEach(_ take: (ByteBuffer) async throws -> Void) async throws -> Int {
    var total = 0
    RequestBodyReading.expect(request, context)
    var pieces = request.body.makeAsyncIterator()
    while let piece = try await RequestBodyReading.next(&pieces) {
      total += piece.readableBytes
      guard total <= limit else { throw Problem(.tooLarge) }
      if countsDisk { try hold.take(disk: piece.readableBytes) }
      try await take(piece)
    }
    if let declaredLength, declaredLength != total { throw Problem(.malformed, detail: "body") }
    return total
  }
}

/// An answer of raw bytes, written as they are read.
package struct OutgoingBytes: Sendable {
  package let count: Int
  package let headers: HTTPFields
  /// nil: the route's own.
  package let status: Int?
  /// The next piece; empty at the end.
  package let next: @Sendable () async throws -> [UInt8]

  package init(
    count: Int, headers: HTTPFields = [.contentType: "application/octet-stream"],
    status: Int? = nil, next: @escaping @Sendable () async throws -> [UInt8]
  ) {
    self.count = count
    self.headers = headers
    self.status = status
    self.next = next
  }

  /// The bytes of a file, or the range of them that is asked for (RFC 9110, section 14).
  ///
  /// - Parameters:
  ///   - tag: changes with the bytes.
  ///   - open: begins to read at a place; what it gives is the next bytes, empty at the end.
  /// - Throws: `range_not_satisfiable`; what `open` throws.
  package init(
    of count: Int, tag: String, for head: HTTPRequest,
    open: (Int) async throws -> @Sendable (Int) async throws -> [UInt8]
  ) async throws {
    var headers: HTTPFields = [
      .contentType: "application/octet-stream", .eTag: "\"\(tag)\"", .acceptRanges: "bytes",
    ]
    let part: Range<Int>
    let isPart: Bool
    let condition = HTTPField.Name("If-Range").flatMap { head.headerFields[$0] }
    let field = condition == nil || condition == "\"\(tag)\"" ? head.headerFields[.range] : nil
    switch PageRange(head.method == .get ? field : nil, of: count) {
    case .whole: (part, isPart) = (0..<count, false)
    case .part(let range): (part, isPart) = (range, true)
    case .unsatisfiable: throw Problem(.rangeNotSatisfiable)
    }
    if isPart {
      headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)"
    }
    let read = try await open(part.lowerBound)
    let rest = Mutex(part.count)
    self.init(count: part.count, headers: headers, status: isPart ? 206 : nil) {
      let most = rest.withLock { min($0, Self.pieceBytes) }
      guard most > 0 else { return [] }
      let bytes = try await read(most)
      // A file that has become shorter ends the connection, not the answer.
      guard !bytes.isEmpty, bytes.count <= most else { throw Problem(.unavailable) }
      rest.withLock { $0 -= bytes.count }
      return bytes
    }
  }

  private static let pieceBytes = 256 << 10
}

extension GroveRouter {
  /// A route that takes bytes as they arrive, for what is too large to hold.
  package func onUpload<Value: Sendable>(
    _ route: Route<RawBody, Value>, limits: RouteLimits = RouteLimits(),
    _ handler:
      @escaping @Sendable (ServedRequest<NoBody>, Caller, IncomingBytes) async throws ->
      Value
  ) {
    guard let writer = AnswerWriter<Value>.choose() else {
      mistakes.append(RegistrationError("\(route.name): an answer of no known kind"))
      return
    }
    let (gate, settings, bodies, authenticator) = (gate, settings, bodies, authenticator)
    let limiter = CallLimiter(limits, of: route.name, among: settings.rates)
    add(route, .required, isStream: false) { request, context in
      let caller = try await gate.admit(request.head, limiter, context)
      let hold = BodyReservation(
        store: bodies,
        owner: BodyOwner(
          account: authenticator.rateLimitKey(of: caller),
          address: settings.clientAddress(request.headers, context)))
      defer { hold.giveBack() }
      // What the handler gathers before it writes it down.
      try hold.take(memory: min(limits.body, bodies.limits.inMemory))
      let bytes = try IncomingBytes(request, context, limit: limits.body, hold)
      let served = ServedRequest(
        body: NoBody(), head: request.head, context: context,
        settings: settings)
      return try writer.write(try await handler(served, caller, bytes), route.status, [:])
    }
  }

  /// A route that answers bytes piece by piece.
  package func onDownload(
    _ route: Route<NoBody, RawBody>, limits: RouteLimits = RouteLimits(),
    _ handler: @escaping @Sendable (ServedRequest<NoBody>, Caller) async throws -> OutgoingBytes
  ) {
    let (gate, settings) = (gate, settings)
    let limiter = CallLimiter(limits, of: route.name, among: settings.rates)
    add(route, .required, isStream: false) { request, context in
      let caller = try await gate.admit(request.head, limiter, context)
      let served = ServedRequest(
        body: NoBody(), head: request.head, context: context,
        settings: settings)
      let answer = try await handler(served, caller)
      let body = ResponseBody(contentLength: answer.count) { writer in
        while case let piece = try await answer.next(), !piece.isEmpty {
          try await writer.write(ByteBuffer(bytes: piece))
        }
        try await writer.finish(nil)
      }
      return Response(
        status: .init(code: answer.status ?? route.status), headers: answer.headers, body: body)
    }
  }
}
