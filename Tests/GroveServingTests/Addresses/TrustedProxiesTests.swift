import HTTPTypes
import Testing

@testable import GroveServing

@Suite struct TrustedProxiesTests {
  private static let proxies = TrustedProxies(
    ["127.0.0.0/8", "10.0.0.0/8", "fd00::/8"].compactMap { AddressBlock($0) })

  /// The client of a request with these header lines, as limits know it.
  private static func client(
    _ lines: [(String, String)], from peer: String = "127.0.0.1",
    _ proxies: TrustedProxies = proxies
  ) throws -> String {
    var headers = HTTPFields()
    for (name, value) in lines {
      headers.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
    }
    return proxies.client(of: try #require(NetworkAddress(peer)), headers).limitKey
  }

  private static func listed(_ lines: String..., from peer: String = "127.0.0.1") throws -> String {
    try client(lines.map { ("X-Forwarded-For", $0) }, from: peer)
  }

  private static func standard(_ lines: String..., from peer: String = "127.0.0.1") throws -> String
  {
    try client(lines.map { ("Forwarded", $0) }, from: peer)
  }

  @Test func `what anybody but a trusted proxy sends is not looked at`() throws {
    #expect(try Self.listed("203.0.113.9", from: "198.51.100.7") == "198.51.100.7")
    #expect(try Self.standard("for=203.0.113.9", from: "198.51.100.7") == "198.51.100.7")
    #expect(try Self.listed("203.0.113.9", from: "2001:db8::1") == "2001:db8:0:0::/64")
    let lines = [("X-Forwarded-For", "203.0.113.9"), ("Forwarded", "for=203.0.113.9")]
    #expect(try Self.client(lines, from: "127.0.0.1", .none) == "127.0.0.1")
  }

  @Test func `the right end counts, whatever a stranger has put to the left of it`() throws {
    for forged in ["10.0.0.1", "127.0.0.1", "192.0.2.1", "garbage", "\"", "for=\"", "", " , ,"] {
      #expect(try Self.listed("\(forged), 203.0.113.7") == "203.0.113.7", "\(forged)")
      #expect(try Self.listed(forged, "203.0.113.7") == "203.0.113.7", "\(forged)")
      #expect(try Self.standard(forged, "for=203.0.113.7") == "203.0.113.7", "\(forged)")
    }
    #expect(try Self.standard("for=192.0.2.1, for=203.0.113.7") == "203.0.113.7")
    #expect(
      try Self.standard("for=192.0.2.1;by=1, by=x;for=203.0.113.7;proto=https") == "203.0.113.7")
  }

