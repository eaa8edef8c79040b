import Testing

@testable import SharingUI

struct TerminalTextTests {
  @Test func `what others wrote cannot steer the terminal or forge a line`() {
    let text = TerminalText.safe("a\u{1B}[2J\u{7}\r\u{202E}b\nmallory: c\u{9B}")
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(text.split(separator: "\n").dropFirst().allSatisfy { $0.hasPrefix("        ") })
    #expect(!text.contains("\u{202E}") && !text.contains("\u{9B}"))
    #expect(TerminalText.safe("Grüße, 世界 👋🏽") == "Grüße, 世界 👋🏽")
  }
}
