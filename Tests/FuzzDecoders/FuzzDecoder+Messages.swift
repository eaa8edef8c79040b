import Crypto
import GroveIdentity
import GroveMessage
import RelayDomain

extension FuzzDecoder {
  func takeMessage(_ input: [UInt8]) {
    switch self {
    case .envelope: takeEnvelope(input)
    case .sealedPlaintext: takePlaintext(input)
    case .messageContent:
      guard let code = input.first, let type = ContentType(rawValue: code) else { return }
      takeContent(type, Array(input.dropFirst()))
    case .invitation: takeContent(.invitation, input)
    default: takeContent(.notice, input)
    }
  }

  private func takeEnvelope(_ input: [UInt8]) {
    _ = try? EnvelopeBatch([input], limits: RelayLimits())
    guard let envelope = try? Envelope(encoded: input) else { return }
    require(envelope.encoded == input, "an envelope has one form")
    guard let key = try? KEMPrivateKey(scalar: SecretBytes([UInt8](repeating: 9, count: 32))) else {
      return
    }
    _ = EnvelopeOpener.open(
      input, myAccountID: envelope.header.recipientAccountID,
      myDeviceID: envelope.header.recipientDeviceID, keys: [envelope.header.recipientKeyID: key])
  }

  /// What is under the seal: only a sender writes it, and a sender may be anybody.
  private func takePlaintext(_ input: [UInt8]) {
    guard let (body, signature) = try? EnvelopeOpener.parts(of: input) else { return }
    require(signature.count == 64, "a signature is 64 bytes")
    require((try? MessageBody(encoded: body.encoded)) == body, "a body reads back")
    guard let type = body.contentType else { return }
    takeContent(type, body.content)
  }

  private func takeContent(_ type: ContentType, _ input: [UInt8]) {
    guard let content = try? MessageContent(type, content: input) else { return }
    require(content.contentType == type, "content keeps its type")
    if let written = try? content.encodedContent() {
      require((try? MessageContent(type, content: written)) == content, "content reads back")
    }
    switch content {
    case .invitation(let invitation): _ = try? Origin(ofLink: invitation.link)
    case .notice(let notice):
      var ledger = NoticeLedger()
      let account = AccountID(unchecked: [UInt8](repeating: 1, count: AccountID.byteCount))
      let device = DeviceID(unchecked: [UInt8](repeating: 2, count: DeviceID.byteCount))
      for now in [0, notice.at, .max] {
        _ = ledger.receive(notice, from: account, device: device, authenticity: .claimed, at: now)
      }
    case .text, .membershipUpdate, .gossip, .acknowledgement, .noticeAddresses, .ownDocuments,
      .noticesPutAway:
      break
    }
  }

  /// As it comes from a store that belongs to somebody else. The digest is in the message, and a
  /// sender may be anybody: it fits whatever was stored.
  func takeAttachment(_ input: [UInt8]) {
    guard let key = try? AttachmentKey(SecretBytes([UInt8](repeating: 3, count: 32))) else {
      return require(false, "32 bytes are a key")
    }
    let digest = Array(SHA256.hash(data: input))
    if let file = try? AttachmentSeal.open(input, key: key, digest: digest) {
      require((try? AttachmentSeal.seal(file, key: key).sealed) == input, "a seal has one form")
    }
    if let sealed = try? AttachmentSeal.seal(input, key: key) {
      let opened = try? AttachmentSeal.open(sealed.sealed, key: key, digest: sealed.digest)
      require(opened == input, "a sealed file opens")
    }
  }

  func takeAccount(_ input: [UInt8]) {
    switch self {
    case .statement:
      if let statement = try? AccountStatement(encoded: input) {
        require(statement.encoded == input, "a statement has one form")
      }
      if let entry = try? DeviceEntry(encoded: input) {
        require(entry.encoded == input, "a device entry has one form")
      }
    case .statementChain:
      guard let records = try? StrictJSON.decode([SignedStatement].self, from: input) else {
        return
      }
      for record in records { _ = try? AccountStatement(encoded: record.body.bytes) }
      guard let chain = try? StatementChain(records: records) else { return }
      require(chain.records == records, "a chain keeps its records")
    case .kemKey:
      guard let record = try? KEMKeyRecord(encoded: input) else { return }
      require(record.encoded == input, "a KEM key record has one form")
    case .linkMessage:
      guard let message = try? DeviceLinkMessage(data: input) else { return }
      guard let written = try? message.encodedData() else { return }
      require((try? DeviceLinkMessage(data: written)) == message, "a link message reads back")
    default:
      let text = String(decoding: input, as: UTF8.self)
      _ = try? RecoveryKey(code: text)
      guard let request = try? DeviceLinkRequest(text: text) else { return }
      require((try? DeviceLinkRequest(text: request.text)) == request, "a link code reads back")
    }
  }
}
