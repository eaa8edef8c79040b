import GroveWire
import Testing

/// XML as WebDAV has it.
@Suite struct MarkupReaderTests {
  private static func again(_ text: String) throws -> String {
    MarkupText.standing(try MarkupReader.read(Array(text.utf8)))
  }

  @Test(arguments: [
    ("<a/>", "<a/>"),
    ("\u{FEFF}<?xml version='1.0' encoding='UTF-8'?>\r\n<a b='1'>\r\n</a>", "<a b=\"1\">\n</a>"),
    (
      "<D:a xmlns:D='DAV:'><b xmlns='u:v' D:c='2'>x&lt;&#x41;<![CDATA[<&]]></b><!-- c --></D:a>",
      "<x:a xmlns:x=\"DAV:\"><x:b xmlns:x=\"u:v\" xmlns:a0=\"DAV:\" a0:c=\"2\">x&lt;A&lt;&amp;</x:b></x:a>"
    ),
    ("<a xmlns='u'><b xmlns=''>q</b></a>", "<x:a xmlns:x=\"u\"><b>q</b></x:a>"),
    ("<a xml:lang='en'>&#13;</a>", "<a xml:lang=\"en\">&#13;</a>"),
    (
      "<xml:a><b xmlns='u'><xml:c/><d/></b></xml:a>",
      "<xml:a><x:b xmlns:x=\"u\"><xml:c/><x:d/></x:b></xml:a>"
    ),
  ])
  func `an element is read and stands by itself when it is written again`(
    _ text: String, _ wanted: String
  ) throws {
    #expect(try Self.again(text) == wanted)
    #expect(try Self.again(wanted) == wanted)
  }

  @Test(arguments: [
    "", "a", "<a", "<a>", "<a></b>", "<a/><b/>", "<a/>x", "<a b/>", "<a b=1/>", "<a b='1'c='2'/>",
    "<a b='1' b='2'/>", "<p:a/>", "<a xmlns:p=''/>", "<a xmlns:xmlns='u'/>", "<a xmlns:xml='u'/>",
    "<!DOCTYPE a><a/>", "<a>&x;</a>", "<a>&#0;</a>", "<a>&#xFFFF;</a>", "<a>&#+5;</a>", "<a>&</a>",
    "<a>]]></a>", "<a b='<'/>", "<a><!-- -- --></a>", "<a>\u{1}</a>", "<1/>", "<a:b:c/>",
    "<?xml version='1.0' encoding='latin1'?><a/>", "<a><!ENTITY x ''></a>", "<?xml?><a/>",
    "<a xmlns:p='u' xmlns:q='u' p:b='1' q:b='2'/>",
  ])
  func `what is not well-formed, and what declares something, is refused`(_ text: String) {
    #expect(throws: MarkupReader.Fault.self) { try MarkupReader.read(Array(text.utf8)) }
  }

  @Test func `bytes that are no text are refused, and more elements than there may be`() throws {
    #expect(throws: MarkupReader.Fault.self) { try MarkupReader.read([0x3C, 0xFF, 0x2F, 0x3E]) }
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    _ = try Self.again(nested(MarkupReader.depth))
    #expect(throws: MarkupReader.Fault.self) { try Self.again(nested(MarkupReader.depth + 1)) }
    func flat(_ count: Int) -> String {
      "<a>" + String(repeating: "<b/>", count: count - 1) + "</a>"
    }
    _ = try Self.again(flat(MarkupReader.elements))
    #expect(throws: MarkupReader.Fault.self) { try Self.again(flat(MarkupReader.elements + 1)) }
    func wide(_ count: Int) -> String {
      "<a " + (0..<count).map { "b\($0)='1' " }.joined() + "/>"
    }
    func named(_ length: Int) -> String {
      "<a xmlns='\(String(repeating: "u", count: length))' xmlns:v='v'><v:b/></a>"
    }
    _ = try Self.again(named(MarkupReader.namespaceBytes))
    #expect(throws: MarkupReader.Fault.self) {
      try Self.again(named(MarkupReader.namespaceBytes + 1))
    }
    _ = try Self.again(wide(MarkupReader.attributes))
    #expect(throws: MarkupReader.Fault.self) { try Self.again(wide(MarkupReader.attributes + 1)) }
  }
}
