import GroveClient
import GroveIdentity
import GroveMessage
import GroveTesting
import GroveWire
import RelayDomain
import RelayServer
import Testing

/// Lists in pages, over HTTP.
@Suite(.timeLimit(.minutes(2)))
struct PageServerTests {
  @Test func `a client reads every page of its conversations and of a chain`() async throws {
    try await RelayTestServer.run {
      $0.limits.listPageBytes = 1000
    } _: { server in
      var (person, ann) = try await server.join("ann")
      let ids = (1...20 as ClosedRange<UInt8>).map(RelayWorld.conversation)
      for id in ids {
        _ = try await ann.create(CreateConversation(conversationID: id, members: []))
      }
      let first = try await ann.conversations(after: nil)
      #expect((1..<20).contains(first.conversations.count) && first.next != nil)
      #expect(try await ann.conversations().map(\.conversationID) == ids)
      for _ in 0..<4 {
        let device = RelayPerson.Device()
        let statement = try person.adding(device)
        _ = try await ann.publish(PublishStatement(statement: statement))
        try person.take(statement, with: device)
      }
      let all = person.chain.records
      let token = try await server.token(person)
      let path = "/relay/v1/accounts/\(person.accountID.base64url)"
      let page = try StrictJSON.decode(
        RelayAccount.self, from: try await server.send("GET", path, token: token).body)
      #expect(page.statements.count < all.count && page.next != nil && page.kemKeys.isEmpty)
      let whole = try await ann.lookUp(account: person.accountID)
      #expect(whole.statements == all && whole.next == nil && !whole.kemKeys.isEmpty)
      let rest = try await ann.lookUp(account: person.accountID, from: 3)
      #expect(rest.statements == Array(all[3...]))
      #expect(try await ann.lookUpForRecovery(handle: "ann").statements == all)
    }
  }
}
