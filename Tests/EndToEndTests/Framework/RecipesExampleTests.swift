import Foundation
import GroveIdentity
import GroveMessage
import GroveSystem
import Messenger
import SharedWithYou
import SharedWithYouCore
import SharingUI
import Synchronization
import Testing

@testable import RecipesExample

/// Types lines where a person would.
final class TypedLines: TerminalChannel {
  let look = TerminalCapabilities.plain
  private let lines: Mutex<[String]>
  private let output = Mutex("")

  init(_ lines: String...) { self.lines = Mutex(lines) }

  func nextLine() async -> String? { lines.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
  func write(_ text: String) { output.withLock { $0 += text } }
  var written: String { output.withLock(\.self) }
}

/// The example app against real servers, with messengers in this process. It is written against the
/// public framework alone, so whatever works here works for any app.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct RecipesExampleTests {
  /// The example keeps its files where it is told.
  init() throws {
    let folder = MessengerDevice.folder()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    setenv("RECIPES_HOME", folder, 1)
  }

  static func app(of person: SharingPerson, in world: SharingWorld, server: String? = nil)
    async throws -> RecipeApp
  {
    let origin = world.app.origin.text
    let session = try await RecipeServer(origin: origin, token: nil)
      .signIn(account: person.account.text, password: "correct horse " + person.name)
    let grove = try GroveApp(origin: origin, name: "Recipes", system: person.messenger)
    let app = RecipeApp(
      SavedSession(
        server: server ?? origin, account: session.account, name: session.displayName,
        token: session.token), grove)
    try await grove.register()
    return app
  }

  @Test func `a link that nobody was given is taken back by its recipe alone`() async throws {
    try await SharingWorld.running { world in
      let app = try await Self.app(of: try await world.person("alice"), in: world)
      let recipe = try await app.server.create("Bread")
      _ = try await app.server.prepareCollaboration(
        recipe.documentID, options: ShareChoices.chosen(nil), requestID: UUID())
      #expect(try await app.recipe("Bread").collaborationID != nil)
      try await app.server.takeBackLink(of: recipe.documentID)
      #expect(try await app.recipe("Bread").collaborationID == nil)
      // There is nothing to take back any more, which is no failure.
      try await app.server.takeBackLink(of: recipe.documentID)
    }
  }

  @Test func `a recipe is shared, opened with proof, changed, renamed and told about`()
    async throws
  {
    try await SharingWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let conversation = try await alice.messenger.createConversation(members: ["bob"])
      let mine = try await Self.app(of: alice, in: world)
      let theirs = try await Self.app(of: bob, in: world)
      try await mine.create("Bread")
      try await mine.add("Flour", to: "Bread", as: .edit)
      let terminal = TypedLines("a", "text Look", "send")
      GroveSharing.presenter = TerminalSharePresenter(channel: terminal)
      try await mine.share("Bread")
      #expect(terminal.written.contains("Sent “Bread”"))

      try await bob.messenger.sync()
      #expect(theirs.center.highlights.count == 1)
      let place = CollaborationKey(
        audience: world.app.origin,
        collaborationID: try await bob.messenger.highlights()[0].collaborationID)
      let card = try await bob.messenger.documentState(of: place).card
      #expect(card?.appName == "Recipes" && card?.firstLines == "Flour")
      await #expect(throws: RecipeError.self) { try await theirs.show("Bread") }
      try await theirs.open("Bread")
      let recipe = try await theirs.recipe("Bread")
      #expect(try await theirs.text(of: recipe) == "# Bread\n\nFlour\n")

      try await theirs.add("Salt", to: "Bread", as: .edit)
      try await mine.mention(bob.account.text, in: "Bread", saying: "how much?")
      try await mine.rename("Bread", to: "Rolls")
      #expect(try await mine.text(of: try await mine.recipe("Rolls")).contains("Salt"))
      // The server tells both by itself; the mention is told by the app.
      try await alice.messenger.isTold("edited", in: conversation)
      #expect(try await alice.messenger.documentState(of: place).firstLines == "Flour\nSalt")
      #expect(try await alice.messenger.documentState(of: place).joined.count == 2)
      try await bob.messenger.isTold("mentioned", in: conversation)
      try await bob.messenger.isTold("renamed", in: conversation)
    }
  }

  @Test func `a share whose server cannot be reached says so, and the draft is back`() async throws
  {
    try await SharingWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      _ = try await alice.messenger.createConversation(members: ["bob"])
      let mine = try await Self.app(of: alice, in: world)
      try await mine.create("Bread")
      let provider = try await mine.itemProvider(for: try await mine.recipe("Bread"))
      // From here on its handler asks a server that is not there.
      let lost = CollaborationHandler(
        server: RecipeServer(origin: "http://127.0.0.1:1", token: nil))
      mine.grove.coordinator.actionHandler = lost
      let terminal = TypedLines("a", "send", "cancel")
      GroveSharing.presenter = TerminalSharePresenter(channel: terminal)
      let target = try #require(GroveDropTarget(app: mine.grove))
      guard case .failed(_, let draft?) = await target.drop([provider]) else {
        Issue.record("it did not fail: \(terminal.written)")
        return
      }
      #expect(terminal.written.contains("The app could not start the share"))
      #expect(try await alice.messenger.drafts().map(\.draft.draftID) == [draft])
      try await bob.messenger.sync()
      #expect(try await bob.messenger.highlights().isEmpty)
      withExtendedLifetime(lost) {}
    }
  }
}

extension Messenger {
  /// Returns when a notice says so; the suite's limit ends what never comes.
  fileprivate func isTold(_ words: String, in conversation: ConversationID) async throws {
    while try await !notices(in: conversation).contains(where: { $0.text.contains(words) }) {
      try await sync()
      try await Task.sleep(for: .milliseconds(100))
    }
  }
}
