import Dispatch
import FoundationNetworking
import SharedWithYou

/// The app's connection to its server, for the account that is signed in.
// Everything that changes is behind the lock.
public final class APIController: @unchecked Sendable {
  enum Failure: Error {
    case status(Int, String)
    case answer
  }

  private let lock = NSLock()
  private var server = ""
  private var token = ""
  private var document = ""
  private var collaboration = ""
  private var roots: [Data] = []

  public init() {}

  /// - Parameters:
  ///   - document: what the content with the listing's local identifier is called on the server.
  ///   - collaboration: what is being opened.
  public func configure(
    server: String, token: String, document: String = "", collaboration: String = ""
  ) {
    lock.withLock {
      (self.server, self.token, self.document, self.collaboration) =
        (server, token, document, collaboration)
    }
  }

  var documentID: String { lock.withLock { document } }
  var collaborationID: String { lock.withLock { collaboration } }
  func keep(root: Data) { lock.withLock { roots.append(root) } }
  /// Roots computed from the proofs that were sent, as the listing of 21:20 computes them.
  public var computedRoots: [Data] { lock.withLock { roots } }

  @discardableResult
  func send<Request: ServerRequest>(request: Request) async throws -> Request.Response {
    try await request.send(with: self)
  }

  func post(_ path: String, _ body: [String: any Sendable]?) async throws -> [String: Any] {
    try await post(path, body: body.map { try JSONSerialization.data(withJSONObject: $0) })
  }

  func post(_ path: String, body: Data?) async throws -> [String: Any] {
    let (server, token) = lock.withLock { (self.server, self.token) }
    guard let url = URL(string: server + path) else { throw Failure.answer }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.timeoutInterval = 20
    request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization")
    if let body {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = body
    }
    let (data, response) = try await URLSession.shared.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard (200..<300).contains(status) else {
      throw Failure.status(status, String(decoding: data, as: UTF8.self))
    }
    return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// Sixteen bytes, base64url.
  static func requestID() -> String {
    Data((0..<16).map { _ in UInt8.random(in: 0...255) }).base64URL
  }
}

/// The sender's, as the listings use it.
public let apiController = APIController()

extension Data {
  var base64URL: String {
    base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }

  init?(base64URL text: String) {
    let standard = text.replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    self.init(
      base64Encoded: standard + String(repeating: "=", count: (4 - standard.count % 4) % 4))
  }
}
