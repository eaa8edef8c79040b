import GroveIdentity
import GroveWire
import Testing

@testable import GroveCommands

/// The forms of docs/decisions/0013-document-updates.md; Tests/Browser/recipes/format.tests.js holds
/// the browser to the same bytes.
struct DocumentUpdateTests {
  @Test func `bytes without a tag are a line, as programs have always written them`() {
    #expect(DocumentUpdate(.edit, Array("A pinch of salt.".utf8)) == .line("A pinch of salt."))
    #expect(DocumentUpdate(.edit, Array("\tindented".utf8)) == .line("\tindented"))
    #expect(DocumentUpdate(.comment, Array("Nice".utf8)) == .comment("Nice", mentions: []))
  }

  @Test func `what a browser writes is told from text`() {
    #expect(DocumentUpdate(.edit, [1, 0, 0]) == .live)
    let field = Array(#"{"field":"steps","text":"Stir.","base":7}"#.utf8)
    #expect(DocumentUpdate(.edit, [3] + field) == .field("steps", text: "Stir."))
  }

  @Test func `a comment comes back with whom it names`() throws {
    let root = try RootHash([UInt8](repeating: 7, count: 32))
    let mention = DocumentUpdate.Mention(root: root, name: "Alice")
    let bytes = try DocumentUpdate.comment("@Alice, look", mentioning: [mention])
    #expect(bytes.first == 2)
    #expect(DocumentUpdate(.comment, bytes) == .comment("@Alice, look", mentions: [mention]))
  }

  @Test func `a comment never changes the recipe, whatever its bytes say`() {
    #expect(DocumentUpdate(.comment, [1, 0, 0]) == .unknown)
    #expect(DocumentUpdate(.comment, [3] + Array("{}".utf8)) == .unknown)
  }

  @Test(
    arguments: [
      [], [0], [4], [2, 0xFF], [0xFF, 0xFE], [3, 0x7B, 0x7D], [0x1F, 0x41],
    ] as [[UInt8]])
  func `what cannot be read is unknown`(bytes: [UInt8]) {
    #expect(DocumentUpdate(.edit, bytes) == .unknown)
  }
}
