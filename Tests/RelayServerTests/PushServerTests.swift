import Crypto
import GroveClient
import GroveIdentity
import GroveMessage
import GroveTesting
import GroveWire
import RelayDomain
import RelayServer
import Testing

/// The relay as a push service over HTTP (RFC 8030, RFC 8292; protocol 12.8).
@Suite(.timeLimit(.minutes(2)))
struct PushServerTests {
  private let key = SigningKey()

  /// A request as any Web Push library makes it.
  private func push(
    _ body: [UInt8], to endpoint: String, on server: RelayTestServer,
    dropping dropped: String? = nil, changing changed: [String: String] = [:]
  ) async throws -> ClientResponse {
    let origin = try Origin(RelayTestServer.publicOrigin)
    var fields = [
      "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream", "TTL": "3600",
      "Authorization": try PushAuthorization.header(
        signedBy: key, for: origin, contact: "mailto:ops@docs.example",
        expiresAt: server.clock.now / 1000 + 3600),
    ].merging(changed) { $1 }
    if let dropped { fields[dropped] = nil }
    let path = endpoint.dropFirst(origin.text.count)
    return try await server.transport.send(
      ClientRequest(
        url: server.url + path, method: "POST",
        headers: fields.map { ClientHeader($0.key, $0.value) }, body: body))
  }

  @Test
  func
    `what a server pushes reaches every device of the account and opens with the key handed out`()
    async throws
  {
    try await RelayTestServer.run { server in
      var (person, first) = try await server.join("ann")
      let second = try await server.addDevice(to: &person, by: first)
      let made = try await first.makeNoticeAddress(for: key.publicKey)
      let (receiver, secret) = (try KEMPrivateKey(), PushSecret.random())
      let body = try PushMessage.seal(
        Array("Ben edited".utf8), to: receiver.publicKey, secret: secret, padding: 1024)
      let answer = try await push(body, to: made.endpoint, on: server)
      #expect(answer.status == 201)
      #expect(answer.headers.value("Location")?.isEmpty == false)
      #expect(answer.headers.value("TTL") == "3600")
      for device in [first, second] {
        let notice = try #require(
          try await device.mailbox(after: 0).events.compactMap(\.notice).first)
        #expect(notice.addressID == made.addressID)
        let opened = try PushMessage.open(notice.body.bytes, with: receiver, secret: secret)
        #expect(opened == Array("Ben edited".utf8))
      }
      #expect(try await second.noticeAddresses().addresses.map(\.addressID) == [made.addressID])
    }
  }

  @Test func `a stream brings what is pushed while it is open`() async throws {
    try await RelayTestServer.run { server in
      let (_, ann) = try await server.join("ann")
      let made = try await ann.makeNoticeAddress(for: key.publicKey)
      let stream = ann.mailboxStream(after: 0)
      #expect(try await push([1, 2, 3], to: made.endpoint, on: server).status == 201)
      for try await item in stream {
        guard case .event(let event) = item, let notice = event.notice else { continue }
        #expect(notice.body.bytes == [1, 2, 3])
        break
      }
    }
  }

  @Test func `an address that was ended by another device of the account answers 404`() async throws
  {
    try await RelayTestServer.run { server in
      var (person, first) = try await server.join("ann")
      let second = try await server.addDevice(to: &person, by: first)
      let made = try await first.makeNoticeAddress(for: key.publicKey)
      try await second.endNoticeAddress(Base64URL.encode(made.addressID.bytes))
      #expect(try await push([1], to: made.endpoint, on: server).status == 404)
      #expect(try await first.noticeAddresses().addresses.isEmpty)
    }
  }

  @Test func `what is no push is refused with one problem each and nothing waits`() async throws {
    try await RelayTestServer.run { server in
      let (_, ann) = try await server.join("ann")
      let made = try await ann.makeNoticeAddress(for: key.publicKey)
      func status(dropping: String? = nil, _ changed: [String: String] = [:], bytes: Int = 3)
        async throws -> Int
      {
        try await push(
          [UInt8](repeating: 7, count: bytes), to: made.endpoint, on: server,
          dropping: dropping, changing: changed
        ).status
      }
      #expect(try await status(dropping: "TTL") == 400)
      #expect(try await status(["TTL": "-1"]) == 400)
      #expect(try await status(["Topic": "a topic"]) == 400)
      #expect(try await status(["Topic": String(repeating: "a", count: 33)]) == 400)
      #expect(try await status(dropping: "Authorization") == 400)
      #expect(try await status(["Authorization": "vapid t=a.b.c, k=d"]) == 400)
      #expect(try await status(["Content-Encoding": "aesgcm"]) == 415)
      #expect(try await status(bytes: 0) == 400)
      #expect(try await status(bytes: 4097) == 413)
      let stranger = try PushAuthorization.header(
        signedBy: SigningKey(), for: Origin(RelayTestServer.publicOrigin),
        contact: "mailto:a@b.example",
        expiresAt: server.clock.now / 1000 + 60)
      #expect(try await status(["Authorization": stranger]) == 404)
      #expect(try await ann.mailbox(after: 0).events.compactMap(\.notice).isEmpty)
      #expect(try await status(bytes: 4096) == 201)
    }
  }

  @Test func `one address is pushed to so often and no more, and another is not touched by it`()
    async throws
  {
    try await RelayTestServer.run { server in
      let (_, ann) = try await server.join("ann")
      let (loud, quiet) = (
        try await ann.makeNoticeAddress(for: key.publicKey),
        try await ann.makeNoticeAddress(for: key.publicKey)
      )
      var refused = 0
      for _ in 1...140 {
        let status = try await push(
          [1], to: loud.endpoint, on: server, changing: ["Topic": "edit"]
        ).status
        if status == 429 { refused += 1 }
      }
      #expect(refused > 0)
      #expect(try await push([1], to: quiet.endpoint, on: server).status == 201)
    }
  }

  @Test func `where no device has room the pushing server is told to come later`() async throws {
    try await RelayTestServer.run(configure: { $0.limits.noticesPerAddress = 2 }) { server in
      let (_, ann) = try await server.join("ann")
      let made = try await ann.makeNoticeAddress(for: key.publicKey)
      for _ in 1...2 { #expect(try await push([1], to: made.endpoint, on: server).status == 201) }
      let answer = try await push([1], to: made.endpoint, on: server)
      #expect(answer.status == 429)
      #expect(answer.headers.value("Retry-After") == "3600")
      let last = try #require(try await ann.mailbox(after: 0).events.last)
      try await ann.acknowledge(upTo: last.sequence.value)
      #expect(try await push([1], to: made.endpoint, on: server).status == 201)
    }
  }
}
