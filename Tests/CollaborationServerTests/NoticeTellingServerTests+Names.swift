import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

extension NoticeTellingServerTests {
  @Test
  func `of who is told of under several identities the name goes with the last message only`()
    async throws
  {
    try await Self.run { server, receiver in
      let (document, ann) = try await Self.annHears(server, receiver)
      let (bob, first) = try await document.join("bob")
      let second = try await document.invite()
      _ = try await document.prove(second, as: bob)
      // Both times somebody came: the second time under both.
      _ = try await receiver.pushes(3, at: ann.path)
      _ = try await document.append("1", by: bob)
      server.clock.advance(1000)
      let edits = try await receiver.pushes(5, at: ann.path).suffix(2).map(ann.open)
      #expect(edits.allSatisfy { $0.notice.kind == .edit })
      #expect(Set(edits.compactMap(\.notice.attestation?.root)) == [first.root, second.root])
      #expect(edits.map(\.name) == [nil, "The bob"])
      #expect(edits[0].notice.noticeID == edits[1].notice.noticeID)
    }
  }
}
