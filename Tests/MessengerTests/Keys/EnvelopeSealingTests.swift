import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

@testable import Messenger
@testable import MessengerDomain

@Suite struct EnvelopeSealingTests {
  private let now = TestAccount.t0 + 1_000
  private let alice: TestAccount
  private let bob: TestAccount

  init() throws {
    alice = try TestAccount("alice", devices: 3)
    bob = try TestAccount("bob", devices: 2)
  }

  @Test func `a conversation's message goes to every device but the one that sends it`() throws {
    let message = message(.conversation)
    let recipients = EnvelopeRules.recipients(
      of: message, members: [alice.id, bob.id], myAccountID: alice.id)
    let headers = try sealed(message, to: recipients)
    #expect(
      Set(headers.map(\.recipientDeviceID))
        == Set((alice.devices.dropFirst() + bob.devices).map(\.id)))
    #expect(Set(headers.map(\.messageID)) == [message.messageID])
  }

  @Test func `a message to one account goes to nobody else, own devices included`() throws {
    let message = message(.accounts([bob.id]))
    let recipients = EnvelopeRules.recipients(
      of: message, members: [alice.id, bob.id], myAccountID: alice.id)
    #expect(recipients == [bob.id])
    #expect(
      Set(try sealed(message, to: recipients).map(\.recipientDeviceID))
        == Set(bob.devices.map(\.id)))
  }

  @Test func `each account gets its own content, and one without content gets nothing`() throws {
    let contents = OutgoingMessage.Content.each([
      .init(accountID: bob.id, content: Base64URLBytes(Array("for bob".utf8)))
    ])
    var message = message(.conversation)
    message.content = contents
    let recipients = EnvelopeRules.recipients(
      of: message, members: [alice.id, bob.id], myAccountID: alice.id)
    #expect(recipients == [bob.id])
  }

  @Test func `a device without a usable key is left out and asks for a look at the relay`() throws {
    var account = try known(bob)
    account.kemKeys.removeLast()
    #expect(!RecipientAccount(account, at: now).isReachable(except: alice.devices[0].id))
    #expect(RecipientAccount(try known(bob), at: now).isReachable(except: alice.devices[0].id))
    let late = now + KEMKeyRecord.maximumLifetime
    #expect(!RecipientAccount(try known(bob), at: late).isReachable(except: alice.devices[0].id))
    // This device needs no key of its own to write to itself.
    var mine = try known(alice)
    mine.kemKeys.removeFirst()
    #expect(RecipientAccount(mine, at: now).isReachable(except: alice.devices[0].id))
  }

  @Test func `a device without keys is waited for while its list is young`() throws {
    var account = try known(bob)
    let issuedAt = account.chain.newest.issuedAt
    func isComing(at now: UInt64) -> Bool {
      EnvelopeRules.isDeviceComing(to: account, except: alice.devices[0].id, within: 10, now: now)
    }
    #expect(!isComing(at: issuedAt))
    account.kemKeys.removeLast()
    #expect(isComing(at: issuedAt) && isComing(at: issuedAt + 10) && isComing(at: issuedAt - 10))
    #expect(!isComing(at: issuedAt + 11) && !isComing(at: issuedAt - 11))
  }

  @Test func `a key the relay made up is not sealed to`() throws {
    var account = try known(bob)
    let thief = try TestDevice("thief")
    let forged = try KEMKeyRecord(
      accountID: bob.id, deviceID: bob.devices[0].id, keyID: 9, notBefore: now,
      notAfter: now + 1_000_000, kemPublicKey: thief.kemKey.publicKey)
    account.kemKeys.append(try SignedKEMKey(forged, signedBy: thief.identityKey))
    let envelopes = try rules().seal(
      message(.accounts([bob.id])), to: [RecipientAccount(account, at: now)], sentAt: now)
    let keyIDs = try envelopes.map { try Envelope(encoded: $0).header.recipientKeyID }
    #expect(keyIDs == [1, 1])
  }

  @Test func `outgoing messages, items and outbox entries print as nothing`() {
    let message = message(.conversation, text: "s3cret words")
    let operation = OutboxOperation.message(message)
    let content = ThreadContent.text("s3cret words", attachment: nil)
    var text = "\(message) \(operation) \(content) \(message.content)"
    dump((message, operation, content), to: &text)
    text += String(reflecting: message) + String(reflecting: operation)
    #expect(!text.contains("s3cret") && !text.contains("115, 51, 99"))
  }

  private func message(_ audience: OutgoingMessage.Audience, text: String = "hello")
    -> OutgoingMessage
  {
    OutgoingMessage(
      messageID: MessageID(unchecked: [UInt8](repeating: 1, count: 16)), conversationID: .zero,
      contentType: .text, audience: audience, content: .same(Base64URLBytes(Array(text.utf8))))
  }

  private func known(_ account: TestAccount) throws -> KnownAccount {
    KnownAccount(
      handle: "", name: "", chain: account.chain,
      kemKeys: try account.devices.map {
        try SignedKEMKey($0.kemRecord(of: account.id), signedBy: $0.identityKey)
      }, refreshedAt: now)
  }

  private func rules() throws -> EnvelopeSealing {
    let device = alice.devices[0]
    let keys = DeviceKeys(
      relay: try Origin("https://relay.example"), accountID: alice.id, handle: "alice",
      identityKey: device.identityKey, baseKey: device.baseKey, kemKeys: [], lastKeyID: 1,
      storageKey: SecretBytes([]))
    return EnvelopeSealing(myAccount: try known(alice), keys: keys, now: now)
  }

  private func sealed(_ message: OutgoingMessage, to recipients: [AccountID]) throws
    -> [EnvelopeHeader]
  {
    let accounts = try [alice, bob].filter { recipients.contains($0.id) }
      .map { RecipientAccount(try known($0), at: now) }
    return try rules().seal(message, to: accounts, sentAt: now)
      .map { try Envelope(encoded: $0).header }
  }
}
