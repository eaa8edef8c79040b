import GroveClient
import GroveIdentity
import GroveMessage
import GroveTesting
import GroveWire
import RelayDomain
import RelayServer
import StoreSQLite
import Testing

/// The relay wakes devices whose page is closed, through a push service that reads by the RFCs alone.
@Suite(.timeLimit(.minutes(2)))
struct WebPushServerTests {
  private let key = SigningKey()
  private static let contact = "mailto:ops@relay.example"

  /// Ann and Ben, who know each other, at a relay that posts to a local push service.
  private struct World: Sendable {
    let server: RelayTestServer
    let service: LocalPushService
    let annPerson: RelayPerson
    let ann: RelayClient
    let benPerson: RelayPerson
    let ben: RelayClient

    /// So many pushes have come, and the relay has read the answers.
    func have(come count: Int) async throws {
      #expect(try await service.pushes(count).count == count)
      try await Task.sleep(for: .milliseconds(700))
    }

    /// Nothing more comes, as far as anybody can see.
    func stays(at count: Int) async throws {
      try await Task.sleep(for: .milliseconds(1500))
      #expect(service.pushes.count == count)
    }
  }

  private func run(
    _ limits: WebPushLimits = WebPushLimits(), naming isNamed: Bool = true,
    _ body: @escaping @Sendable (World) async throws -> Void
  ) async throws {
    try await LocalPushService.run { service in
      var settings = WebPushSettings(contact: Self.contact, key: key)
      if isNamed { settings.services = [try service.origin] }
      settings.limits = limits
      try await RelayTestServer.run(configure: { [settings] in $0.webPush = settings }) { server in
        let (annPerson, ann) = try await server.join("ann")
        let (benPerson, ben) = try await server.join("ben")
        try await server.talk(ann, with: benPerson)
        try await body(
          World(
            server: server, service: service, annPerson: annPerson, ann: ann,
            benPerson: benPerson, ben: ben))
      }
    }
  }

  @Test func `a message to a device that is not there wakes it once, and says nothing else`()
    async throws
  {
    try await run { world in
      #expect(try await world.ben.webPush().publicKey == key.publicKey)
      try await world.ben.setWebPush(world.service.subscription("ben"))
      _ = try await world.ann.send(1, to: world.benPerson.address())
      let push = try #require(try await world.service.pushes(1).first)
      #expect(push.path == "/push/ben")
      #expect(push.content == #"{"v":1}"#)
      #expect(push.timeToLive == "86400")
      #expect(push.topic == "grove")
      #expect(push.urgency == "normal")
      #expect(push.serverKey == key.publicKey.bytes)
      #expect(try push.claims.aud == world.service.origin.text)
      #expect(push.claims.sub == Self.contact)
      let ahead = push.claims.exp - Int(world.server.clock.now / 1000)
      #expect((1...86_400).contains(ahead))
      // The same message again, and more of them, wake nobody a second time within half a minute.
      _ = try await world.ann.send(1, to: world.benPerson.address())
      _ = try await world.ann.send(2, to: world.benPerson.address(), bytes: 4000)
      try await world.stays(at: 1)
      world.server.clock.advance(30_000)
      let pushes = try await world.service.pushes(2)
      #expect(pushes.count == 2)
      #expect(Set(pushes.map(\.bodyBytes)).count == 1)
    }
  }

  @Test func `a device that takes its mail from an open stream is not woken`() async throws {
    try await run { world in
      try await world.ben.setWebPush(world.service.subscription("ben"))
      var stream = world.ben.mailboxStream(after: 0).makeAsyncIterator()
      _ = try await stream.events(1)
      _ = try await world.ann.send(1, to: world.benPerson.address())
      let last = try #require(try await stream.events(1).last)
      try await world.stays(at: 0)
      try await world.ben.acknowledge(upTo: last.sequence.value)
      world.server.clock.advance(600_000)
      try await world.stays(at: 0)
    }
  }

  @Test func `a device whose open stream is not read is woken after a minute`() async throws {
    try await run { world in
      try await world.ben.setWebPush(world.service.subscription("ben"))
      var stream = world.ben.mailboxStream(after: 0).makeAsyncIterator()
      _ = try await stream.events(1)
      _ = try await world.ann.send(1, to: world.benPerson.address())
      _ = try await stream.events(1)
      world.server.clock.advance(60_000)
      #expect(try await world.service.pushes(1).count == 1)
    }
  }

