import Crypto
import Foundation
import GroveIdentity
import GroveMessage
import GroveWire
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import Testing

/// A push service and a browser in one, on a real socket. It reads what is posted from the RFCs alone and
/// uses nothing of what made it: `Authorization` by RFC 8292 and 7519, the body by RFC 8188 and 8291.
final class LocalPushService: Sendable {
  /// One push, its token verified and its body opened.
  struct Push: Sendable {
    var path: String
    var content: String
    var bodyBytes: Int
    var timeToLive: String?
    var topic: String?
    var urgency: String?
    var claims: Claims
    var serverKey: [UInt8]
  }

  struct Claims: Decodable, Sendable {
    var aud: String
    var exp: Int
    var sub: String
  }

  private struct Malformed: Error {
    var what: String
    init(_ what: String) { self.what = what }
  }

  private struct State {
    var pushes: [Push] = []
    var replies: [(status: Int, retryAfter: String?)] = []
    var mistakes: [String] = []
    var hangs = false
    var port = 0
  }

  private let state = Mutex(State())
  private let receiver = P256.KeyAgreement.PrivateKey()
  private let auth = SymmetricKey(size: .bits128)

  var origin: Origin {
    get throws { try Origin("http://127.0.0.1:\(state.withLock(\.port))") }
  }

  /// What the browser would hand the page.
  func subscription(_ path: String) throws -> SetWebPush {
    SetWebPush(
      endpoint: try origin.text + "/push/" + path,
      p256dh: try PublicKey(Array(receiver.publicKey.x963Representation)),
      auth: Base64URLBytes(auth.withUnsafeBytes(Array.init)))
  }

  func reply(_ status: Int, retryAfter: String? = nil) {
    state.withLock { $0.replies.append((status, retryAfter)) }
  }

  var pushes: [Push] { state.withLock(\.pushes) }
  var mistakes: [String] { state.withLock(\.mistakes) }

  /// The pushes, once there are so many.
  func pushes(_ count: Int) async throws -> [Push] {
    for _ in 0..<1000 where pushes.count < count { try await Task.sleep(for: .milliseconds(10)) }
    return pushes
  }

  static func run(_ body: @escaping @Sendable (LocalPushService) async throws -> Void) async throws
  {
    let service = LocalPushService()
    let (ports, bound) = AsyncStream.makeStream(of: Int.self)
    let router = Router()
    router.post("/push/:token") { request, _ in try await service.take(request) }
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { bound.yield($0.localAddress?.port ?? 0) },
      logger: Logger(label: "push") { _ in SwiftLogNoOpLogHandler() })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await application.run() }
      group.addTask {
        let port = await ports.first { _ in true } ?? 0
        service.state.withLock { $0.port = port }
        try await body(service)
        #expect(service.mistakes == [])
        throw CancellationError()
      }
      do {
        while try await group.next() != nil {}
      } catch is CancellationError {
        group.cancelAll()
      }
    }
  }

  private func take(_ request: Request) async throws -> Response {
    let body = Array(buffer: try await request.body.collect(upTo: 1 << 20))
    do {
      let push = try read(request, body)
      let reply = state.withLock { state -> (status: Int, retryAfter: String?) in
        state.pushes.append(push)
        return state.replies.isEmpty ? (201, nil) : state.replies.removeFirst()
      }
      var response = Response(status: .init(code: reply.status))
      if let seconds = reply.retryAfter { response.headers[.retryAfter] = seconds }
      return response
    } catch {
      state.withLock { $0.mistakes.append("\(error)") }
      return Response(status: .badRequest)
    }
  }

  private func read(_ request: Request, _ body: [UInt8]) throws -> Push {
    func header(_ name: String) -> String? {
      HTTPField.Name(name).flatMap { request.headers[$0] }
    }
    guard header("Content-Encoding") == "aes128gcm" else { throw Malformed("Content-Encoding") }
    let (claims, key) = try Self.claims(header("Authorization") ?? "")
    let content = try open(body)
    return Push(
      path: request.uri.path, content: String(decoding: content, as: UTF8.self),
      bodyBytes: body.count, timeToLive: header("TTL"), topic: header("Topic"),
      urgency: header("Urgency"), claims: claims, serverKey: key)
  }

  /// RFC 8292, 2 and 3: a token of RFC 7519 signed with ES256 by the key beside it.
  private static func claims(_ header: String) throws -> (Claims, [UInt8]) {
    guard header.hasPrefix("vapid ") else { throw Malformed("Authorization") }
    var fields: [String: String] = [:]
    for part in header.dropFirst(6).components(separatedBy: ", ") {
      fields[String(part.prefix(1))] = String(part.dropFirst(2))
    }
    let parts = (fields["t"] ?? "").components(separatedBy: ".")
    guard parts.count == 3, let key = data(fields["k"] ?? "") else { throw Malformed("vapid") }
    let signer = try P256.Signing.PublicKey(x963Representation: key)
    guard let raw = data(parts[2]), let head = data(parts[0]), let claims = data(parts[1]),
      signer.isValidSignature(
        try P256.Signing.ECDSASignature(rawRepresentation: raw),
        for: Data("\(parts[0]).\(parts[1])".utf8))
    else { throw Malformed("signature") }
    let algorithm = try JSONDecoder().decode([String: String].self, from: head)
    guard algorithm["alg"] == "ES256", algorithm["typ"] == "JWT" else { throw Malformed("alg") }
    return (try JSONDecoder().decode(Claims.self, from: claims), Array(key))
  }

  /// RFC 8291, 3.4, over the one record of RFC 8188, 2.
  private func open(_ body: [UInt8]) throws -> [UInt8] {
    guard body.count > 86, body[20] == 65 else { throw Malformed("header") }
    let (salt, sender) = (Data(body[0..<16]), Data(body[21..<86]))
    let size = body[16..<20].reduce(0) { $0 << 8 | Int($1) }
    guard body.count - 86 <= size else { throw Malformed("record size") }
    let secret = try receiver.sharedSecretFromKeyAgreement(
      with: P256.KeyAgreement.PublicKey(x963Representation: sender))
    func mac(_ key: SymmetricKey, _ data: Data) -> Data {
      Data(HMAC<SHA256>.authenticationCode(for: data, using: key))
    }
    let keyPseudo = mac(auth, secret.withUnsafeBytes { Data($0) })
    let info = Data("WebPush: info\0".utf8) + receiver.publicKey.x963Representation + sender
    let input = mac(SymmetricKey(data: keyPseudo), info + Data([1]))
    let pseudo = SymmetricKey(data: mac(SymmetricKey(data: salt), input))
    let key = mac(pseudo, Data("Content-Encoding: aes128gcm\0".utf8) + Data([1])).prefix(16)
    let nonce = mac(pseudo, Data("Content-Encoding: nonce\0".utf8) + Data([1])).prefix(12)
    let record = try AES.GCM.open(
      AES.GCM.SealedBox(combined: nonce + Data(body[86...])), using: SymmetricKey(data: key))
    guard let end = record.lastIndex(where: { $0 != 0 }), record[end] == 2 else {
      throw Malformed("padding")
    }
    return Array(record[..<end])
  }

  private static func data(_ text: String) -> Data? {
    let plain = text.replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
  }
}
