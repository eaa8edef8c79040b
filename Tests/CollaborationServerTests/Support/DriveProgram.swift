import Foundation
import GroveClient
import GroveWire

/// A program that speaks WebDAV with a password of its own.
struct DriveProgram: Sendable {
  let server: CollaborationTestServer
  let user: String
  let password: String

  init(_ server: CollaborationTestServer, _ name: String) async throws {
    let made = try await server.client(name).makeAppPassword(named: "test")
    self.init(server, name, password: made.password)
  }

  init(_ server: CollaborationTestServer, _ name: String, password: String) {
    self.server = server
    user = "\(name)@docs.example"
    self.password = password
  }

  /// - Parameter path: below `/drive`, percent-encoded.
  func send(
    _ method: String, _ path: String, _ headers: [String: String] = [:], _ body: [UInt8]? = nil
  ) async throws -> ClientResponse {
    let basic = Data("\(user):\(password)".utf8).base64EncodedString()
    let all = headers.merging(["Authorization": "Basic \(basic)"]) { $1 }
    return try await server.send(
      method, "/drive" + path, headers: all.map { ClientHeader($0.key, $0.value) }, body: body,
      type: headers["Content-Type"] == nil && body != nil ? "text/plain" : nil)
  }

  func put(_ path: String, _ body: [UInt8], _ headers: [String: String] = [:]) async throws
    -> ClientResponse
  {
    try await send("PUT", path, headers, body)
  }

  func text(_ path: String, depth: String, _ body: String? = nil) async throws -> String {
    let answer = try await send("PROPFIND", path, ["Depth": depth], body.map { Array($0.utf8) })
    return String(decoding: answer.body, as: UTF8.self)
  }
}
