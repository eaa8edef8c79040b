import Testing

@testable import GroveIdentity

@Suite struct LabelTests {
  private static let forbidden =
    Array(0...0x1F) + Array(0x7F...0x9F) + [0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E)
    + Array(0x2066...0x2069) as [UInt32]

  @Test func `an account label holds no control and no bidirectional control, wherever it stands`()
    throws
  {
    #expect(Self.forbidden.count == 32 + 33 + 12)
    for value in Self.forbidden {
      let scalar = try #require(Unicode.Scalar(value))
      for text in ["\(scalar)", "a\(scalar)b", "a\(scalar)", "\(scalar)a"] {
        #expect(throws: IdentityError(.malformed, ""), "U+\(String(value, radix: 16))") {
          try AccountLabel(text)
        }
      }
    }
  }

  @Test(arguments: [
    "bob@docs.example", " ", "~", "\u{A0}", "Ω", "עברית", "👩‍👩‍👧", "\u{200D}", "\u{FEFF}",
  ])
  func `other characters are allowed`(text: String) throws {
    #expect(try AccountLabel(text).text == text)
  }

  @Test func `length counts bytes, from 1 to 255`() throws {
    let long = String(repeating: "é", count: 127)
    for text in ["a", long + "a"] {
      #expect(try AccountLabel(text).bytes.count == text.utf8.count)
      #expect(try CollaborationID(text).text == text)
    }
    for text in ["", long + "é", String(repeating: "a", count: 256)] {
      #expect(throws: IdentityError(.malformed, "")) { try AccountLabel(text) }
      #expect(throws: IdentityError(.malformed, "")) { try CollaborationID(text) }
    }
  }

  @Test func `texts that look and normalise alike stay different`() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    #expect(composed == decomposed, "Swift's own equality")
    #expect(try AccountLabel(composed) != AccountLabel(decomposed))
    #expect(try CollaborationID(composed) != CollaborationID(decomposed))
    #expect(try Set([CollaborationID(composed), CollaborationID(decomposed)]).count == 2)
  }

  @Test func `a collaboration identifier may hold any character`() throws {
    for value: UInt32 in [0, 0x0A, 0x7F, 0x202E, 0x10FFFF] {
      let text = String(try #require(Unicode.Scalar(value)))
      #expect(try CollaborationID(text).bytes == Array(text.utf8))
    }
  }

  @Test func `bytes that are not UTF-8 are refused, not repaired`() {
    for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x61, 0xC3]] {
      #expect(throws: IdentityError(.malformed, "")) { try AccountLabel(bytes: bytes) }
      #expect(throws: IdentityError(.malformed, "")) { try CollaborationID(bytes: bytes) }
    }
  }

  @Test func `they are strings in JSON and checked on the way in`() throws {
    let label = try AccountLabel("bob \"b\" é")
    #expect(try StrictJSON.decode(AccountLabel.self, from: StrictJSON.encode(label)) == label)
    for bad in ["\"\"", "\"a\\u0000\"", "\"\\u202e\"", "1", "null", "\"\\ud800\""] {
      #expect(throws: IdentityError(.malformed, "")) {
        try StrictJSON.decode(AccountLabel.self, from: Array(bad.utf8))
      }
    }
  }
}
