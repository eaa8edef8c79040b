import GroveIdentity
import GroveTesting
import Testing

@testable import GroveMessage

/// P9: an envelope opens only with the addressed key; any change makes it fail; a message cannot be
/// sealed on to somebody else.
@Suite struct EnvelopeTests {
  let anna: TestAccount
  let bela: TestAccount
  let messageID = MessageID(unchecked: [UInt8](0..<16))

  init() throws {
    anna = try TestAccount("anna", devices: 2)
    bela = try TestAccount("bela", devices: 2)
  }

  private func body(_ text: String = "hello") throws -> MessageBody {
    try MessageBody(
      senderAccountID: anna.id, senderDeviceID: anna.devices[1].id,
      senderStatement: anna.chain.newest.reference, sentAt: TestAccount.t0,
      conversationID: ConversationID(unchecked: [UInt8](16..<32)), contentType: .text,
      content: TextContent(text: text).encodedContent())
  }

  private func recipient(_ device: TestDevice, of account: TestAccount) throws
    -> EnvelopeRecipient
  {
    EnvelopeRecipient(try device.kemRecord(of: account.id))
  }

  private func seal(_ body: MessageBody, to device: TestDevice, of account: TestAccount) throws
    -> [UInt8]
  {
    try EnvelopeSealer.seal(
      body: body, messageID: messageID, to: recipient(device, of: account),
      signedBy: anna.devices[1].identityKey)
  }

  private func open(
    _ bytes: [UInt8], as device: TestDevice, keys: [UInt32: KEMPrivateKey]? = nil
  ) -> Result<OpenedEnvelope, EnvelopeRefusal> {
    EnvelopeOpener.open(
      bytes, myAccountID: bela.id, myDeviceID: device.id, keys: keys ?? [1: device.kemKey])
  }

  @Test func `a sealed message opens on its device and proves its sender`() throws {
    let body = try body()
    let sealed = try seal(body, to: bela.devices[0], of: bela)
    let opened = try open(sealed, as: bela.devices[0]).get()
    #expect(opened.claimedSender == anna.id)
    #expect(opened.claimedStatement == anna.chain.newest.reference)
    let message = try opened.verify(senderChain: anna.chain).get()
    #expect(message.body == body && message.messageID == messageID)
    #expect(message.sender == anna.id && message.senderDevice == anna.devices[1].id)
    #expect(message.mayAct && !message.isFromRemovedDevice)
    #expect(try message.content() == .text(TextContent(text: "hello")))
  }

