import GroveClient
import GroveIdentity
import GroveMessage
import GroveTesting
import GroveWire
import RelayDomain
import StoreSQLite

extension RelayTestServer {
  func signUp(_ person: RelayPerson, key: SignedKEMKey? = nil) async throws -> RelayAccount {
    try await client().signUp(
      SignUp(
        handle: person.handle, name: person.handle, statement: person.chain.records[0],
        kemKey: key ?? person.kemKey(from: clock.now)))
  }

  func signInBody(_ person: RelayPerson, _ index: Int = 0, origin: String = publicOrigin)
    async throws -> SignIn
  {
    let address = person.address(index)
    let issued = try await client().signInChallenge(
      account: address.account, device: address.device)
    let signed = try RelaySignIn(
      relay: Origin(origin), accountID: address.account, deviceID: address.device,
      challenge: issued.challenge.bytes)
    return SignIn(
      accountID: address.account, deviceID: address.device, challenge: issued.challenge,
      signature: Base64URLBytes(try signed.sign(with: person.devices[index].identityKey)))
  }

  func token(_ person: RelayPerson, _ index: Int = 0) async throws -> String {
    try await client().signIn(signInBody(person, index)).token
  }

  /// A signed-up person with one device, signed in.
  ///
  /// - Parameter policy: everybody may put them into a conversation, unless a test is about that.
  func join(_ handle: String, policy: RequestPolicy = .anybody) async throws -> (
    person: RelayPerson, client: RelayClient
  ) {
    let person = try RelayPerson(handle, issuedAt: clock.now)
    _ = try await signUp(person)
    let account = person.accountID
    try await store.change { _ in RelayDecision([.setPolicy(account, policy)], answer: ()) }
    return (person, try client(token: try await token(person)))
  }

  /// A second device, published by the first and signed in.
  func addDevice(to person: inout RelayPerson, by client: RelayClient) async throws -> RelayClient {
    let device = RelayPerson.Device()
    let statement = try person.adding(device, at: clock.now)
    try person.take(statement, with: device)
    let key = try person.kemKey(person.devices.count - 1, from: clock.now)
    _ = try await client.publish(PublishStatement(statement: statement, kemKey: key))
    return try self.client(token: try await token(person, person.devices.count - 1))
  }

  func talk(_ client: RelayClient, with people: RelayPerson..., number: UInt8 = 1) async throws {
    _ = try await client.create(
      CreateConversation(
        conversationID: RelayWorld.conversation(number), members: people.map(\.accountID)))
  }
}

extension RelayClient {
  /// One message to these devices.
  func send(_ number: UInt8, to recipients: DeviceAddress..., bytes: Int = 64) async throws
    -> EnvelopesAccepted
  {
    try await upload(
      recipients.map {
        RelayWorld.envelope(RelayWorld.message(number), to: $0, bytes: bytes)
      })
  }

  /// The envelopes waiting, without what conversations and statements leave there.
  func envelopes(after: UInt64 = 0) async throws -> [[UInt8]] {
    try await mailbox(after: after, limit: 500).events.compactMap { $0.envelope?.bytes }
  }
}

/// The code of the problem a call is refused with; nil where it succeeds.
func problem(_ call: () async throws -> some Any) async throws -> ProblemCode? {
  do {
    _ = try await call()
    return nil
  } catch let error as ClientError {
    guard let code = error.problemCode else { throw error }
    return code
  }
}
