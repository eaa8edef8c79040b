import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

@Suite struct RelaySignInTests {
  let account: TestAccount
  let device: TestDevice
  let relay: Origin

  init() throws {
    account = try TestAccount("anna", devices: 2)
    device = account.devices[1]
    relay = try Origin("https://relay.example")
  }

  private func transcript(
    relay: Origin? = nil, account: AccountID? = nil, device: DeviceID? = nil,
    challenge: [UInt8] = [1, 2, 3]
  ) throws -> RelaySignIn {
    try RelaySignIn(
      relay: relay ?? self.relay, accountID: account ?? self.account.id,
      deviceID: device ?? self.device.id, challenge: challenge)
  }

  @Test func `the bytes are label, origin, account, device and challenge`() throws {
    let expected =
      Array("collab/1 relay-sign-in\0".utf8) + [0, 21] + Array("https://relay.example".utf8)
      + account.id.bytes + device.id.bytes + [0, 3, 1, 2, 3]
    #expect(try transcript().signedBytes == expected)
  }

  @Test func `a signature counts for its relay, account, device and challenge only`() throws {
    let signature = try transcript().sign(with: device.identityKey)
    let key = device.identityKey.publicKey
    #expect(try transcript().isValidSignature(signature, by: key))
    let others = [
      try transcript(relay: Origin("https://other.example")),
      try transcript(account: TestAccount("bela").id),
      try transcript(device: account.devices[0].id), try transcript(challenge: [1, 2, 4]),
    ]
    for other in others { #expect(!other.isValidSignature(signature, by: key)) }
    let otherKey = account.devices[0].identityKey.publicKey
    #expect(try !transcript().isValidSignature(signature, by: otherKey))
  }

  @Test func `a challenge has at most 256 bytes`() throws {
    _ = try transcript(challenge: [UInt8](repeating: 0, count: 256))
    #expect(throws: IdentityError(.limitExceeded, "")) {
      try transcript(challenge: [UInt8](repeating: 0, count: 257))
    }
  }
}
