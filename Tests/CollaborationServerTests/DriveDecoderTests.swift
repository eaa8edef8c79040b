import CollaborationServer
import DriveDomain
import GroveWire
import Testing

/// What clients of a drive write in their heads.
@Suite struct DriveDecoderTests {
  private static func read(_ text: String) throws -> [DriveConditions.List] {
    try IfHeader.read(text) { reference in
      reference.hasPrefix("http://else") ? nil : try DriveAddress.path(reference, of: ["here"])
    }
  }

  @Test func `an If field is lists of conditions, of what is asked for or of what they name`()
    throws
  {
    let lists = try Self.read("(<urn:a> [\"t\"]) (Not <urn:b>)")
    #expect(
      lists == [
        .init(.target, [.init(.token(DriveLockToken(text: "urn:a"))), .init(.tag("t"))]),
        .init(.target, [.init(.token(DriveLockToken(text: "urn:b")), isNegated: true)]),
      ])
    let tagged = try Self.read("<http://here/drive/a>(<urn:a>)<http://else/x> ([W/\"t\"])")
    #expect(
      tagged == [
        .init(
          .path(try DrivePath([DriveName("a")])), [.init(.token(DriveLockToken(text: "urn:a")))]),
        .init(.elsewhere, [.init(.tag("W/\"t\""))]),
      ])
  }

  @Test(arguments: [
    "", " ", "(", "()", "(<a>", "<a>", "(a)", "([t])", "(<>)", "(<a>) <http://here/drive/>",
    "(<a>) <http://here/drive/> (<b>)", "(Not)", "((<a>))", "<http://here/drive/>",
  ])
  func `what is no If field is malformed`(_ text: String) {
    #expect(throws: (any Error).self) { try Self.read(text) }
  }

  @Test func `moments are written and read as mail and the web have them`() {
    #expect(HTTPDate.text(784_111_777_000) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate.stamp(784_111_777_999) == "1994-11-06T08:49:37Z")
    #expect(HTTPDate.text(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
    for time: UInt64 in [0, 68_169_599, 68_169_600, 951_782_400, 4_107_542_400, 253_402_300_799] {
      #expect(HTTPDate.seconds(HTTPDate.text(time * 1000)) == time)
    }
    for text in ["", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "0"] {
      #expect(HTTPDate.seconds(text) == nil)
    }
  }
}
