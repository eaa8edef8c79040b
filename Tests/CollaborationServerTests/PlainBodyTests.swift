import GroveIdentity
import GroveServing
import GroveWire
import Testing

@testable import CollaborationServer

/// Bodies that are read by hand, and answers that are written so.
struct PlainBodyTests {
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

  @Test(arguments: [0, 9, .max] as [UInt64])
  func `where an update stands is written as the general encoder writes it`(_ sequence: UInt64)
    throws
  {
    let appended = UpdateAppended(sequence: DecimalUInt64(sequence))
    #expect(try appended.plainJSON == StrictJSON.encode(appended))
  }

  @Test(arguments: UpdateKind.allCases, [nil, "", "Soup / Żółć 🍞", "a \u{2028} b"])
  func `a plain update read directly is the one the decoder gives`(
    _ kind: UpdateKind, _ firstLines: String?
  ) throws {
    let update = AppendUpdate(
      updateID: RequestID(unchecked: Array(0..<16)), kind: kind,
      data: Base64URLBytes(Array(0..<100)), firstLines: firstLines)
    #expect(AppendUpdate(plainJSON: try StrictJSON.encode(update)) == update)
    let text = #" { "updateID":"AAAAAAAAAAAAAAAAAAAAAA" , "data" : "", "kind":"edit"} "#
    #expect(AppendUpdate(plainJSON: Array(text.utf8))?.data == Base64URLBytes([]))
  }

  @Test(arguments: [
    "", "{}", #"{"kind":"edit","data":"AA"}"#,
    #"{"kind":"edit","updateID":"AAAAAAAAAAAAAAAAAAAAAA"}"#,
    #"{"kind":"erase","data":"AA","updateID":"AAAAAAAAAAAAAAAAAAAAAA"}"#,
    #"{"kind":"edit","data":"A","updateID":"AAAAAAAAAAAAAAAAAAAAAA"}"#,
    #"{"kind":"edit","data":"AA","updateID":"AAAA"}"#,
    #"{"kind":"edit","data":"AA","updateID":"AAAAAAAAAAAAAAAAAAAAAA","kind":"edit"}"#,
    #"{"kind":"edit","data":"AA","updateID":"AAAAAAAAAAAAAAAAAAAAAA","more":"x"}"#,
    #"{"kind":"edit","data":"AA","updateID":"AAAAAAAAAAAAAAAAAAAAAA","mentions":[]}"#,
    #"{"kind":"edit","data":"AA","updateID":"AAAAAAAAAAAAAAAAAAAAAA","firstLines":null}"#,
    #"{"kind":"edit","data":"AA","updateID":"AAAAAAAAAAAAAAAAAAAAAA","firstLines":"a\nb"}"#,
    #"{"kind":"edit","data":"AA","updateID":"AAAAAAAAAAAAAAAAAAAAAA",}"#,
    #"{"kind":"edit","data":"AA","updateID":"AAAAAAAAAAAAAAAAAAAAAA"}x"#,
    #"{"kind":"edit","data":"AA","updateID":"AAAAAAAAAAAAAAAAAAAAAA""#,
  ])
  func `any other update is left to the decoder`(_ text: String) {
    #expect(AppendUpdate(plainJSON: Array(text.utf8)) == nil)
  }

  @Test func `first lines that are no text are left to the decoder`() {
    var bytes = Array(
      #"{"kind":"edit","data":"AA","updateID":"AAAAAAAAAAAAAAAAAAAAAA","firstLines":"x"}"#.utf8)
    bytes[bytes.count - 3] = 0xFF
    #expect(AppendUpdate(plainJSON: bytes) == nil)
  }
}
