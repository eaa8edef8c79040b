import Foundation
import GroveClient

/// A program that keeps files on a drive over WebDAV, and knows nothing of Grove: an address, a name and a password.
struct DriveProgram: Sendable {
  private let address: String
  private let credentials: String
  private let transport = HTTPClientTransport()

  /// - Parameter password: an app password.
  init(origin: String, account: String, password: String) {
    address = origin + "/drive"
    credentials = "Basic " + Data("\(account):\(password)".utf8).base64EncodedString()
  }

  /// - Returns: the status, and what was answered.
  func ask(
    _ method: String, _ path: String, _ body: String? = nil, _ headers: [ClientHeader] = []
  ) async throws -> (status: Int, text: String) {
    let answer = try await transport.send(
      ClientRequest(
        url: address + path, method: method,
        headers: [ClientHeader("Authorization", credentials)] + headers,
        body: body.map { Array($0.utf8) }))
    return (answer.status, String(decoding: answer.body, as: UTF8.self))
  }

  /// - Parameters:
  ///   - path: as it stands in an address.
  ///   - other: the same.
  /// - Returns: the status.
  func move(_ path: String, to other: String) async throws -> Int {
    try await ask("MOVE", path, nil, [ClientHeader("Destination", address + other)]).status
  }
}