  @Test func `several trusted proxies are passed, and nothing beyond the first stranger`() throws {
    #expect(try Self.listed("203.0.113.7, 10.1.2.3, 10.9.9.9") == "203.0.113.7")
    #expect(try Self.listed("203.0.113.7", "10.1.2.3", "10.9.9.9") == "203.0.113.7")
    #expect(try Self.listed("192.0.2.66, 203.0.113.7, 10.1.2.3") == "203.0.113.7")
    #expect(
      try Self.standard("for=192.0.2.66, for=203.0.113.7, for=\"[fd00::5]\"") == "203.0.113.7")
    // All of them ours: the farthest is the client, a machine of our own.
    #expect(try Self.listed("10.0.0.4, 10.1.2.3") == "10.0.0.4")
  }

  @Test func `addresses are read with ports, brackets and quotes, in both headers`() throws {
    let addresses = [
      ("203.0.113.7:4711", "203.0.113.7"), ("[2001:db8:1:2:3::4]:4711", "2001:db8:1:2::/64"),
      ("[2001:db8:1:2:3::4]", "2001:db8:1:2::/64"), ("203.0.113.7:_port", "203.0.113.7"),
      ("[::ffff:203.0.113.7]:80", "203.0.113.7"),
    ]
    for (text, expected) in addresses {
      #expect(try Self.listed(text) == expected, "\(text)")
      #expect(try Self.standard("For=\"\(text)\"; proto=https") == expected, "\(text)")
    }
    #expect(try Self.listed("2001:db8:1:2:3::4") == "2001:db8:1:2::/64")
    #expect(try Self.standard(#"FOR="203.0.113.\7""#) == "203.0.113.7")
    #expect(try Self.standard("for=203.0.113.7;;host=a") == "203.0.113.7")
  }

  @Test func `where nobody is named the last proxy that is known counts`() throws {
    let nameless = [
      "unknown", "_hidden", "_SEVKISEK", "203.0.113.7:", "203.0.113.7:x", "203.0.113.7:123456",
      "203.0.113", "203.0.113.07", "0x7f.1", "1.2.3.4.5", "256.1.1.1", "[203.0.113.7]",
      "[2001:db8::1",
      "2001:db8::1]", "[2001:db8::1]x", "[fe80::1%25eth0]", "localhost", "203.0.113.7 203.0.113.8",
      "203.0.113.7\u{301}", "\u{600}", "203.0.113.7/32",
    ]
    for text in nameless {
      #expect(try Self.listed("192.0.2.1, \(text)") == "127.0.0.1", "\(text)")
      #expect(try Self.standard("for=192.0.2.1, for=\"\(text)\"") == "127.0.0.1", "\(text)")
      #expect(try Self.listed("\(text), 10.1.1.1") == "10.1.1.1", "\(text)")
    }
    #expect(try Self.client([]) == "127.0.0.1")
  }

  @Test func `a line that is not well formed says nothing, and swallows no other line`() throws {
    let malformed = [
      "for=\"192.0.2.1, for=203.0.113.7", "for=192.0.2.1;for=192.0.2.2", "for", "for=", "=1",
      "for = 192.0.2.1", "for=192.0.2.1 x", "for=[2001:db8::1]", "for=\"192.0.2.1\\", "for=1;,;=",
    ]
    for line in malformed {
      #expect(try Self.standard(line) == "127.0.0.1", "\(line)")
      #expect(try Self.standard(line, "for=203.0.113.7") == "203.0.113.7", "\(line)")
      #expect(try Self.standard("for=192.0.2.1", line) == "127.0.0.1", "\(line)")
    }
  }

  @Test func `a header that the proxy passes on cannot overrule the one that it writes`() throws {
    let forged = [("Forwarded", "for=192.0.2.1"), ("X-Forwarded-For", "203.0.113.7")]
    #expect(try Self.client(forged) == "127.0.0.1")
    #expect(try Self.client(forged.reversed()) == "127.0.0.1")
    let agreeing = [("Forwarded", "for=\"203.0.113.7:80\""), ("X-Forwarded-For", "203.0.113.7")]
    #expect(try Self.client(agreeing) == "203.0.113.7")
  }

  @Test func `a household of IPv6 is one client, and its neighbour another`() throws {
    let keys = try ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:3::1"].map {
      try #require(NetworkAddress($0)).limitKey
    }
    #expect(keys[0] == keys[1] && keys[1] != keys[2])
    #expect(NetworkAddress("::ffff:203.0.113.7")?.limitKey == "203.0.113.7")
  }

  @Test func `a block is an address, perhaps with bits, and nothing set behind them`() throws {
    let address = try #require(NetworkAddress("10.20.30.40"))
    for text in [
      "10.0.0.0/8", "10.20.30.40", "10.20.30.40/32", "10.20.28.0/22", "::ffff:10.20.30.40",
    ] {
      #expect(AddressBlock(text)?.contains(address) == true, "\(text)")
    }
    for text in ["11.0.0.0/8", "10.20.30.41", "10.20.24.0/22", "fd00::/8"] {
      #expect(AddressBlock(text)?.contains(address) == false, "\(text)")
    }
    let bad = [
      "", "/8", "10.0.0.0/", "10.0.0.0/0", "::/0", "10.0.0.0/33", "fd00::/129", "10.1.0.0/8",
      "10/8",
      "10.0.0.0/+8", "10.0.0.0/8/8", "proxy.example", "10.0.0.0/٨", "[fd00::1]", "fd00::1%eth0",
    ]
    for text in bad { #expect(AddressBlock(text) == nil, "\(text)") }
  }
}