  @Test func `nobody is woken for what is quiet, by themselves or by somebody they do not know`()
    async throws
  {
    try await run { world in
      try await world.ben.setWebPush(world.service.subscription("ben"))
      let envelope = RelayWorld.envelope(RelayWorld.message(1), to: world.benPerson.address())
      _ = try await world.ann.upload([envelope], isQuiet: true)
      // A message request.
      _ = try await world.ben.change(ChangeAdmission(policy: .ask))
      let (_, eve) = try await world.server.join("eve")
      try await world.server.talk(eve, with: world.benPerson, number: 7)
      #expect(try await eve.send(2, to: world.benPerson.address()).accepted == 1)
      // From another device of the own account.
      var ben = world.benPerson
      let second = try await world.server.addDevice(to: &ben, by: world.ben)
      #expect(try await second.send(3, to: ben.address(0)).accepted == 1)
      try await world.stays(at: 0)
      // What somebody they know says does.
      _ = try await world.ann.send(4, to: ben.address(0), ben.address(1))
      #expect(try await world.service.pushes(1).count == 1)
    }
  }

  @Test
  func `what an app's server pushes wakes its person where the server says that it is worth it`()
    async throws
  {
    try await run { world in
      try await world.ben.setWebPush(world.service.subscription("ben"))
      let app = SigningKey()
      let made = try await world.ben.makeNoticeAddress(for: app.publicKey)
      let path = made.endpoint.dropFirst(RelayTestServer.publicOrigin.utf8.count)
      for urgency in ["low", "soon", "normal"] {
        let authorization = try PushAuthorization.header(
          signedBy: app, for: Origin(RelayTestServer.publicOrigin),
          contact: "https://docs.example", expiresAt: world.server.clock.now / 1000 + 3600)
        let answer = try await world.server.transport.send(
          ClientRequest(
            url: world.server.url + path, method: "POST",
            headers: [
              ClientHeader("Authorization", authorization), ClientHeader("Urgency", urgency),
              ClientHeader("Content-Encoding", "aes128gcm"), ClientHeader("TTL", "60"),
            ], body: [1, 2, 3]))
        #expect(answer.status == (urgency == "soon" ? 400 : 201))
        if urgency != "normal" { try await world.stays(at: 0) }
      }
      #expect(try await world.service.pushes(1).count == 1)
    }
  }

  @Test func `another word for the urgency is refused`() async throws {
    try await run { world in
      let envelope = RelayWorld.envelope(RelayWorld.message(1), to: world.benPerson.address())
      let body = try StrictJSON.encode(UploadEnvelopes(envelopes: [Base64URLBytes(envelope)]))
      let token = try await world.server.token(world.annPerson)
      for (word, status) in [("soon", 400), ("very-low", 200), ("high", 200)] {
        let answer = try await world.server.transport.send(
          ClientRequest(
            url: world.server.url + "/relay/v1/envelopes", method: "POST",
            headers: [
              ClientHeader("Authorization", "Bearer \(token)"), ClientHeader("Urgency", word),
              ClientHeader("Content-Type", "application/json"),
            ], body: body))
        #expect(answer.status == status)
      }
    }
  }

  @Test(arguments: [404, 410, 403])
  func `a subscription that the push service refuses ends, and another one takes its place`(
    status: Int
  ) async throws {
    try await run { world in
      try await world.ben.setWebPush(world.service.subscription("old"))
      world.service.reply(status)
      _ = try await world.ann.send(1, to: world.benPerson.address())
      #expect(try await world.service.pushes(1).count == 1)
      world.server.clock.advance(60_000)
      _ = try await world.ann.send(2, to: world.benPerson.address())
      try await world.stays(at: 1)
      let device = world.benPerson.address()
      #expect(try await world.server.store.read { try $0.webPush(of: device) } == nil)
      try await world.ben.setWebPush(world.service.subscription("new"))
      _ = try await world.ann.send(3, to: world.benPerson.address())
      #expect(try await world.service.pushes(2).map(\.path) == ["/push/old", "/push/new"])
    }
  }

  @Test
  func `a push service that is busy is asked again when it says so, and until the device is back`()
    async throws
  {
    try await run { world in
      try await world.ben.setWebPush(world.service.subscription("ben"))
      world.service.reply(503)
      world.service.reply(429, retryAfter: "600")
      _ = try await world.ann.send(1, to: world.benPerson.address())
      try await world.have(come: 1)
      world.server.clock.advance(2000)
      try await world.have(come: 2)
      world.server.clock.advance(599_000)
      try await world.stays(at: 2)
      world.server.clock.advance(2000)
      try await world.have(come: 3)
      world.service.reply(500)
      _ = try await world.ann.send(2, to: world.benPerson.address())
      world.server.clock.advance(30_000)
      try await world.have(come: 4)
      _ = try await world.ben.mailbox(after: 0)
      world.server.clock.advance(3_600_000)
      try await world.stays(at: 4)
    }
  }

