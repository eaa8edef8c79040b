import GroveClient
import GroveIdentity
import GroveTesting
import GroveWire
import Testing

/// Which accounts the answer to a removal names.
@Suite(.timeLimit(.minutes(3)))
struct CutLabelTests {
  @Test func `a removal names everybody who lost access, and nobody who keeps it`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, first) = try await document.join("bob")
      let (_, carols) = try await document.join("carol")
      let unused = try await document.invite()
      let second = try await document.invite()
      _ = try await document.prove(second, as: bob)
      let kept = try await document.remove(unused.root, second.root).cut
      #expect(kept.accounts == 0 && kept.accountLabels == [])
      let cut = try await document.remove(first.root, carols.root).cut
      let lost = try ["bob", "carol"].map(CollaborationTestServer.account)
      #expect(cut.accounts == 2 && Set(cut.accountLabels ?? []) == Set(lost))
    }
  }

  @Test func `a repeated removal names who is still without access`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, first) = try await document.join("bob")
      let (_, carols) = try await document.join("carol")
      let request = UpdateIdentities(requestID: .random(), remove: [first.root, carols.root])
      _ = try await document.owner.updateIdentities(request, of: document.id)
      _ = try await document.prove(try await document.invite(), as: bob)
      let again = try await document.owner.updateIdentities(request, of: document.id).cut
      #expect(again.accountLabels == [try CollaborationTestServer.account("carol")])
    }
  }
}
