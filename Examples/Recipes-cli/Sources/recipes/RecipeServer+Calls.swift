import FoundationNetworking
import SharedWithYou

extension RecipeServer {
  func post<Answer: Decodable>(_ path: String, _ body: [String: Any]) async throws -> Answer {
    try await call("POST", path, body)
  }

  func call<Answer: Decodable>(_ method: String, _ path: String, _ body: [String: Any])
    async throws -> Answer
  {
    try await call(method, path, body: try JSONSerialization.data(withJSONObject: body))
  }

  func call<Answer: Decodable>(_ method: String, _ path: String, body: Data? = nil)
    async throws -> Answer
  {
    try await call(method, path: "/collab/v1/" + path, body: body)
  }

  func call<Answer: Decodable>(_ method: String, path: String, body: Data? = nil)
    async throws -> Answer
  {
    try JSONDecoder().decode(Answer.self, from: await data(method, path, body))
  }

  /// Whose answer has no body.
  func change(_ method: String, _ path: String, body: Data) async throws {
    _ = try await data(method, "/collab/v1/" + path, body)
  }

  private func data(_ method: String, _ path: String, _ body: Data?) async throws -> Data {
    guard let url = URL(string: origin + path) else {
      throw RecipeError("\(origin) is not a server's address.")
    }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body
    if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    let data: Data
    let response: URLResponse
    do {
      (data, response) = try await URLSession.shared.data(for: request)
    } catch {
      throw RecipeError("The server \(origin) cannot be reached.")
    }
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard (200..<300).contains(status) else {
      let problem = try? JSONDecoder().decode(Problem.self, from: data)
      throw RecipeError(problem?.title ?? "The server answered \(status).")
    }
    return data
  }
}

/// Every refusal says why in its title (RFC 9457).
private struct Problem: Decodable {
  var title: String
}

extension Data {
  var base64url: String {
    base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }

  init?(base64url: String) {
    let plain = base64url.replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
  }
}

extension UUID {
  /// The sixteen bytes, as the server wants request identifiers.
  var base64url: String { withUnsafeBytes(of: uuid) { Data($0) }.base64url }
}

extension String {
  var pathEncoded: String {
    addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-._~")))
      ?? self
  }
}
