import GroveIdentity
import GroveSystem
import GroveTesting
import Testing

@testable import MessengerDomain

struct ShareSheetTests {
  static let file = ShareSheet.FileRepresentation(
    name: "recipes.txt", mediaType: "text/plain", bytes: [1, 2, 3])

  func metadata() throws -> CollaborationMetadata {
    CollaborationMetadata(
      localIdentifier: "7", title: "Baking Recipes", initiatorHandle: "alice@docs.example",
      initiatorName: "Alice",
      defaultShareOptions: try CollaborationShareOptions(
        groups: [CollaborationShareOptionsTests.permission], summary: "Editors"))
  }

  func sheet(
    _ metadata: CollaborationMetadata?, _ file: ShareSheet.FileRepresentation? = nil
  ) throws -> ShareSheet {
    try #require(
      ShareSheet(
        origin: TestPeople.docs, appName: "Recipes", metadata: metadata, file: file, image: [9]))
  }

  @Test func `it offers what the app can provide, and nothing without content`() throws {
    #expect(try sheet(metadata()).modes == [.collaborate])
    #expect(try sheet(nil, Self.file).modes == [.sendCopy])
    #expect(try sheet(metadata(), Self.file).modes == [.collaborate, .sendCopy])
    #expect(ShareSheet(origin: TestPeople.docs, appName: "Recipes", metadata: nil) == nil)
    var sheet = try sheet(metadata())
    let isChosen = sheet.choose(.sendCopy)
    #expect(!isChosen && sheet.mode == .collaborate)
  }

  @Test func `the header shows title, image, app and the account shared from`() throws {
    let header = try sheet(metadata()).header
    #expect(header.title == "Baking Recipes" && header.image == [9])
    #expect(header.appName == "Recipes" && header.initiatorHandle == "alice@docs.example")
    #expect(try sheet(nil, Self.file).header.title == "recipes.txt")
  }

  @Test func `what the person selects is in the draft, and a copy has no options`() throws {
    var sheet = try sheet(metadata(), Self.file)
    #expect(sheet.summary == "Editors")
    let refusal = sheet.setOption("readOnly", selected: true)
    #expect(refusal == nil && sheet.summary == "Only you can edit")
    var draft = sheet.draft(draftID: .zero, createdAt: 1)
    #expect(draft.metadata?.userSelectedShareOptions?.selectedIdentifiers == ["readOnly"])
    #expect(draft.file == nil && draft.summary == "Only you can edit")
    let isChosen = sheet.choose(.sendCopy)
    #expect(isChosen && sheet.options == nil && sheet.summary == "Send a copy")
    #expect(sheet.setOption("readWrite", selected: true) == .unknownOption)
    draft = sheet.draft(draftID: .zero, createdAt: 1)
    #expect(draft.metadata == nil && draft.file == Self.file)
  }

  @Test func `it cannot be sent to nobody or to more than take part`() throws {
    var sheet = try sheet(metadata())
    #expect(sheet.obstacles == [.noRecipients])
    for number in 1...255 { sheet.add(ShareProcedureTests.account(number)) }
    #expect(sheet.obstacles.isEmpty)
    sheet.add(ShareProcedureTests.account(1))
    #expect(sheet.recipients.count == 255)
    sheet.add(ShareProcedureTests.account(256))
    #expect(sheet.obstacles == [.tooManyRecipients])
  }

  @Test func `a chosen conversation holds as long as the people are its own`() throws {
    var sheet = try sheet(metadata())
    let people = [1, 2].map(ShareProcedureTests.account)
    sheet.choose(TestWorld.conversation, members: people)
    #expect(sheet.draft(draftID: .zero, createdAt: 1).conversation == TestWorld.conversation)
    sheet.remove(people[0])
    #expect(sheet.conversation == nil && sheet.recipients == [people[1]])
  }

  @Test func `conversations are suggested by use of the app, then by time`() {
    func candidate(_ number: UInt8, _ activity: UInt64, _ shared: Int = 0)
      -> SuggestedConversations.Candidate
    {
      .init(
        conversationID: ConversationID(unchecked: [UInt8](repeating: number, count: 16)),
        lastActivity: activity, collaborations: shared)
    }
    let best = SuggestedConversations.best(
      [candidate(1, 10), candidate(2, 30), candidate(3, 20, 2), candidate(4, 30)], limit: 3)
    #expect(best.map { $0.bytes[0] } == [3, 2, 4])
    #expect(SuggestedConversations.best([candidate(1, 1)], limit: 0).isEmpty)
  }
}
