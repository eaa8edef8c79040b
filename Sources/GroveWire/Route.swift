/// One route, declared once for both ends: the client builds requests from it, the server registers
/// its handler under it, so that they cannot drift apart (design 6).
public struct Route<Request: Sendable, Response: Sendable>: Sendable {
  /// The name used in logs, metrics and the OpenAPI document (`operationId`).
  public let name: String
  public let method: HTTPMethod
  /// `/collab/v1/collaborations/{collaborationID}/proof`: segments in braces are parameters.
  public let path: String
  public let authentication: RouteAuthentication
  /// What success answers.
  public let status: Int
  /// What it does, in a sentence or two for those who call it.
  public let summary: String
  /// What may stand in the query, and header fields that mean something here.
  public let parameters: [RouteParameter]
  /// What it refuses with, beyond what every route may answer (`RouteDescription.problemCodes`).
  public let refusals: [ProblemCode]
  /// A page that links lead to: what others append to a link is not refused. Everywhere else a
  /// member of the query that means nothing is `malformed`.
  public let takesAnyQuery: Bool

  public init(
    _ name: String, _ method: HTTPMethod, _ path: String,
    _ authentication: RouteAuthentication = .required, status: Int = 200, summary: String = "",
    parameters: [RouteParameter] = [], refusals: [ProblemCode] = [], takesAnyQuery: Bool = false
  ) {
    self.name = name
    self.method = method
    self.path = path
    self.authentication = authentication
    self.status = status
    self.summary = summary
    self.parameters = parameters
    self.refusals = refusals
    self.takesAnyQuery = takesAnyQuery
  }

  /// The path with its parameters filled in, percent-encoded, in the order they appear.
  ///
  /// - Precondition: none; a missing value leaves the segment's name in place, which no server
  ///   route matches, so a programming mistake is answered with 404 and not with a crash.
  public func path(_ parameters: [String] = [], query: [(String, String)] = []) -> String {
    var values = parameters[...]
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      segment.hasPrefix("{")
        ? values.popFirst().map(PercentEncoding.encode) ?? String(segment) : String(segment)
    }
    let pairs = query.map {
      PercentEncoding.encode($0.0) + "=" + PercentEncoding.encode($0.1)
    }
    let text = segments.joined(separator: "/")
    return pairs.isEmpty ? text : text + "?" + pairs.joined(separator: "&")
  }

  /// The members its query may have.
  public var queryNames: [String] { parameters.filter { $0.place == .query }.map(\.name) }

  /// The route without its types, for tables and documents.
  public var description: RouteDescription {
    RouteDescription(
      name: name, method: method, path: path, authentication: authentication, status: status,
      request: "\(Request.self)", response: "\(Response.self)", summary: summary,
      parameters: parameters, refusals: refusals)
  }
}

/// A route's row in a table: what `openapi.yaml` is written from and the server's register is
/// compared with.
public struct RouteDescription: Hashable, Sendable {
  public let name: String
  public let method: HTTPMethod
  public let path: String
  public let authentication: RouteAuthentication
  public let status: Int
  public let request: String
  public let response: String
  public let summary: String
  public let parameters: [RouteParameter]
  public let refusals: [ProblemCode]

  /// Every code it may be refused with: its own, and those of its kind.
  ///
  /// A server never answers another one: its tests run with an assertion that says so.
  public var problemCodes: Set<ProblemCode> {
    var codes = Set(refusals).union([
      .malformed, .tooLarge, .headerTooLarge, .requestTimeout, .expectationFailed, .rateLimited,
      .unavailable, .internalError,
    ])
    if authentication == .required { codes.insert(.unauthenticated) }
    if authentication == .required, path.hasPrefix("/collab/") {
      codes.formUnion([.accountDisabled, .accountTaken])
    }
    if path.contains("{") { codes.insert(.notFound) }
    if request != "NoBody" { codes.insert(.unsupportedMediaType) }
    if method != .get { codes.insert(.outcomeUnknown) }
    return codes
  }
}

/// The methods in use.
public enum HTTPMethod: String, Hashable, Sendable {
  case get = "GET"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
}

/// Who may call a route.
public enum RouteAuthentication: Hashable, Sendable {
  /// Anybody.
  case none
  /// A bearer token (or, for pages of the collaboration server, the session cookie).
  case required
}

/// A request or an answer without a body.
public struct NoBody: Hashable, Sendable, Codable {
  public init() {}
}

/// A request or an answer whose body is bytes as they are (`application/octet-stream`).
public struct RawBody: Hashable, Sendable {
  public var bytes: [UInt8]
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// An answer that is a stream of server-sent events, each carrying one JSON value.
public struct EventStream<Event: Sendable>: Sendable {}