  @Test func `an envelope opens with the addressed key only`() throws {
    let sealed = try seal(body(), to: bela.devices[0], of: bela)
    let otherKey = bela.devices[1].kemKey
    #expect(open(sealed, as: bela.devices[1]) == .failure(.notAddressedHere))
    #expect(open(sealed, as: bela.devices[0], keys: [2: otherKey]) == .failure(.keyUnknown))
    #expect(open(sealed, as: bela.devices[0], keys: [1: otherKey]) == .failure(.sealBroken))
    #expect(
      EnvelopeOpener.open(
        sealed, myAccountID: anna.id, myDeviceID: bela.devices[0].id,
        keys: [1: bela.devices[0].kemKey]) == .failure(.notAddressedHere))
  }

  @Test func `any changed bit of an envelope makes it fail`() throws {
    let sealed = try seal(body(), to: bela.devices[0], of: bela)
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1 << UInt8(index % 8)
      guard case .failure = open(changed, as: bela.devices[0]) else {
        Issue.record("byte \(index) may be changed")
        return
      }
    }
  }

  @Test func `any changed bit of the message inside makes its signature fail`() throws {
    let device = bela.devices[0]
    let header = EnvelopeHeader(
      messageID: messageID, recipientAccountID: bela.id, recipientDeviceID: device.id,
      recipientKeyID: 1)
    let body = try body()
    let signature = try anna.devices[1].identityKey.sign(
      body.signedBytes(header: header, recipientKey: device.kemKey.publicKey))
    let plaintext = try EnvelopeSealer.plaintext(body: body, signature: signature)
    for index in 0..<plaintext.count {
      var changed = plaintext
      changed[index] ^= 1 << UInt8(index % 8)
      let sealed = try EnvelopeSealer.seal(
        changed, header: header, to: device.kemKey.publicKey
      ).encoded
      let verified = open(sealed, as: device).flatMap { $0.verify(senderChain: anna.chain) }
      guard case .failure = verified else {
        Issue.record("plaintext byte \(index) may be changed")
        return
      }
    }
  }

  @Test func `a recipient cannot seal a message on to another device`() throws {
    let opened = try open(seal(body(), to: bela.devices[0], of: bela), as: bela.devices[0]).get()
    let other = bela.devices[1]
    let header = EnvelopeHeader(
      messageID: messageID, recipientAccountID: bela.id, recipientDeviceID: other.id,
      recipientKeyID: 1)
    let plaintext = try EnvelopeSealer.plaintext(body: opened.body, signature: opened.signature)
    let forwarded = try EnvelopeSealer.seal(
      plaintext, header: header, to: other.kemKey.publicKey
    ).encoded
    let result = try open(forwarded, as: other).get().verify(senderChain: anna.chain)
    #expect(result == .failure(.signatureInvalid))
  }

  @Test func `a recipient's new key does not take a message signed for the old one`() throws {
    let device = bela.devices[0]
    let opened = try open(seal(body(), to: device, of: bela), as: device).get()
    let plaintext = try EnvelopeSealer.plaintext(body: opened.body, signature: opened.signature)
    let newKey = try KEMPrivateKey()
    let resealed = try EnvelopeSealer.seal(
      plaintext, header: opened.header, to: newKey.publicKey
    ).encoded
    let result = try open(resealed, as: device, keys: [1: newKey]).get()
      .verify(senderChain: anna.chain)
    #expect(result == .failure(.signatureInvalid))
  }

  @Test func `padding that is not zero is refused, and more of it than needed is not`() throws {
    let device = bela.devices[0]
    let opened = try open(seal(body(), to: device, of: bela), as: device).get()
    let plaintext = try EnvelopeSealer.plaintext(body: opened.body, signature: opened.signature)
    func reopened(_ plaintext: [UInt8]) throws -> Result<OpenedEnvelope, EnvelopeRefusal> {
      open(
        try EnvelopeSealer.seal(
          plaintext, header: opened.header, to: device.kemKey.publicKey
        ).encoded, as: device)
    }
    var dirty = plaintext
    dirty[dirty.count - 1] = 1
    #expect(try reopened(dirty) == .failure(.contentMalformed))
    #expect(try reopened(plaintext + [0, 0, 0]) == .success(opened))
    #expect(try reopened([]) == .failure(.contentMalformed))
    #expect(try reopened([0, 0, 0, 64] + opened.signature) == .failure(.contentMalformed))
  }

  @Test func `content up to 65350 bytes is sealed and one byte more is not`() throws {
    func body(_ count: Int) throws -> MessageBody {
      try MessageBody(
        senderAccountID: anna.id, senderDeviceID: anna.devices[1].id,
        senderStatement: anna.chain.newest.reference, sentAt: 0, conversationID: .zero,
        contentType: .text, content: [UInt8](repeating: 0x20, count: count))
    }
    let largest = try seal(body(65_350), to: bela.devices[0], of: bela)
    #expect(largest.count == Envelope.maximumByteCount)
    #expect(try open(largest, as: bela.devices[0]).get().body.content.count == 65_350)
    #expect(throws: IdentityError(.limitExceeded, "")) { try body(65_351) }
  }

  @Test func `the same envelope never comes out twice`() throws {
    let body = try body()
    let first = try seal(body, to: bela.devices[0], of: bela)
    let second = try seal(body, to: bela.devices[0], of: bela)
    #expect(first != second)
  }
}