  @Test func `a push service in a private network is not connected to unless it is named`()
    async throws
  {
    try await run(naming: false) { world in
      let subscription = try world.service.subscription("ben")
      #expect(try await problem { try await world.ben.setWebPush(subscription) } == .forbidden)
      // With TLS it is taken, as any name would be; what it leads to is looked at when it is used.
      let port = try world.service.origin.text.split(separator: ":").last ?? ""
      for (number, host) in ["127.0.0.1", "localhost", "[::1]"].enumerated() {
        try await world.ben.setWebPush(
          SetWebPush(
            endpoint: "https://\(host):\(port)/push/ben", p256dh: subscription.p256dh,
            auth: subscription.auth))
        _ = try await world.ann.send(UInt8(number + 1), to: world.benPerson.address())
        let device = world.benPerson.address()
        for _ in 0..<500 {
          if try await world.server.store.read({ try $0.webPush(of: device) }) == nil { break }
          try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try await world.server.store.read { try $0.webPush(of: device) } == nil)
        world.server.clock.advance(60_000)
      }
      #expect(world.service.pushes.isEmpty)
    }
  }

  @Test
  func
    `a subscription is one for each device and goes when it is taken back or the device is removed`()
    async throws
  {
    try await run { world in
      var ben = world.benPerson
      let second = try await world.server.addDevice(to: &ben, by: world.ben)
      try await world.ben.setWebPush(world.service.subscription("first"))
      try await world.ben.setWebPush(world.service.subscription("moved"))
      try await second.setWebPush(world.service.subscription("second"))
      _ = try await world.ann.send(1, to: ben.address(0), ben.address(1))
      #expect(
        Set(try await world.service.pushes(2).map(\.path)) == ["/push/moved", "/push/second"])
      try await world.ben.endWebPush()
      try await world.ben.endWebPush()
      let (device, other) = (ben.address(0), ben.address(1))
      #expect(try await world.server.store.read { try $0.webPush(of: device) } == nil)
      try await world.server.store.change { _ in RelayDecision([.removeDevice(other)], answer: ()) }
      #expect(try await world.server.store.read { try $0.webPush(of: other) } == nil)
    }
  }

  @Test func `what is no subscription is refused`() async throws {
    try await run { world in
      let good = try world.service.subscription("ben")
      func refusal(_ endpoint: String, auth: [UInt8]? = nil) async throws -> ProblemCode? {
        try await problem {
          try await world.ben.setWebPush(
            SetWebPush(
              endpoint: endpoint, p256dh: good.p256dh,
              auth: auth.map { Base64URLBytes($0) } ?? good.auth))
        }
      }
      #expect(try await refusal("push.example/x") == .malformed)
      #expect(try await refusal("https://push.example") == .malformed)
      #expect(try await refusal("https://push.example/a#b") == .malformed)
      #expect(try await refusal("http://push.example/a") == .malformed)
      let long = "https://push.example/" + String(repeating: "a", count: 1003)
      #expect(long.utf8.count == 1024)
      #expect(try await refusal(long) == nil)
      #expect(try await refusal(long + "a") == .limitExceeded)
      #expect(try await refusal(good.endpoint, auth: [1, 2, 3]) == .malformed)
    }
  }

  @Test func `a relay that wakes nobody says so`() async throws {
    try await RelayTestServer.run { server in
      let (_, ann) = try await server.join("ann")
      #expect(try await problem { try await ann.webPush() } == .notFound)
      let subscription = SetWebPush(
        endpoint: "https://push.example/a", p256dh: key.publicKey,
        auth: Base64URLBytes([UInt8](repeating: 1, count: 16)))
      #expect(try await problem { try await ann.setWebPush(subscription) } == .notFound)
      try await ann.endWebPush()
    }
  }

  @Test(arguments: [
    ("mailto:a@b.example", true), ("https://docs.example", true),
    ("https://docs.example/contact", true), ("mailto:", false), ("mailto:a", false),
    ("mailto:a@b@c", false), ("http://docs.example", false), ("a@b.example", false),
    ("mailto:a b@c.example", false), ("", false),
  ])
  func `an operator is found by mail or at an address`(text: String, isContact: Bool) {
    #expect(WebPushSettings.isContact(text) == isContact)
  }
}
