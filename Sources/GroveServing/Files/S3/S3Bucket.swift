import AsyncHTTPClient
import Crypto
import Foundation
import GroveWire
import NIOCore
import NIOHTTP1
import ServiceLifecycle
import Synchronization

/// Whole files in a bucket of an S3-compatible object storage: put, read from a place on, and removed.
///
/// Every call can be repeated, and is, three times, where the storage does not answer or says that it cannot just now.
/// What was put is durable when the storage has said so; it checks the hash of what came.
package final class S3Bucket: Service, Sendable {
  /// The storage does not answer, or refuses.
  package struct Failure: Error, CustomStringConvertible, Sendable {
    /// One line, without anything secret.
    package let description: String
    fileprivate var isPassing = true
  }

  /// What the storage said.
  private struct Answer {
    var status: Int
    var headers: HTTPHeaders
    var body: [UInt8]
  }

  private static let attempts = 3
  private static let emptyHash = S3Signature.hash([])
  /// Bytes that are read of an answer that is no file.
  private static let answerLimit = 64 << 10

  package let address: S3Address
  private let signature: S3Signature
  /// Made when the first file is asked for: a server that does not start has none to close.
  private let client = Mutex<HTTPClient?>(nil)
  private let now: @Sendable () -> Int

  /// - Parameter now: seconds since 1970.
  package init(_ address: S3Address, now: @escaping @Sendable () -> Int) {
    self.address = address
    self.now = now
    signature = S3Signature(
      accessKeyID: address.accessKeyID, secretAccessKey: address.secretAccessKey,
      region: address.region)
  }

  private func connected() -> HTTPClient {
    client.withLock { client in
      if let client { return client }
      var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
      configuration.timeout.connect = .seconds(5)
      // Between two pieces of an answer.
      configuration.timeout.read = .seconds(60)
      // `repeated` does, and not for as long as a request may take.
      configuration.connectionPool.retryConnectionEstablishment = false
      let made = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
      client = made
      return made
    }
  }

  /// Ends the connections there are; the bucket is of no use then.
  func disconnect() async throws {
    try await client.withLock { $0 }?.shutdown()
  }

  /// Keeps the connections until nothing asks for files any more.
  package func run() async throws {
    try? await gracefulShutdown()
    try await disconnect()
  }

  /// A whole file under a name, in place of what is there.
  /// - Parameters:
  ///   - hash: SHA-256 of all of it, 64 hexadecimal digits.
  ///   - pieces: from the beginning, each time it is called.
  func put(
    _ name: String, size: Int, hash: String, pieces: () -> KeptFilePieces
  ) async throws {
    try await repeated {
      var request = request(.PUT, name, hash: hash)
      request.body = .stream(pieces(), length: .known(Int64(size)))
      // At least a megabyte a second.
      _ = try await answer(of: response(to: request, within: .seconds(30 + Int64(size >> 20))), 200)
    }
  }

  /// - Returns: the bytes from a position to the end, as fast as they are taken; nil where there is no such file.
  func stream(_ name: String, from position: Int) async throws -> HTTPClientResponse.Body? {
    try await repeated {
      var request = request(.GET, name)
      request.headers.add(name: "range", value: "bytes=\(position)-")
      let response = try await response(to: request)
      if response.status == .partialContent { return response.body }
      _ = try await answer(of: response, 404)
      return nil
    }
  }

  /// - Returns: how many bytes it has; nil where there is no such file.
  func size(_ name: String) async throws -> Int? {
    try await repeated {
      let answer = try await answer(of: response(to: request(.HEAD, name)), 200, 404)
      guard answer.status == 200 else { return nil }
      guard let size = answer.headers.first(name: "content-length").flatMap(Int.init) else {
        throw Failure(description: "does not say how large a file is")
      }
      return size
    }
  }

  /// Where there is no such file nothing happens.
  func remove(_ name: String) async throws {
    try await repeated {
      _ = try await answer(of: response(to: request(.DELETE, name)), 200, 204, 404)
    }
  }

  /// Tries what is needed of it, and closes its connections: for who looks once.
  /// - Returns: in words, why it is of no use; nil where it is.
  package func problem() async -> String? {
    let found: String?
    do {
      found = try await fault()
    } catch {
      found = (error as? Failure)?.description ?? "\(error)"
    }
    try? await disconnect()
    return found
  }

  private func fault() async throws -> String? {
    let (name, byte): (String, [UInt8]) = ("doctor", [1])
    try await put(name, size: 1, hash: S3Signature.hash(byte)) {
      KeptFilePieces(size: 1) { _ in byte }
    }
    let body = try await stream(name, from: 0)
    guard try await body?.collect(upTo: Self.answerLimit) == ByteBuffer(bytes: byte) else {
      return "does not give back what was put there"
    }
    try await remove(name)
    do {
      return try await size(name) == nil ? nil : "does not remove what was put there"
    } catch {
      // A storage hides what there is from whoever may not list it.
      return "does not say that a file is not there: allow the key to list the bucket"
    }
  }

  private func request(_ method: NIOHTTP1.HTTPMethod, _ name: String, hash: String = emptyHash)
    -> HTTPClientRequest
  {
    let (path, time) = (address.path + name, S3Signature.time(now()))
    let fields = ["host": address.host, "x-amz-content-sha256": hash, "x-amz-date": time]
    let signed = S3Signature.Request(
      method: method.rawValue, path: path, fields: fields, contentHash: hash)
    var request = HTTPClientRequest(url: address.endpoint + path)
    request.method = method
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      request.headers.add(name: name, value: value)
    }
    request.headers.add(
      name: "authorization", value: signature.authorization(of: signed, at: time))
    return request
  }

  private func response(
    to request: HTTPClientRequest, within time: TimeAmount = .seconds(30)
  ) async throws -> HTTPClientResponse {
    do {
      return try await connected().execute(request, timeout: time)
    } catch {
      throw Self.failure(error)
    }
  }

  /// What a connection does wrong; what is nothing of the storage's stays what it is.
  private static func failure(_ error: any Error) -> any Error {
    if error is CancellationError || error is Problem { return error }
    let said = (error as? HTTPClientError)?.shortDescription ?? "there is no connection"
    return Failure(description: "does not answer: \(said)")
  }

  private func answer(of response: HTTPClientResponse, _ expected: Int...) async throws -> Answer {
    var body: [UInt8] = []
    do {
      // Read, so that the connection is of use for the next one.
      body += try await response.body.collect(upTo: Self.answerLimit).readableBytesView
    } catch is NIOTooManyBytesError {
      // It says what it is by its status.
    } catch {
      throw Self.failure(error)
    }
    let answer = Answer(
      status: Int(response.status.code), headers: response.headers, body: body)
    guard !expected.contains(answer.status) else { return answer }
    throw Failure(
      description:
        "answers \(answer.status)\(Self.reason(in: String(decoding: body, as: UTF8.self)))",
      isPassing: answer.status >= 500 || answer.status == 429)
  }

  /// In XML: `<Code>AccessDenied</Code>`.
  private static func reason(in text: String) -> String {
    let code = text.split(separator: "<").first { $0.hasPrefix("Code>") }?.dropFirst(5)
      .prefix { $0.isASCII && $0.isLetter }.prefix(64)
    return code.map { " (\($0))" } ?? ""
  }

  private func repeated<Value>(_ call: () async throws -> Value) async throws -> Value {
    var attempt = 1
    while true {
      do {
        return try await call()
      } catch {
        guard (error as? Failure)?.isPassing == true, attempt < Self.attempts, !Task.isCancelled
        else { throw error }
        try await Task.sleep(for: .milliseconds(100 << (2 * attempt)))
        attempt += 1
      }
    }
  }
}
