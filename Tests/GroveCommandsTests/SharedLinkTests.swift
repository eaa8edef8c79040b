import GroveIdentity
import Testing

@testable import GroveCommands

struct SharedLinkTests {
  @Test func `a link names its audience and its collaboration; the fragment is not part of it`()
    throws
  {
    let link = try SharedLink("https://docs.example/d/abc%2Fd#collab-messenger=https://msg.example")
    #expect(link.audience.text == "https://docs.example")
    #expect(link.collaborationID.text == "abc/d")
    #expect(link.text == "https://docs.example/d/abc%2Fd")
  }

  @Test(arguments: [
    "", "https://docs.example", "https://docs.example/d/", "https://docs.example/x/abc",
    "http://docs.example/d/abc", "javascript:alert(1)", "https://docs.example/d/%zz",
  ])
  func `any other address is no link of the app`(text: String) {
    #expect(throws: CommandFailure.self) { try SharedLink(text) }
  }
}

struct TerminalTextTests {
  @Test func `what others wrote cannot steer the terminal or forge a line`() {
    let text = TerminalText.safe("a\u{1B}[2J\u{7}\r\u{202E}b\nmallory: c\u{9B}")
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(text.split(separator: "\n").dropFirst().allSatisfy { $0.hasPrefix("        ") })
    #expect(!text.contains("\u{202E}") && !text.contains("\u{9B}"))
    #expect(TerminalText.safe("Grüße, 世界 👋🏽") == "Grüße, 世界 👋🏽")
  }
}
