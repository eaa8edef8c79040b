import Foundation
import GroveClient
import GroveIdentity
import GroveMessage
import GroveTesting
import GroveWire
import RelayDomain

/// Ann and Ben, each with one device at a relay, in one conversation.
struct RelayPair {
  let annCredentials: FixedCredentials
  let ann: RelayClient
  let ben: RelayClient
  let benAddress: DeviceAddress

  init(at origin: Origin) async throws {
    let (first, second) = (try Self.person(), try Self.person())
    annCredentials = .bearer(try await Self.join(first, at: origin))
    let benCredentials = FixedCredentials.bearer(try await Self.join(second, at: origin))
    let transport = HTTPClientTransport()
    ann = RelayClient(origin: origin, credentials: annCredentials, transport: transport)
    ben = RelayClient(origin: origin, credentials: benCredentials, transport: transport)
    benAddress = second.address()
    // This pair is about the disk: nobody decides about a stranger's message first.
    _ = try await ben.change(ChangeAdmission(policy: .anybody))
    _ = try await ann.create(
      CreateConversation(conversationID: .random(), members: [second.accountID]))
  }

  private static var now: UInt64 { UInt64(Date().timeIntervalSince1970 * 1000) }

  private static func person() throws -> RelayPerson {
    let handle = "p" + UUID().uuidString.lowercased().filter { $0 != "-" }.prefix(16)
    return try RelayPerson(String(handle), issuedAt: now)
  }

  /// - Returns: a token.
  private static func join(_ person: RelayPerson, at origin: Origin) async throws -> String {
    let client = RelayClient(origin: origin, transport: HTTPClientTransport())
    _ = try await client.signUp(
      SignUp(
        handle: person.handle, name: person.handle, statement: person.chain.records[0],
        kemKey: person.kemKey(from: now)))
    let address = person.address()
    let issued = try await client.signInChallenge(
      account: address.account, device: address.device)
    let signed = try RelaySignIn(
      relay: origin, accountID: address.account, deviceID: address.device,
      challenge: issued.challenge.bytes)
    return try await client.signIn(
      SignIn(
        accountID: address.account, deviceID: address.device, challenge: issued.challenge,
        signature: Base64URLBytes(try signed.sign(with: person.devices[0].identityKey)))
    ).token
  }
}
