import GroveIdentity
import GroveServing
import GroveWire
import Testing

@testable import CollaborationServer

/// Answers that are written by hand.
struct PlainAnswerTests {
  @Test(arguments: ["Baking", "Żółć / 🍞", "", "a \u{2028} b"])
  func `a grant is written as the general encoder writes it`(_ title: String) throws {
    let granted = AccessGranted(
      result: .alreadyGranted, documentID: "AAAAAAAAAAAAAAAAAAAAAA", title: title,
      root: RootHash(unchecked: Array(0..<32)), epoch: DecimalUInt64(.max))
    #expect(try granted.plainJSON == StrictJSON.encode(granted))
  }

  @Test(arguments: ["say \"yes\"", "back\\slash", "two\nlines", "\u{0}"])
  func `a title that has to be escaped is left to the general encoder`(_ title: String) {
    let granted = AccessGranted(
      result: .granted, documentID: "A", title: title, root: RootHash(unchecked: Array(0..<32)),
      epoch: DecimalUInt64(1))
    #expect(granted.plainJSON == nil)
  }
}
