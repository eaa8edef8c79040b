package import GroveWire
package import HTTPTypes
import Hummingbird
import NIOCore

/// One request to a tree of addresses that speaks another protocol than the routes do: WebDAV. What it needs of the
/// server around it, and nothing looked at yet.
package struct TreeRequest: Sendable {
  package let head: HTTPRequest
  private let request: Request
  private let context: GroveRequestContext
  private let settings: RouterSettings
  private let bodies: BodyStore
  private let limiter: CallLimiter

  init(
    _ request: Request, _ context: GroveRequestContext, _ settings: RouterSettings,
    _ bodies: BodyStore, _ limiter: CallLimiter
  ) {
    head = request.head
    self.request = request
    self.context = context
    self.settings = settings
    self.bodies = bodies
    self.limiter = limiter
  }

  package var headers: HTTPFields { head.headerFields }
  /// As limits count it.
  package var clientAddress: String { settings.clientAddress(headers, context) }
  /// Names the request in the log and in a problem body.
  package var id: String { context.id }
  package var announcesBody: Bool { RequestBodyReading.announcesBody(headers) }

  /// Whether a page of this server asks, which a browser says; what a program shows for itself comes first otherwise.
  package var isFromOwnPage: Bool {
    SameOrigin(publicOrigin: settings.publicOrigin).isOurs(head) == true
  }

  /// The cookie of the session in which a page of this server asks. Other pages show it in vain, also for what only
  /// reads.
  /// - Parameter name: nil where sessions have no cookie.
  package func sessionOfPage(cookieName name: String?) -> Credential? {
    let isProgram = !isFromOwnPage && headers[.authorization] != nil
    guard let name, !isProgram, SameOrigin(publicOrigin: settings.publicOrigin).isOfOwnPage(head),
      let token = RequestCookie.value(of: name, in: headers)
    else { return nil }
    return Credential(kind: .cookie, token: token)
  }

  /// Counts a request of somebody who has shown a credential, whose connection is kept for them.
  /// - Throws: `rate_limited`.
  package func recognise(as account: String) throws(Problem) {
    context.connection?.recognise(as: account)
    try limiter.count(caller: account)
  }

  /// A small body, as a whole.
  /// - Throws: as `IncomingBytes.forEach`.
  package func collect(limit: Int, for account: String) async throws(Problem) -> [UInt8] {
    let hold = bodies.hold(for: headers) { owner(account) }
    defer { hold?.giveBack() }
    return try await RequestBodyReading.collect(request, context, limit: limit, hold)
  }

  /// A body of any size, as it arrives. Whoever takes it counts what it is on disk.
  /// - Throws: `too_large`, `rate_limited`, `unavailable`, `malformed`.
  package func bytes(limit: Int, for account: String) throws(Problem) -> IncomingBytes {
    let hold = BodyReservation(store: bodies, owner: owner(account))
    try hold.take(memory: bodies.limits.inMemory)
    return try IncomingBytes(request, context, limit: limit, hold, countsDisk: false)
  }

  /// How many bytes the body announces to have.
  /// - Throws: `malformed`.
  package var declaredLength: Int? {
    get throws(Problem) { try RequestBodyReading.declaredLength(headers) }
  }

  /// Room for a piece of a large answer, taken before the piece is read.
  /// - Throws: `unavailable`.
  package func room(_ bytes: Int, for account: String) async throws -> ByteReservation {
    try await settings.answers.take(bytes, for: account)
  }

  private func owner(_ account: String) -> BodyOwner {
    BodyOwner(account: account, address: clientAddress)
  }
}

/// What a tree answers.
package struct TreeAnswer: Sendable {
  package enum Body: Sendable {
    case none
    case bytes([UInt8])
    case file(OutgoingBytes)
    /// Piece by piece; nil at the end.
    case pieces(@Sendable () async throws -> LargeAnswer?)
  }

  package var status: Int
  package var headers: HTTPFields
  package var body: Body

  package init(_ status: Int, headers: HTTPFields = [:], _ body: Body = .none) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A refusal as every route has it.
  package init(_ problem: Problem, requestID: String?) {
    var problem = problem
    problem.requestID = requestID
    var headers: HTTPFields = [.contentType: Problem.mediaType]
    if let wait = problem.retryAfter { headers[.retryAfter] = String(wait) }
    self.init(problem.status, headers: headers, .bytes(problem.json))
  }
}

/// A registered tree.
struct TreeEndpoint: Sendable {
  let prefix: String
  let name: String
  let methods: [HTTPRequest.Method]
  let limits: RouteLimits
  let respond: @Sendable (TreeRequest) async throws -> TreeAnswer
}

extension GroveRouter {
  /// Everything at an address and below it, in one handler's hands. It is in no table of routes: what it speaks is
  /// another's standard, and no document of ours could say it better.
  ///
  /// - Parameter methods: those that it answers; all others are refused.
  package func onTree(
    _ prefix: String, name: String, methods: [String], limits: RouteLimits = RouteLimits(),
    _ handler: @escaping @Sendable (TreeRequest) async throws -> TreeAnswer
  ) {
    trees.append(
      TreeEndpoint(
        prefix: prefix, name: name, methods: methods.compactMap { HTTPRequest.Method($0) },
        limits: limits, respond: handler))
  }

  func addTree(_ tree: TreeEndpoint, to router: Router<GroveRequestContext>) {
    let errors = ErrorHandler(settings: settings, name: tree.name)
    let limiter = CallLimiter(tree.limits, of: tree.name, among: settings.rates)
    let (settings, bodies) = (settings, bodies)
    let allow = tree.methods.map(\.rawValue).sorted().joined(separator: ", ")
    for method in Set(tree.methods).union(MethodRouter.known) {
      let isAnswered = tree.methods.contains(method)
      let responder = CallbackResponder<GroveRequestContext> { request, context in
        await errors.serve(request, context, allow: isAnswered ? nil : allow) { request, context in
          guard isAnswered else { throw Problem(.methodNotAllowed) }
          let answer = try await tree.respond(
            TreeRequest(request, context, settings, bodies, limiter))
          return Self.response(to: request, answer, context)
        }
      }
      for path in [tree.prefix, tree.prefix + "/**"] {
        router.on(RouterPath(path), method: method, responder: responder)
      }
    }
  }

  private static func response(
    to request: Request, _ answer: TreeAnswer, _ context: GroveRequestContext
  ) -> Response {
    var headers = answer.headers
    // Rather than read on for as long as the client likes to send.
    if answer.status >= 400, RequestBodyReading.announcesMuch(request.headers) {
      headers[.connection] = "close"
    }
    let response = Response(
      status: .init(code: answer.status), headers: headers, body: body(answer.body, context))
    return request.method == .head ? response.createHeadResponse() : response
  }

  private static func body(_ body: TreeAnswer.Body, _ context: GroveRequestContext) -> ResponseBody
  {
    switch body {
    case .none: ResponseBody()
    case .bytes(let bytes): ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
    case .file(let bytes):
      ResponseBody(contentLength: bytes.count) { writer in
        while case let piece = try await bytes.next(), !piece.isEmpty {
          try await writer.write(ByteBuffer(bytes: piece))
        }
        try await writer.finish(nil)
      }
    case .pieces(let next):
      ResponseBody { writer in
        while let large = try await next() {
          let channel = context.channel
          large.share.onGiveUp { channel.close(promise: nil) }
          for piece in ChunkedWriter.pieces(of: large.bytes) {
            try await writer.write(ByteBuffer(bytes: piece))
            large.share.noteProgress()
          }
        }
        try await writer.finish(nil)
      }
    }
  }
}
