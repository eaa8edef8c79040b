import GroveIdentity
import GroveWire

/// A response as it came over the wire.
struct RawResponse {
  var status: Int
  /// Lower-case names.
  var headers: [String: String]
  var body: String

  var problem: Problem? { try? StrictJSON.decode(Problem.self, from: Array(body.utf8)) }
  var code: ProblemCode? { problem?.code }
}

extension RawConnection {
  /// Reads one response; a body only where a length is given and the request was no `HEAD`.
  func readResponse(hasBody: Bool = true) async throws -> RawResponse {
    let head = try await read(through: "\r\n\r\n").split(separator: "\r\n")
    var headers: [String: String] = [:]
    for line in head.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].dropFirst()) : ""
    }
    let status = head.first.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
    let length = hasBody ? headers["content-length"].flatMap { Int($0) } ?? 0 : 0
    return RawResponse(
      status: status, headers: headers, body: length > 0 ? try await read(count: length) : "")
  }

  /// Sends one request and reads its answer.
  func ask(
    _ method: String, _ path: String, headers: [String] = [], json: String? = nil
  ) async throws -> RawResponse {
    var lines = ["\(method) \(path) HTTP/1.1", "Host: test"] + headers
    if let json {
      lines += ["Content-Type: application/json", "Content-Length: \(json.utf8.count)"]
    }
    try await send((lines + ["", json ?? ""]).joined(separator: "\r\n"))
    return try await readResponse(hasBody: method != "HEAD")
  }
}
