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

  public init(
    _ name: String, _ method: HTTPMethod, _ path: String,
    _ authentication: RouteAuthentication = .required, status: Int = 200
  ) {
    self.name = name
    self.method = method
    self.path = path
    self.authentication = authentication
    self.status = status
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

  /// The route without its types, for tables and documents.
  public var description: RouteDescription {
    RouteDescription(
      name: name, method: method, path: path, authentication: authentication, status: status,
      request: "\(Request.self)", response: "\(Response.self)")
  }
}

/// A route's row in a table: what `openapi.yaml` and the server's register are compared with.
public struct RouteDescription: Hashable, Sendable {
  public let name: String
  public let method: HTTPMethod
  public let path: String
  public let authentication: RouteAuthentication
  public let status: Int
  public let request: String
  public let response: String
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
