import GroveClient
import GroveIdentity
import GroveServing
import GroveTesting
import GroveWire
import RelayDomain
import RelayServer
import Testing

@Suite(.timeLimit(.minutes(2)))
struct RendezvousServerTests {
  private static let id = Base64URL.encode([UInt8](repeating: 8, count: 16))

  @Test func `two devices meet without signing in, and a waiting one is answered at once`()
    async throws
  {
    try await RelayTestServer.run { server in
      let client = try server.client()
      let start = ContinuousClock.now
      let answers = try await withThrowingTaskGroup(of: RendezvousMessages?.self) { group in
        group.addTask { try await client.rendezvous(Self.id, from: 0, wait: 25) }
        group.addTask {
          try await Task.sleep(for: .milliseconds(300))
          try await client.leave([1, 2, 3], atRendezvous: Self.id)
          return nil
        }
        var answers: [RendezvousMessages] = []
        for try await answer in group { if let answer { answers.append(answer) } }
        return answers
      }
      #expect(answers.first?.messages.map(\.data.bytes) == [[1, 2, 3]])
      #expect(answers.first?.next == 1)
      #expect(ContinuousClock.now - start < .seconds(10))
      let none = try await client.rendezvous(Self.id, from: 1, wait: 1)
      #expect(none == RendezvousMessages(messages: [], next: 1))
    }
  }

  @Test func `a rendezvous has its limits and its end`() async throws {
    try await RelayTestServer.run { server in
      let client = try server.client()
      for number in UInt8(0)..<16 { try await client.leave([number], atRendezvous: Self.id) }
      #expect(
        try await problem { try await client.leave([16], atRendezvous: Self.id) }
          == .limitExceeded)
      let large = [UInt8](repeating: 0, count: 8193)
      #expect(
        try await problem { try await client.leave(large, atRendezvous: Self.id) } == .tooLarge)
      #expect(try await client.rendezvous(Self.id, from: 10).messages.count == 6)
      server.clock.advance(600_000)
      #expect(try await client.rendezvous(Self.id, from: 0).messages.isEmpty)
    }
  }

  @Test func `a waiting device does not hold up the shutdown`() async throws {
    let start = ContinuousClock.now
    try await RelayTestServer.run { server in
      let client = try server.client()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { _ = try? await client.rendezvous(Self.id, from: 0, wait: 25) }
        try await Task.sleep(for: .milliseconds(300))
        group.cancelAll()
      }
    }
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test func `one address cannot open every rendezvous, and may still answer in one that is open`()
    async throws
  {
    let proxy = TrustedProxies([AddressBlock("127.0.0.1")].compactMap { $0 })
    try await RelayTestServer.run(configure: {
      $0.limits.rendezvousOpenPerAddress = 3
      $0.trustedProxies = proxy
    }) { (server) async throws -> Void in
      func leave(_ number: UInt8, from address: String) async throws -> Int {
        let id = Base64URL.encode([UInt8](repeating: number, count: 16))
        let body = try StrictJSON.encode(RendezvousMessage(data: Base64URLBytes([number])))
        return try await server.transport.send(
          ClientRequest(
            url: server.url + "/relay/v1/rendezvous/" + id, method: "POST",
            headers: [
              ClientHeader("Content-Type", "application/json"),
              ClientHeader("X-Forwarded-For", address),
            ], body: body)
        ).status
      }
      #expect(try await leave(99, from: "203.0.113.7") == 204)
      for number in UInt8(1)...3 { #expect(try await leave(number, from: "192.0.2.66") == 204) }
      for number in UInt8(4)...9 { #expect(try await leave(number, from: "192.0.2.66") == 422) }
      #expect(try await leave(99, from: "192.0.2.66") == 204, "the other device's answer")
      #expect(try await leave(1, from: "192.0.2.66") == 204)
      #expect(try await leave(4, from: "203.0.113.8") == 204)
      server.clock.advance(600_000)
      #expect(try await leave(5, from: "192.0.2.66") == 204)
    }
  }
}
