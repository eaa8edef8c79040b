import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

/// Design 5, invariant 12: secrets print as nothing.
@Suite struct RedactionTests {
  private func printed(_ value: Any) -> String {
    var text = "\(value)" + String(reflecting: value) + String(describing: value)
    dump(value, to: &text)
    return text
  }

  private func redacted() throws -> [any Redacted] {
    let anna = try TestAccount("anna")
    let device = anna.devices[0]
    let text = TextContent(text: "a secret text")
    let body = try MessageBody(
      senderAccountID: anna.id, senderDeviceID: device.id,
      senderStatement: anna.chain.newest.reference, sentAt: 1, conversationID: .zero,
      contentType: .text, content: text.encodedContent())
    let opened = try EnvelopeOpener.open(
      EnvelopeSealer.seal(
        body: body, messageID: .zero, to: .init(device.kemRecord(of: anna.id)),
        signedBy: device.identityKey),
      myAccountID: anna.id, myDeviceID: device.id, keys: [1: device.kemKey]
    ).get()
    let invitation = try ContentTests.invitation(title: "a secret title")
    let prepared = try IdentityDerivation.derive(
      audience: invitation.audience, collaborationID: invitation.collaborationID,
      recipient: anna.chain, seed: invitation.identity.seed
    ).get()
    let key = try AttachmentKey(SecretBytes([UInt8](1...32)))
    let attachment = AttachmentReference(
      attachmentID: "a secret place", key: key, digest: [UInt8](0..<32), name: "a secret name",
      mediaType: "text/plain", size: 1)
    return [
      device.kemKey, body, opened, try opened.verify(senderChain: anna.chain).get(), text,
      MessageContent.text(text), invitation, invitation.identity, prepared, key, attachment,
    ]
  }

  @Test func `keys, seeds and message texts print as nothing`() throws {
    for value in try redacted() {
      let text = printed(value)
      let name = "\(type(of: value))(redacted)"
      let rest = text.replacing(name, with: "")
      #expect(rest.allSatisfy { "-▿ \n".contains($0) }, "\(name) prints \(rest)")
    }
  }

  @Test func `a value that holds one prints it as nothing too`() throws {
    let result: Result<MessageContent, EnvelopeRefusal> = .success(
      .text(TextContent(text: "a secret text")))
    #expect(!printed(result).contains("secret text"))
    let list = [try ContentTests.invitation(title: "a secret title")]
    #expect(!printed(list).contains("secret title"))
  }

  @Test func `what was wrong with a content says nothing of it`() {
    let json = #"{"v":1,"text":"a secret text","clientID":5}"#
    do {
      _ = try TextContent(content: Array(json.utf8))
      Issue.record("accepted")
    } catch {
      #expect(!printed(error).contains("secret"))
    }
  }
}
