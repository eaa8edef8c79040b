import Testing

@testable import GroveServing

struct NATSAddressTests {
  @Test func `an address names servers, ports and who signs in`() throws {
    let plain = try #require(NATSAddress("nats://one.example"))
    #expect(plain.hosts == [.init(name: "one.example", port: 4222)] && !plain.isSecret)
    let several = try #require(NATSAddress("nats://grove:s%3Acret@one:1,two,[::1]:3/"))
    #expect(
      several.hosts == [
        .init(name: "one", port: 1), .init(name: "two", port: 4222), .init(name: "::1", port: 3),
      ])
    #expect(several.credentials == .user("grove", password: "s:cret") && several.isSecret)
    #expect(NATSAddress("nats://token@one")?.credentials == .token("token"))
    #expect(plain.tls == nil && NATSAddress("tls://one,two")?.tls == .init(authorities: nil))
    let own = try #require(NATSAddress("tls://grove:secret@one:1/?ca=/etc/grove/nats%20ca.pem"))
    #expect(own.hosts == [.init(name: "one", port: 1)] && own.isSecret)
    #expect(own.tls == .init(authorities: "/etc/grove/nats ca.pem"))
  }

  @Test(arguments: [
    "", "one", "tls://", "tls://one?ca=", "tls://one?key=x", "nats://one?ca=/a.pem", "nats://",
    "nats://one,", "nats://one:0", "nats://one:x",
    "nats://one/path", "nats://@one", "nats://a b", "nats://[::1", "nats://one:65536",
  ])
  func `what is none is refused`(text: String) {
    #expect(NATSAddress(text) == nil)
  }
}
