import GroveClient
import GroveIdentity
import GroveMessage
import GroveTesting
import GroveWire
import Logging
import RelayDomain
import Testing

@testable import RelayServer

@Suite(.timeLimit(.minutes(2)))
struct SignInServerTests {
  @Test func `a challenge is good once, for one device, at one relay, for two minutes`()
    async throws
  {
    try await RelayTestServer.run { server in
      var (person, client) = try await server.join("ann")
      _ = try await server.addDevice(to: &person, by: client)
      let nobody = try server.client()

      let good = try await server.signInBody(person)
      #expect(try await nobody.signIn(good).expiresIn == 3600)
      #expect(try await problem { try await nobody.signIn(good) } == .challengeUsed)

      let elsewhere = try await server.signInBody(person, origin: "https://evil.example")
      #expect(try await problem { try await nobody.signIn(elsewhere) } == .credentialsInvalid)

      var other = try await server.signInBody(person, 0)
      other.deviceID = person.devices[1].id
      let mixed = other
      #expect(try await problem { try await nobody.signIn(mixed) } == .challengeInvalid)

      var flipped = try await server.signInBody(person)
      flipped.challenge.bytes[20] ^= 1
      let changed = flipped
      #expect(try await problem { try await nobody.signIn(changed) } == .challengeInvalid)

      let late = try await server.signInBody(person)
      server.clock.advance(120_000)
      #expect(try await problem { try await nobody.signIn(late) } == .challengeExpired)
    }
  }

  @Test func `a device that is not listed is told nothing but that it may not sign in`()
    async throws
  {
    try await RelayTestServer.run { server in
      let stranger = try RelayPerson("eve")
      let body = try await server.signInBody(stranger)
      #expect(try await problem { try await server.client().signIn(body) } == .credentialsInvalid)
    }
  }

  @Test func `of the same sign-in sent many times at once one gets a token`() async throws {
    try await RelayTestServer.run { server in
      let (person, _) = try await server.join("ann")
      let body = try await server.signInBody(person)
      let codes = try await withThrowingTaskGroup(of: ProblemCode?.self) { group in
        for _ in 0..<12 {
          group.addTask { try await problem { try await server.client().signIn(body) } }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(codes.count { $0 == nil } == 1)
      #expect(codes.count { $0 == .challengeUsed } == 11)
    }
  }

  @Test func `the token itself is stored nowhere and logged nowhere`() async throws {
    try await RelayTestServer.run { server in
      let (person, client) = try await server.join("quokka")
      let token = try await server.token(person)
      _ = try await server.client(token: token).conversations()
      try await client.signOut()
      _ = try await server.send("GET", "/relay/v1/conversations", token: "x" + token)
      let raw = try Base64URL.decode(token)
      #expect(try !server.folder.stores(raw))
      #expect(try !server.folder.stores(Array(token.utf8)))
      #expect(try server.folder.stores(RelayTokens.hash(of: raw)), "the search finds what is there")
      let everything = server.logs.text(from: .trace)
      #expect(!everything.contains(token))
      let info = server.logs.text(from: .info)
      for secret in ["quokka", person.accountID.base64url, person.accountID.description] {
        #expect(!info.contains(secret))
      }
    }
  }

  @Test func `a caller prints as nothing`() throws {
    let address = try RelayPerson("ann").address()
    let caller = RelayCaller(address: address, tokenHash: [1, 2, 3])
    #expect("\(caller)" == "RelayCaller(redacted)")
    #expect(String(reflecting: caller) == "RelayCaller(redacted)")
  }

  @Test func `every refusal of the rules has a problem code with a status of its own`() {
    for code in RelayRefusal.Code.allCases {
      let problem = Problem(RelayRefusal(code))
      #expect(ProblemCode.known.contains(problem.code), "\(code)")
      #expect((400..<504).contains(problem.status))
      #expect(problem.title != "Something went wrong.")
    }
  }
}
