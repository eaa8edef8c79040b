import GroveIdentity
import GroveWire

/// Turns a route and its body into a request, and the answer into a value or a `ClientError`: the
/// only place that knows how a route looks on the wire, for every client of this package.
struct RouteCaller: Sendable {
  let origin: Origin
  let transport: any ClientTransport
  let credentials: any CredentialSource
  /// Waits so many seconds before a request whose outcome is not known is asked again.
  var pause: @Sendable (Int) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }

  /// A route with a JSON answer.
  func call<Request: Sendable, Answer: Decodable & Sendable>(
    _ route: Route<Request, Answer>, _ body: RequestBody = .none, path: [String] = [],
    query: [(String, String)] = [], headers: [ClientHeader] = [], idleLimit: Int = 30
  ) async throws(ClientError) -> Answer {
    let bytes = try await answer(
      to: route.description, body, route.path(path, query: query), headers, idleLimit: idleLimit)
    if let nothing = NoBody() as? Answer { return nothing }
    do {
      return try StrictJSON.decode(Answer.self, from: bytes)
    } catch {
      throw .badAnswer("the answer's body does not have the expected form")
    }
  }

  /// A route that answers bytes as they are.
  func call<Request: Sendable>(
    _ route: Route<Request, RawBody>, _ body: RequestBody = .none, path: [String] = []
  ) async throws(ClientError) -> [UInt8] {
    try await answer(to: route.description, body, route.path(path), idleLimit: 30)
  }

  /// Opens an event stream once; the caller decides about reconnecting.
  func open<Event>(
    _ route: Route<NoBody, EventStream<Event>>, path: [String], lastEventID: String?
  ) async throws(ClientError) -> ClientStream {
    var extra = [ClientHeader("Accept", "text/event-stream")]
    if let lastEventID { extra.append(ClientHeader("Last-Event-ID", lastEventID)) }
    let description = route.description
    let path = route.path(path)
    return try await authenticated(description) { fields throws(ClientError) in
      // Three missed heartbeats (design 6) mean that nobody is there any more.
      let request = request(description, path, .none, fields + extra, idleLimit: 50)
      let stream = try await transport.open(request)
      guard stream.status == description.status else {
        throw try await Self.problem(in: stream)
      }
      return stream
    }
  }

  /// Bytes as they are, piece by piece: all of them, or the part that a `Range` field asks for.
  func open(
    _ route: Route<NoBody, RawBody>, path: [String], query: [(String, String)],
    headers: [ClientHeader]
  ) async throws(ClientError) -> ClientStream {
    let description = route.description
    let path = route.path(path, query: query)
    return try await authenticated(description) { fields throws(ClientError) in
      let stream = try await transport.open(
        request(description, path, .none, fields + headers, idleLimit: 30))
      guard stream.status == description.status || stream.status == 206 else {
        throw try await Self.problem(in: stream)
      }
      return stream
    }
  }

  /// What the server answers. Where it could not say whether it carried the request out, it is asked
  /// again, with the same identifiers; until it says so the outcome stays unknown, whatever keeps it
  /// from answering meanwhile.
  private func answer(
    to route: RouteDescription, _ body: RequestBody, _ path: String,
    _ headers: [ClientHeader] = [], idleLimit: Int
  ) async throws(ClientError) -> [UInt8] {
    let first: ClientError
    do {
      return try await answerOnce(to: route, body, path, headers, idleLimit: idleLimit)
    } catch {
      first = error
    }
    guard first.problemCode == .outcomeUnknown, route.mayBeAskedAgain else { throw first }
    for seconds in Self.pausesBeforeAskingAgain {
      do { try await pause(seconds) } catch { throw .cancelled }
      do {
        return try await answerOnce(to: route, body, path, headers, idleLimit: idleLimit)
      } catch {
        if error == .cancelled || !error.isTemporary { throw error }
      }
    }
    throw first
  }

  private static let pausesBeforeAskingAgain = [1, 2, 4]

  private func answerOnce(
    to route: RouteDescription, _ body: RequestBody, _ path: String, _ headers: [ClientHeader],
    idleLimit: Int
  ) async throws(ClientError) -> [UInt8] {
    try await authenticated(route) { fields throws(ClientError) in
      let request = request(route, path, body, fields + headers, idleLimit: idleLimit)
      let response = try await transport.send(request)
      guard response.status == route.status else { throw Self.problem(response) }
      return response.body
    }
  }

  /// Runs `work` with the caller's credentials, and once more where they had to be renewed.
  private func authenticated<Answer: Sendable>(
    _ route: RouteDescription,
    _ work: ([ClientHeader]) async throws(ClientError) -> Answer
  ) async throws(ClientError) -> Answer {
    guard route.authentication == .required else { return try await work([]) }
    let fields = try await credentials.headers()
    do {
      return try await work(fields)
    } catch  where error.problemCode == .unauthenticated {
      guard try await credentials.renew(fields) else { throw error }
    }
    return try await work(try await credentials.headers())
  }

  private func request(
    _ route: RouteDescription, _ path: String, _ body: RequestBody, _ fields: [ClientHeader],
    idleLimit: Int
  ) -> ClientRequest {
    var headers = fields
    if let type = body.contentType { headers.append(ClientHeader("Content-Type", type)) }
    return ClientRequest(
      url: origin.text + path, method: route.method.rawValue, headers: headers, body: body.bytes,
      idleLimit: idleLimit)
  }

  /// What a refusal's body says; anything that is no problem body is a bad answer, except that a
  /// status of 500 and above means the same from whatever stands in between.
  static func problem(_ response: ClientResponse) -> ClientError {
    if let problem = try? StrictJSON.decode(Problem.self, from: response.body) {
      return .problem(problem)
    }
    return response.status >= 500
      ? .unreachable("the server answered with status \(response.status)")
      : .badAnswer("the answer has status \(response.status) and no problem body")
  }

  private static func problem(in stream: ClientStream) async throws(ClientError) -> ClientError {
    var body: [UInt8] = []
    do {
      for try await chunk in stream.chunks where body.count < 65_536 { body += chunk }
    } catch {
      throw error as? ClientError ?? .unreachable("the connection broke")
    }
    return problem(ClientResponse(status: stream.status, body: body))
  }
}
