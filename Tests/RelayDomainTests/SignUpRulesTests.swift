import GroveIdentity
import GroveMessage
import GroveTesting
import RelayDomain
import Testing

struct SignUpRulesTests {
  let world = RelayWorld(MemoryRelayStore())

  private func signUp(
    handle: String = "ann", name: String = "Ann", _ statement: SignedStatement,
    _ kemKey: SignedKEMKey
  ) -> RelayRefusal? {
    do {
      _ = try VerifiedSignUp(
        handle: handle, name: name, statement: statement, kemKey: kemKey, now: world.now,
        limits: world.limits)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["", "Ann Smith", "ann@home", "änn", "a/b", String(repeating: "a", count: 65)])
  func `a handle is 1 to 64 letters, digits, dots, underscores and hyphens`(_ text: String) {
    #expect(throws: RelayRefusal(.malformed, "handle")) { try Handle(text) }
  }

  @Test func `handles are compared in lower case`() throws {
    #expect(try Handle("Ann.B-c_9") == Handle("aNN.b-C_9"))
    #expect(try Handle("ANN").text == "ann")
    #expect(try Handle(String(repeating: "a", count: 64)).text.count == 64)
  }

  @Test(arguments: ["", "a\u{0}", "a\nb", "a\u{202E}b", "a\u{2028}", "\u{85}"])
  func `a name that is empty or could change how text reads is refused`(_ name: String) throws {
    let person = try RelayPerson("ann")
    let refusal = try signUp(name: name, person.chain.records[0], person.kemKey(from: world.now))
    #expect(refusal == RelayRefusal(.malformed, "name"))
  }

  @Test func `a name of 128 bytes is taken and one of 129 is not`() throws {
    let person = try RelayPerson("ann")
    let key = try person.kemKey(from: world.now)
    let statement = person.chain.records[0]
    #expect(signUp(name: String(repeating: "é", count: 64), statement, key) == nil)
    #expect(signUp(name: String(repeating: "e", count: 129), statement, key) != nil)
  }

  @Test func `a forged genesis statement is refused`() throws {
    let person = try RelayPerson("ann")
    var statement = person.chain.records[0]
    statement.signature.bytes[0] ^= 1
    let refusal = try signUp(statement, person.kemKey(from: world.now))
    #expect(refusal == RelayRefusal(.statementRefused, "signature_invalid"))
  }

  @Test func `a later statement cannot begin an account`() throws {
    let person = try RelayPerson("ann")
    let statement = try person.adding(RelayPerson.Device())
    let refusal = try signUp(statement, person.kemKey(from: world.now))
    #expect(refusal == RelayRefusal(.statementRefused, "not_genesis"))
  }

  @Test func `a KEM key of somebody else, forged, expired or too long is refused`() throws {
    let (person, other) = (try RelayPerson("ann"), try RelayPerson("ben"))
    let genesis = person.chain.records[0]
    #expect(try signUp(genesis, other.kemKey(from: world.now))?.code == .kemKeyRefused)
    var forged = try person.kemKey(from: world.now)
    forged.signature.bytes[63] ^= 1
    #expect(signUp(genesis, forged) == RelayRefusal(.kemKeyRefused, "signature_invalid"))
    let expired = try person.kemKey(from: 0, lasting: world.now)
    #expect(signUp(genesis, expired) == RelayRefusal(.kemKeyRefused, "expired"))
    let ahead = try person.kemKey(from: world.now + world.limits.kemKeyAhead + 1)
    #expect(signUp(genesis, ahead) == RelayRefusal(.kemKeyRefused, "too_far_ahead"))
    let farAhead = try person.kemKey(from: .max - 10, lasting: 10)
    #expect(signUp(genesis, farAhead) == RelayRefusal(.kemKeyRefused, "too_far_ahead"))
    #expect(throws: KEMKeyRefusal.lifetimeInvalid) {
      try person.kemKey(lasting: KEMKeyRecord.maximumLifetime + 1)
    }
  }

  @Test func `a handle is taken once whatever its letters' size`() async throws {
    _ = try await world.signUp(RelayPerson("Ann")).get()
    #expect(try await world.signUp(RelayPerson("aNN")).refusal == .handleTaken)
  }

  @Test func `an account signs up once, and its second attempt is told so`() async throws {
    let person = try RelayPerson("ann")
    _ = try await world.signUp(person).get()
    #expect(try await world.signUp(person).refusal == .accountExists)
  }

  @Test func `only devices that are listed look accounts and handles up`() async throws {
    let people = try await world.people("ann", "ben", together: false)
    let stranger = try RelayPerson("eve")
    let (now, ben) = (world.now, people[1].accountID)
    for (caller, code) in [
      (people[0].address(), nil), (stranger.address(), RelayRefusal.Code.unauthenticated),
    ] {
      let view = try await world.store.read {
        try RelayRules.lookUp(
          account: ben, from: 0, by: caller, now: now, limits: RelayLimits(), in: $0)
      }
      let account = try await world.store.read {
        try RelayRules.lookUp(handle: Handle("BEN"), by: caller, in: $0)
      }
      #expect(view.refusal == code)
      #expect(account.refusal == code)
    }
  }
}
