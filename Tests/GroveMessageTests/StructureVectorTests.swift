import Crypto
import GroveIdentity
import GroveTesting
import Testing

@testable import GroveMessage

/// The structures of protocol 17.2, byte for byte.
@Suite struct StructureVectorTests {
  let vectors: Vectors
  let structures: Vectors.Structures
  let t0 = Vectors.issuedAt

  init() throws {
    vectors = try Vectors.shared.get()
    structures = vectors.structures
  }

  private func hash(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

  private func entry(_ number: Int, _ flags: UInt8) throws -> DeviceEntry {
    DeviceEntry(
      flags: DeviceEntry.Flags(rawValue: flags),
      identityKey: try SigningKey(scalar: hash("vector dik \(number)")).publicKey,
      baseKey: try PublicKey(vectors.devices[number - 1].base.bytes))
  }

  private var recoveryKey: PublicKey {
    get throws { try SigningKey(scalar: hash("vector recovery")).publicKey }
  }

  private var genesis: AccountStatement {
    get throws {
      try AccountStatement(
        accountID: .zero, seq: 0, prevHash: .zero, issuedAt: t0, recoveryKey: recoveryKey,
        devices: [entry(1, 3)])
    }
  }

  private var statement1: AccountStatement {
    get throws {
      let genesis = try genesis
      return try AccountStatement(
        accountID: genesis.accountID, seq: 1, prevHash: genesis.hash, issuedAt: t0 + 1000,
        recoveryKey: recoveryKey, devices: [entry(3, 2), entry(2, 2), entry(1, 3)])
    }
  }

  private var kemKey: PublicKey {
    get throws { try SigningKey(scalar: hash("vector kem 2")).publicKey }
  }

  private var header: EnvelopeHeader {
    get throws {
      EnvelopeHeader(
        messageID: MessageID(unchecked: Array(0x10...0x1f)),
        recipientAccountID: try genesis.accountID,
        recipientDeviceID: try entry(2, 2).deviceID, recipientKeyID: 9)
    }
  }

  private var body: MessageBody {
    get throws {
      // The vector's senderStatementHash is arbitrary: it stands 57 bytes into the body.
      let statementHash = Array(structures.messageBody.bytes[57..<89])
      let sender = try SigningKey(scalar: hash("vector sender dik")).publicKey
      return try MessageBody(
        senderAccountID: AccountID(hash("vector sender account")),
        senderDeviceID: DeviceID(identityKey: sender),
        senderStatement: StatementReference(seq: 4, hash: StatementHash(statementHash)),
        sentAt: t0 + 5000, conversationID: ConversationID(unchecked: Array(0x20...0x2f)),
        contentType: .invitation, content: Array(#"{"v":1}"#.utf8))
    }
  }

  @Test func `the genesis statement and the account that it names`() throws {
    #expect(try genesis.encoded == structures.genesisBody.bytes)
    #expect(try genesis.encoded.count == 296)
    #expect(try genesis.accountID.bytes == structures.accountID.bytes)
    #expect(try genesis == AccountStatement(encoded: structures.genesisBody.bytes))
  }

  @Test func `the statement after it, whatever order its devices were given in`() throws {
    #expect(try statement1.encoded == structures.statement1Body.bytes)
    #expect(try statement1.encoded.count == 590)
    #expect(try statement1.hash.bytes == structures.statement1Hash.bytes)
    #expect(try statement1.accountID.bytes == structures.accountID.bytes)
    #expect(try statement1 == AccountStatement(encoded: structures.statement1Body.bytes))
  }

  @Test func `a device is named by its identity key`() throws {
    #expect(try entry(2, 2).deviceID.bytes == structures.deviceID2.bytes)
  }

  @Test func `what a device signs about its KEM key`() throws {
    let record = try KEMKeyRecord(
      accountID: genesis.accountID, deviceID: entry(2, 2).deviceID, keyID: 9, notBefore: t0,
      notAfter: t0 + 604_800_000, kemPublicKey: kemKey)
    #expect(record.signedBytes == structures.kemKeyTBS.bytes)
    #expect(try KEMKeyRecord(encoded: record.encoded) == record)
  }

  @Test func `the part of an envelope that the relay reads`() throws {
    #expect(try header.encoded == structures.envelopeAAD.bytes)
    #expect(try header.encoded.count == EnvelopeHeader.byteCount)
  }

  @Test func `a message body and what its sender signs`() throws {
    #expect(try body.encoded == structures.messageBody.bytes)
    #expect(try MessageBody(encoded: structures.messageBody.bytes) == body)
    let signed = try body.signedBytes(header: header, recipientKey: kemKey)
    #expect(signed == structures.messageTBS.bytes)
    #expect(signed.count == 245)
  }

  @Test func `the padded plaintext`() throws {
    let plaintext = try EnvelopeSealer.plaintext(
      body: body, signature: [UInt8](repeating: 0x55, count: 64))
    #expect(plaintext.count == 512)
    #expect(Array(SHA256.hash(data: plaintext)) == structures.paddedPlaintext.bytes)
  }

  @Test func `what a server signs about a notice`() throws {
    let signed = NoticeAttestation.signedBytes(
      audience: vectors.audience, collaborationID: vectors.collaborationID,
      noticeID: NoticeID(unchecked: Array(0x30...0x3f)), kind: .edit, at: t0 + 9000,
      actorRoot: try vectors.rootHash)
    #expect(signed == structures.noticeAttestationTBS.bytes)
    #expect(signed.count == 127)
  }
}
