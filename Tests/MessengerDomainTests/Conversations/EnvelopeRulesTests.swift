import GroveIdentity
import GroveMessage
import GroveTesting
import MessengerDomain
import Testing

/// For what somebody is woken whose messenger is closed.
@Suite struct EnvelopeRulesTests {
  private func message(_ type: ContentType, _ content: [UInt8] = []) -> OutgoingMessage {
    OutgoingMessage(
      messageID: MessageID(unchecked: [UInt8](repeating: 1, count: 16)),
      conversationID: ConversationID(unchecked: [UInt8](repeating: 2, count: 16)),
      contentType: type,
      content: .same(Base64URLBytes(content)))
  }

  private func notice(_ kind: NoticeKind) throws -> [UInt8] {
    try Notice(
      noticeID: NoticeID(unchecked: [UInt8](repeating: 3, count: 16)),
      audience: Origin("https://docs.example"), collaborationID: CollaborationID("c1"),
      action: .post(kind, root: RootHash(unchecked: [UInt8](repeating: 4, count: 32))), at: 1,
      counter: 1
    ).encodedContent()
  }

  @Test func `what people say and share rings, and what devices tell each other does not`() {
    let ringing = ContentType.allCases.filter { EnvelopeRules.rings(message($0)) }
    #expect(ringing == [.text, .invitation])
  }

  @Test(arguments: NoticeKind.allCases)
  func `of notices only a mention rings`(kind: NoticeKind) throws {
    #expect(EnvelopeRules.rings(message(.notice, try notice(kind))) == (kind == .mention))
  }
}
