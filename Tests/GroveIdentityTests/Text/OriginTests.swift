import Testing

@testable import GroveIdentity

@Suite struct OriginTests {
  @Test(
    arguments: [
      "https://docs.example", "https://docs.example:8443", "https://a",
      "https://xn--bcher-kva.example",
      "https://127.0.0.1", "https://192.0.2.1:1", "https://[2001:db8::1]", "https://[::]",
      "https://[1:0:0:2::3]", "https://[::ffff:c000:201]:65535", "https://1.example",
      "https://a-b.c-d",
      "http://localhost", "http://localhost:8080", "http://127.0.0.1:80808", "http://127.0.0.1:443",
      "http://[::1]", "http://[::1]:3000", "https://localhost:80", "https://0x.example",
    ].filter { !$0.hasSuffix("80808") })
  func `the serialisation of an origin is taken as it is`(text: String) throws {
    let origin = try Origin(text)
    #expect(origin.text == text)
    #expect(try Origin(ofLink: text + "/d/8Zk?x=1#f") == origin)
  }

  @Test(arguments: [
    "", "https", "https:", "https:/", "https://", "https:///", "docs.example", "//docs.example",
    "https://docs.example/", "https://docs.example/x", "https://docs.example?x",
    "https://docs.example#x",
    "HTTPS://docs.example", "https://Docs.example", "https://docs.example:443",
    "https://docs.example:",
    "https://docs.example:0", "https://docs.example:065", "https://docs.example:65536",
    "https://docs.example:+1", "https://docs.example:8a", "https://docs.example:80:80",
    "https://user@docs.example", "https://user:pw@docs.example", "https://docs..example",
    "https://.docs.example", "https://docs.example.", "https://-docs.example",
    "https://docs-.example",
    "https://docs_x.example", "https://bücher.example", "https://docs.example ",
    " https://docs.example",
    "https://docs.exam\tple", "https://docs.exam%70le", "https://docs.example\\x",
    "https://docs,example",
    "https://127.0.0.01", "https://127.0.0", "https://256.0.0.1", "https://1", "https://0x7f000001",
    "https://1.2.3.4.5", "https://a.1", "https://[::1", "https://::1", "https://[::1]x",
    "https://[]",
    "https://[0::1]", "https://[::0001]", "https://[::A]", "https://[1::2::3]",
    "https://[1:2:3:4:5:6:7]",
    "https://[1:2:3:4:5:6:7:8:9]", "https://[::ffff:192.0.2.1]", "https://[fe80::1%251]",
    "https://[:::]",
    "https://[1:0:2:3:4:5:6:7]x", "https://[1::2:3:4:5:6:7]", "http://docs.example",
    "http://localhost:80",
    "http://127.0.0.2", "http://[::2]", "http://localhost.example", "ftp://docs.example",
    "file:///etc/passwd", "javascript://docs.example", "https//docs.example", "https://[:1]",
    "null",
  ])
  func `anything else is malformed`(text: String) {
    #expect(throws: IdentityError(.malformed, "")) { try Origin(text) }
  }

  @Test(arguments: [
    ("HTTPS://Docs.Example/D/1", "https://docs.example"),
    ("https://docs.example:443/x", "https://docs.example"),
    ("https://docs.example:8443?y", "https://docs.example:8443"),
    ("http://LOCALHOST:80/", "http://localhost"),
    ("https://docs.example#@evil.example", "https://docs.example"),
    ("https://docs.example/@evil.example", "https://docs.example"),
    ("https://docs.example?u=https://evil.example", "https://docs.example"),
    ("https://docs.example/d/é", "https://docs.example"),
    ("https://[2001:DB8::1]/x", "https://[2001:db8::1]"),
  ])
  func `the origin of a link is lowered and loses its scheme's own port`(
    link: String, origin: String
  )
    throws
  {
    #expect(try Origin(ofLink: link).text == origin)
  }

  @Test(arguments: [
    "https://docs.example@evil.example/", "https://docs.example\\@evil.example/",
    "https://docs.example:8443@evil.example/", "https://docs.exa\nmple/",
    "https://docs.example/a b",
    "https:docs.example", "https:/docs.example/", "https:\\\\docs.example", "http://docs.example/d",
    "https://doc%73.example/", "https://bücher.example/", "https://docs.example\u{3002}evil/",
    "mailto:a@b",
    "https://docs.example\u{0}/", "/d/1", "", "https://", "https://?", "data:text/html,x",
    "https:///x",
    "https://docs.example\u{7f}", "x:", "https://docs。example/",
  ])
  func `a link whose host could be read in two ways is malformed`(link: String) {
    #expect(throws: IdentityError(.malformed, "")) { try Origin(ofLink: link) }
  }

  @Test func `P12 a link made of any characters has an origin that reads as itself, or none`() {
    var generator = SeededGenerator(seed: 27)
    let parts =
      ["https", "http", "://", ":", "/", "@", "[", "]", "::1", "::", "1", "0", "ff", "."]
      + ["localhost", "127.0.0.1", "docs", "example", "-", "\\", "?", "#", "443", "80", "%41", "é"]
    var found = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...6, using: &generator)
      let tail = (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      let text = Bool.random(using: &generator) ? "https://" + tail : tail
      guard let origin = try? Origin(ofLink: text) else { continue }
      found += 1
      #expect(throws: Never.self) { try Origin(origin.text) }
      #expect(text.lowercased().hasPrefix(origin.text.prefix(7)))
    }
    #expect(found > 200)
  }

  @Test func `a host name is at most 253 bytes of labels of at most 63`() throws {
    let label = String(repeating: "a", count: 63)
    _ = try Origin("https://\(label).\(label).\(label).\(String(repeating: "b", count: 61))")
    #expect(throws: IdentityError(.malformed, "")) { try Origin("https://\(label)a.example") }
    #expect(throws: IdentityError(.malformed, "")) {
      try Origin("https://\(label).\(label).\(label).\(String(repeating: "b", count: 62))")
    }
  }

  @Test func `it is a string in JSON and checked on the way in`() throws {
    let origin = try Origin("https://docs.example")
    #expect(
      String(decoding: try StrictJSON.encode(origin), as: UTF8.self) == "\"https://docs.example\"")
    #expect(
      try StrictJSON.decode(Origin.self, from: Array("\"https:\\/\\/docs.example\"".utf8)) == origin
    )
    #expect(throws: IdentityError(.malformed, "")) {
      try StrictJSON.decode(Origin.self, from: Array("\"https://docs.example/\"".utf8))
    }
  }
}
