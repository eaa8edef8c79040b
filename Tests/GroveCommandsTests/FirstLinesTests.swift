import GroveIdentity
import GroveWire
import Testing

@testable import GroveCommands

/// What a document of the sample app begins with, once this program has added a line to it.
@Suite struct FirstLinesTests {
  private static func events(_ updates: [[UInt8]], _ kind: DocumentEvent.Kind = .edit)
    -> [DocumentEvent]
  {
    updates.enumerated().map { place, data in
      DocumentEvent(
        sequence: DecimalUInt64(UInt64(place + 1)), kind: kind, at: DecimalUInt64(1),
        data: Base64URLBytes(data))
    }
  }

  @Test func `the newest line is the first, and three lines with something in them are enough`() {
    let log = Self.events(["Flour", "Water\n\nSalt", " "].map { Array($0.utf8) })
    #expect(FirstLines.after("Longer.", in: log) == "Longer.\nWater\nSalt")
    #expect(FirstLines.after("Longer.", in: []) == "Longer.")
  }

  @Test func `where somebody has written in a browser, nothing is said of the first lines`() {
    for update in [[1, 2, 3], [3] + Array("{}".utf8), [7]] as [[UInt8]] {
      #expect(FirstLines.after("Longer.", in: Self.events([Array("a".utf8), update])) == nil)
    }
    let comments = Self.events([Array("Nice".utf8)], .comment)
    #expect(FirstLines.after("Longer.", in: comments) == "Longer.")
  }

  @Test func `they have whole characters, 280 bytes at most, and no control marks`() {
    #expect(FirstLines.beginning(of: [String(repeating: "ß", count: 200)]).utf8.count == 280)
    let family = String(repeating: "👩‍👩‍👧", count: 20)
    let cut = FirstLines.beginning(of: ["a" + family])
    #expect(cut.utf8.count == 271 && family.hasPrefix(cut.dropFirst()))
    #expect(FirstLines.beginning(of: [" a\tb\u{1B}[2Jc\r\nd "]) == "a b [2Jc\nd")
    #expect(FirstLines.beginning(of: [String(repeating: "a", count: 279) + " b"]).utf8.count == 279)
    #expect(FirstLines.beginning(of: ["", " \n"]) == "")
  }
}
