import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting
import Testing

@testable import MessengerDomain

/// Design 5, invariant 12, for the values of the sharing side.
struct SharingSecretsTests {
  static let secret = "the text of a draft"

  func printed(_ value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return "\(value)" + String(reflecting: value) + dumped
  }

  @Test func `drafts, sheets and what is stored of them print none of their content`() throws {
    let file = ShareSheet.FileRepresentation(
      name: Self.secret, mediaType: Self.secret, bytes: Array(Self.secret.utf8))
    var sheet = try #require(
      ShareSheet(
        origin: TestPeople.docs, appName: "Recipes",
        metadata: CollaborationMetadata(localIdentifier: "7", title: Self.secret), file: file))
    sheet.text = Self.secret
    let draft = sheet.draft(draftID: .zero, createdAt: 1)
    let change = try SharingChange.put(draft)
    let message = try SharingMessage(
      messageID: .zero, conversationID: .zero, content: TextContent(text: Self.secret), to: [.zero])
    let values: [Any] = [
      file, sheet, draft, [draft], change, message, SharedContent(metadata: nil, file: file),
    ]
    for value in values {
      let text = printed(value)
      #expect(!text.contains(Self.secret))
      // Nor as the numbers of its bytes.
      #expect(!text.contains("116, 104, 101, 32, 116, 101, 120, 116"))
    }
  }

  @Test func `a kept invitation prints neither its key nor where it leads`() throws {
    let bob = try TestAccount("bob")
    let alice = try TestAccount("alice")
    var world = TestWorld(bob)
    let mine = try world.identity(bob)
    let map = try [mine.mapEntry, world.identity(alice).mapEntry]
    _ = try world.receive(
      .invitation(world.invitation(mine, map: map)), world.arrival(from: alice))
    let kept = try #require(try ReceivedInvitation.usable(TestWorld.key, world.rows).first)
    #expect(!printed(kept).contains("docs.example"))
    #expect(printed(kept).contains("redacted"))
  }
}
