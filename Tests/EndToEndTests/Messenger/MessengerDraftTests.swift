import GroveIdentity
import GroveSystem
import Messenger
import Testing

/// Drafts that cannot be sent stay drafts.
struct MessengerDraftTests {
  private func sheet(
    _ to: [AccountID], in conversation: ConversationID? = nil, isCopy: Bool = false
  ) throws -> ShareSheet {
    let file = ShareSheet.FileRepresentation(
      name: "bread.txt", mediaType: "text/plain", bytes: Array("flour".utf8))
    var sheet = try #require(
      ShareSheet(
        origin: Origin("https://docs.example"), appName: "Recipes",
        metadata: isCopy ? nil : CollaborationMetadata(localIdentifier: "bread", title: "Bread"),
        file: isCopy ? file : nil))
    if let conversation {
      sheet.choose(conversation, members: to)
    } else {
      to.forEach { sheet.add($0) }
    }
    return sheet
  }

  @Test func `a copy that the relay refuses is back in the compose field with the reason`()
    async throws
  {
    let relay = try RelayHost()
    try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      let bob = try await MessengerDevice.signUp("bob", at: relay)
      let conversation = try await alice.createConversation(members: ["bob"])
      try await bob.sync()
      let draft = try await bob.stage(
        sheet([alice.accountID], in: conversation, isCopy: true))
      try await alice.removeMembers(["bob"], from: conversation)
      let outcome = try await bob.send(draft.draftID)
      #expect(outcome == .failed(.uploadRefused("not_a_member")))
      let back = try #require(try await bob.drafts().first)
      #expect(back.draft.draftID == draft.draftID && back.state == .staged)
      #expect(back.draft.failure == .uploadRefused("not_a_member"))
    }
  }

  @Test func `a share with oneself alone is a draft still, and makes no conversation`()
    async throws
  {
    let relay = try RelayHost()
    try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      let draft = try await alice.stage(sheet([alice.accountID]))
      #expect(try await alice.send(draft.draftID) == .failed(.noRecipients))
      #expect(try await alice.conversations().isEmpty)
      #expect(try await alice.drafts().map(\.draft.failure) == [.noRecipients])
    }
  }

  @Test func `a conversation that everybody else has left is none to share into`() async throws {
    let relay = try RelayHost()
    try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      _ = try await MessengerDevice.signUp("bob", at: relay)
      let conversation = try await alice.createConversation(members: ["bob"])
      #expect(try await alice.conversationSummaries().map(\.id) == [conversation])
      try await alice.removeMembers(["bob"], from: conversation)
      #expect(try await alice.conversationSummaries().isEmpty)
      #expect(try await alice.conversations().count == 1)
    }
  }
}
