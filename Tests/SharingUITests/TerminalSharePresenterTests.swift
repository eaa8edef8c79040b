import Foundation
import GroveIdentity
import GroveSystem
import SharedWithYouCore
import SharingUI
import Synchronization
import Testing

struct TerminalSharePresenterTests {
  let messenger = FakeMessenger()
  let club: ConversationID
  let bob: ConversationID

  init() {
    bob = messenger.add("Bob", 0x20, members: ["Bob"])
    club = messenger.add("Cooking club", 0x30, members: ["Bob", "Carol"])
    messenger.add(person: "dana", "Dana", 0x50)
  }

  func sheet(withFile: Bool = true) throws -> ShareSheet {
    let file = ShareSheet.FileRepresentation(
      name: "recipes.txt", mediaType: "text/plain", bytes: Array("flour".utf8))
    return try #require(
      ShareSheet(
        origin: Origin("https://docs.example"), appName: "Recipes",
        metadata: Samples.metadata().systemMetadata(), file: withFile ? file : nil,
        suggestedConversations: [club]))
  }

  func present(_ lines: String..., look: TerminalCapabilities = .plain, withFile: Bool = true)
    async throws -> (ShareResult, String)
  {
    let terminal = ScriptedTerminal(lines, look: look)
    let result = await TerminalSharePresenter(channel: terminal)
      .present(try sheet(withFile: withFile), for: messenger)
    return (result, terminal.written)
  }

  @Test func `typed lines choose options, conversation and text, and send`() async throws {
    let (result, written) = try await present("2", "4", "a", "text Have a look", "send")
    #expect(result == .sent)
    let draft = try #require(messenger.sent.first)
    #expect(draft.conversation == club)
    #expect(draft.text == "Have a look")
    #expect(
      draft.metadata?.userSelectedShareOptions?.selectedIdentifiers
        == ["read", "comments", "mentions"])
    #expect(written.contains("Sent “Baking Recipes” to Cooking club."))
  }

  @Test func `the sheet says what is shared, by whom, and with which choices`() async throws {
    let (_, written) = try await present("cancel")
    for text in [
      "Baking Recipes", "from Recipes as devin@docs.example", "Collaborate", "Send a copy",
      "Permission", "Can make changes", "Allow mentions", "In comments",
      "The owner can change this later.", "Cooking club", "Bob, Carol",
    ] {
      #expect(written.contains(text), "\(text) is missing in:\n\(written)")
    }
  }

  @Test func `the suggested conversation has the first letter`() async throws {
    _ = try await present("a", "send")
    #expect(messenger.sent.first?.conversation == club)
  }

  @Test func `an option that needs another says which, and stays off`() async throws {
    let (_, written) = try await present("3", "4", "a", "show", "send")
    #expect(written.contains("“Allow mentions” needs “Allow comments” first."))
    #expect(written.contains("needs “Allow comments”\n"))
    let chosen = messenger.sent.first?.metadata?.userSelectedShareOptions
    #expect(chosen?.selectedIdentifiers == ["write"])
  }

  @Test func `a picker keeps exactly one value whatever is typed`() async throws {
    _ = try await present("1", "1", "2", "2", "a", "send")
    let chosen = messenger.sent.first?.metadata?.userSelectedShareOptions
    #expect(chosen?.groups.first?.selectedOptionIdentifier == "read")
  }

  @Test func `a copy goes without options and without collaboration`() async throws {
    let (result, _) = try await present("copy", "1", "to dana", "send")
    #expect(result == .sent)
    let draft = try #require(messenger.sent.first)
    #expect(draft.metadata == nil)
    #expect(draft.file?.name == "recipes.txt")
    #expect(draft.recipients == [FakeMessenger.account(0x50)])
  }

  @Test func `without a file representation there is no copy to choose`() async throws {
    let (_, written) = try await present("copy", "cancel", withFile: false)
    #expect(written.contains("The app offers no copy of this."))
    #expect(!written.contains("Send a copy"))
  }

  @Test func `a handle nobody has is said, and nothing is sent to nobody`() async throws {
    let (result, written) = try await present("to nobody-here", "send", "cancel")
    #expect(written.contains("Nobody has this handle."))
    #expect(written.contains("Choose whom to send it to first."))
    #expect(result == .cancelled)
    #expect(messenger.sent.isEmpty && messenger.composed.isEmpty)
  }

  @Test func `people of a conversation are not taken along when a single person is added`()
    async throws
  {
    _ = try await present("a", "to @dana", "send")
    #expect(messenger.sent.first?.recipients == [FakeMessenger.account(0x50)])
    #expect(messenger.sent.first?.conversation == nil)
  }

  @Test func `later leaves the draft in the compose field and sends nothing`() async throws {
    let (result, _) = try await present("a", "later")
    let draft = try #require(messenger.composed.first)
    #expect(result == .staged(draft.draftID))
    #expect(messenger.sent.isEmpty)
  }

  @Test func `a failure says why, keeps the draft, and the same draft can be sent again`()
    async throws
  {
    messenger.answer(.failed(.startFailed("No room")), .sent)
    let (result, written) = try await present("a", "send", "text again", "send")
    #expect(written.contains("The app could not start the share: No room"))
    #expect(result == .sent)
    #expect(messenger.sent.count == 1 && messenger.composed.isEmpty)
    #expect(messenger.sent.first?.text == "again")
  }

  @Test(arguments: [20, 40, 80]) func `a failure is said whole however narrow the terminal is`(
    _ columns: Int
  ) async throws {
    let reason =
      "Broken was started and ended at once; see /var/log/agent/of-a-rather-long-name/broken.log"
    messenger.answer(.failed(.startFailed(reason)))
    let look = TerminalCapabilities(isStyled: true, isUnicode: true, columns: columns, rows: 60)
    let (_, written) = try await present("a", "send", "show", "cancel", look: look)
    let plain = written.replacing(/\u{1B}\[[0-9;]*[A-Za-z]/, with: "").filter {
      !$0.isWhitespace
    }
    #expect(plain.contains("share:" + reason.filter { $0 != " " } + ".Yourdraftiskept:"))
    #expect(plain.contains("orcancel."))
  }

  @Test(arguments: [20, 30, 80]) func `what can be typed is said whole`(_ columns: Int)
    async throws
  {
    let look = TerminalCapabilities(isStyled: false, isUnicode: true, columns: columns, rows: 60)
    let (_, written) = try await present("cancel", look: look)
    for word in ["number: option", "letter: to", "to HANDLE", "text …", "send", "later", "cancel"] {
      #expect(written.contains(word))
    }
  }

  @Test func `typing cancel while it is being sent stops it and keeps the draft`() async throws {
    messenger.state.withLock { $0.holdsSends = true }
    let look = TerminalCapabilities(isStyled: true, isUnicode: true, columns: 80, rows: 60)
    let terminal = ScriptedTerminal(
      ["a", "send", "cancel", "send"], look: look, pause: .milliseconds(300))
    let result = await TerminalSharePresenter(channel: terminal)
      .present(try sheet(), for: messenger)
    #expect(terminal.written.contains("cancel stops it"))
    #expect(terminal.written.contains("Sharing was cancelled."))
    #expect(result == .sent)
    #expect(messenger.sent.count == 1 && messenger.composed.isEmpty)
  }

  @Test func `a draft that was taken away elsewhere is made anew`() async throws {
    messenger.answer(.failed(.startTimedOut), .sent)
    let taking = TakingMessenger(messenger)
    let terminal = ScriptedTerminal(["a", "send", "send", "send"])
    let result = await TerminalSharePresenter(channel: terminal).present(try sheet(), for: taking)
    #expect(terminal.written.contains("The draft is gone."))
    #expect(result == .sent)
  }

  @Test func `giving up after a failure leaves the draft and the reason`() async throws {
    messenger.answer(.failed(.updateTimedOut))
    let (result, _) = try await present("a", "send", "cancel")
    let draft = try #require(messenger.composed.first)
    #expect(
      result
        == .failed(
          reason: "The app did not add the people in time.", draft: draft.draftID))
  }

  @Test func `the end of input cancels`() async throws {
    let (result, _) = try await present("a")
    #expect(result == .cancelled)
    #expect(messenger.composed.isEmpty)
  }

  @Test func `a queued share is said to be waiting`() async throws {
    messenger.answer(.waiting)
    let (result, written) = try await present("a", "send")
    #expect(result == .waiting)
    #expect(written.contains("The relay is away"))
  }

  @Test(arguments: [false, true])
  func `control characters of other people's text never reach the terminal`(_ styled: Bool)
    async throws
  {
    _ = messenger.add("Evil\u{1B}[2J\u{7}\nsend\u{202E}", 0x70, members: ["M\u{9B}31mallory"])
    messenger.add(person: "x", "X\u{1B}]0;owned\u{7}", 0x71)
    let look = TerminalCapabilities(isStyled: styled, isUnicode: true, columns: 100, rows: 60)
    let (_, written) = try await present("show", "to x", "c", "show", "cancel", look: look)
    #expect(written.contains("Evil\u{FFFD}[2J\u{FFFD} send\u{FFFD}"))
    #expect(!written.contains("\u{1B}[2J") && !written.contains("\u{7}"))
    #expect(!written.contains("\u{202E}") && !written.contains("\u{9B}"))
    #expect(!written.contains("\u{1B}]"))
  }

  @Test func `a plain terminal gets no escape sequences and an ASCII one no other signs`()
    async throws
  {
    let (_, plain) = try await present("2", "a", "help", "cancel")
    #expect(!plain.contains("\u{1B}"))
    let ascii = TerminalCapabilities(isStyled: false, isUnicode: false)
    let (_, text) = try await present("2", "3", "show", "a", "help", "send", look: ascii)
    let other = text.filter { !$0.isASCII }
    #expect(other.isEmpty)
  }

  @Test(arguments: [20, 40, 80])
  func `no line is longer than the terminal is wide`(_ columns: Int) async throws {
    _ = messenger.add(
      "料理クラブ" + String(repeating: "と友達", count: 20), 0x72, members: ["太郎"])
    let look = TerminalCapabilities(isStyled: false, isUnicode: true, columns: columns, rows: 60)
    let (_, written) = try await present("cancel", look: look)
    for line in written.split(separator: "\n") {
      let width = line.unicodeScalars.reduce(0) { $0 + ($1.value > 0x2E80 ? 2 : 1) }
      #expect(width <= columns, "\(width): \(line)")
    }
  }

  @Test func `the sheet is redrawn in its place in a terminal that can`() async throws {
    let look = TerminalCapabilities(isStyled: true, isUnicode: true, columns: 80, rows: 60)
    let (_, written) = try await present("2", "cancel", look: look)
    #expect(written.components(separatedBy: "A\r\u{1B}[J").count == 3)
    let low = TerminalCapabilities(isStyled: true, isUnicode: true, columns: 80, rows: 10)
    let (_, scrolled) = try await present("2", "cancel", look: low)
    #expect(!scrolled.contains("\u{1B}[J"))
  }
}
