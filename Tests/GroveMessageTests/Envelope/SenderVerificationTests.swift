import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

/// Protocol 10.6 (3) and (4).
@Suite struct SenderVerificationTests {
  var anna: TestAccount
  let bela: TestAccount
  let sender: TestDevice

  init() throws {
    anna = try TestAccount("anna", devices: 2)
    bela = try TestAccount("bela")
    sender = anna.devices[1]
  }

  private func opened(
    claiming statement: StatementReference? = nil, as device: TestDevice? = nil,
    signedBy key: SigningKey? = nil
  ) throws -> OpenedEnvelope {
    let body = try MessageBody(
      senderAccountID: anna.id, senderDeviceID: (device ?? sender).id,
      senderStatement: statement ?? anna.chain.newest.reference, sentAt: TestAccount.t0,
      conversationID: .zero, contentType: .text,
      content: TextContent(text: "hi").encodedContent())
    let sealed = try EnvelopeSealer.seal(
      body: body, messageID: .zero, to: .init(bela.devices[0].kemRecord(of: bela.id)),
      signedBy: key ?? sender.identityKey)
    return try EnvelopeOpener.open(
      sealed, myAccountID: bela.id, myDeviceID: bela.devices[0].id,
      keys: [1: bela.devices[0].kemKey]
    ).get()
  }

  @Test func `a chain of another account does not verify a message`() throws {
    #expect(try opened().verify(senderChain: bela.chain) == .failure(.senderMismatch))
  }

  @Test func `a statement beyond the chain asks for a refresh`() throws {
    let short = try StatementChain(genesis: anna.chain.records[0])
    #expect(try opened().verify(senderChain: short) == .failure(.statementUnknown))
  }

  @Test func `another statement of a known number is a split view`() throws {
    let forged = StatementReference(seq: 1, hash: StatementHash(unchecked: [UInt8](0..<32)))
    #expect(
      try opened(claiming: forged).verify(senderChain: anna.chain) == .failure(.statementForked))
  }

  @Test func `a device that the named statement does not list is refused`() throws {
    let genesis = anna.chain.statements[0].reference
    #expect(
      try opened(claiming: genesis).verify(senderChain: anna.chain) == .failure(.deviceNotListed))
  }

  @Test func `a signature of another device of the same account is refused`() throws {
    let message = try opened(signedBy: anna.devices[0].identityKey)
    #expect(message.verify(senderChain: anna.chain) == .failure(.signatureInvalid))
  }

  @Test func `a device removed since is marked and nothing is done on its word`() throws {
    let message = try opened()
    var changed = anna
    try changed.change(to: [anna.devices[0]])
    let verified = try message.verify(senderChain: changed.chain).get()
    #expect(verified.isFromRemovedDevice && !verified.mayAct)
    #expect(VerifiedMessage.removedDeviceMark == "sent by a device that has since been removed")
  }

  @Test func `a message of an earlier statement is good while its device is listed`() throws {
    var changed = anna
    let message = try opened()
    try changed.change(to: anna.devices + [TestDevice("third")])
    #expect(try message.verify(senderChain: changed.chain).get().mayAct)
  }

  @Test func `a content type of another version is kept and has no content`() throws {
    let message = try opened().verify(senderChain: anna.chain).get()
    var bytes = message.body.encoded
    bytes[113] = 200
    let unknown = try MessageBody(encoded: bytes)
    #expect(unknown.contentType == nil && unknown.contentTypeCode == 200)
  }

  @Test func `a message from more than five minutes ahead is not accepted`() {
    let now = TestAccount.t0
    #expect(ReplayWindow.accepts(sentAt: now + 300_000, at: now))
    #expect(!ReplayWindow.accepts(sentAt: now + 300_001, at: now))
    #expect(ReplayWindow.accepts(sentAt: 0, at: now))
    #expect(!ReplayWindow.accepts(sentAt: .max, at: now))
    #expect(ReplayWindow.accepts(sentAt: .max, at: .max))
    #expect(ReplayWindow.horizon(at: now) == now - 90 * 24 * 3_600_000)
    #expect(ReplayWindow.horizon(at: 5) == 0)
  }

  @Test func `the same message identifier of two devices is two messages`() throws {
    let one = MessageIdentity(senderDeviceID: sender.id, messageID: .zero)
    let two = MessageIdentity(senderDeviceID: anna.devices[0].id, messageID: .zero)
    #expect(one != two)
    #expect(try StrictJSON.decode(MessageIdentity.self, from: StrictJSON.encode(one)) == one)
  }
}
