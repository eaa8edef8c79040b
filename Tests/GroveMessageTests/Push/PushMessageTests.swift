import Foundation
import GroveIdentity
import Testing

@testable import GroveMessage

/// RFC 8291 and RFC 8292, by the first's own example and by what either must refuse.
@Suite struct PushMessageTests {
  /// RFC 8291, appendix A.
  private enum Example {
    static let plaintext = Array("When I grow up, I want to be a watermelon".utf8)
    static let receiver = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    static let sender = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
    static let secret = "BTBZMqHH6r4Tts7J_aSIgg"
    static let body =
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
  }

  private func key(_ text: String) throws -> KEMPrivateKey {
    try KEMPrivateKey(scalar: SecretBytes(Base64URL.decode(text)))
  }

  private func secret() throws -> PushSecret { try PushSecret(Base64URL.decode(Example.secret)) }

  @Test func `the example of RFC 8291 is sealed byte for byte`() throws {
    let body = try PushMessage.seal(
      Example.plaintext, to: key(Example.receiver).publicKey, secret: secret(), padding: 0,
      sender: key(Example.sender), salt: Base64URL.decode(Example.salt))
    #expect(Base64URL.encode(body) == Example.body)
  }

  @Test func `the example of RFC 8291 is opened`() throws {
    let opened = try PushMessage.open(
      Base64URL.decode(Example.body), with: key(Example.receiver), secret: secret())
    #expect(opened == Example.plaintext)
  }

  @Test func `padding hides the length and is taken off again`() throws {
    let receiver = try KEMPrivateKey()
    let secret = PushSecret.random()
    let short = try PushMessage.seal([1], to: receiver.publicKey, secret: secret, padding: 1024)
    let long = try PushMessage.seal(
      [UInt8](repeating: 0, count: 900), to: receiver.publicKey, secret: secret, padding: 1024)
    #expect(short.count == long.count)
    #expect(try PushMessage.open(short, with: receiver, secret: secret) == [1])
    #expect(try PushMessage.open(long, with: receiver, secret: secret).count == 900)
  }

  private func notice(_ origin: String = "https://docs.example") throws -> Notice {
    Notice(
      noticeID: .zero, audience: try Origin(origin),
      collaborationID: try CollaborationID(String(repeating: "c", count: 22)),
      action: .post(.edit, root: nil), at: 1_700_000_000_000, counter: 1_700_000_000_000,
      attestation: NoticeAttestation(
        keyID: PushedNotice.keyID, root: RootHash(unchecked: [UInt8](repeating: 1, count: 32)),
        signature: Base64URLBytes([UInt8](repeating: 2, count: 64))))
  }

  @Test
  func `what is written in a document makes no notice longer, and what has no room is cut`() throws
  {
    let (receiver, secret) = (try KEMPrivateKey(), PushSecret.random())
    let full = String(repeating: "ß", count: 140)
    func told(_ title: String, _ name: String?, _ lines: String?, at origin: String) throws
      -> (size: Int, lines: String?)
    {
      let pushed = PushedNotice(
        notice: try notice(origin), title: title, firstLines: lines, name: name)
      let body = try pushed.sealed(to: receiver.publicKey, secret: secret)
      let plaintext = try PushMessage.open(body, with: receiver, secret: secret)
      return (body.count, try StrictJSON.decode(PushedNotice.self, from: plaintext).firstLines)
    }
    let (title, name) = (String(repeating: "t", count: 256), String(repeating: "n", count: 128))
    for host in [1, 60, 63] {
      let origin = "https://" + String(repeating: "h", count: host) + ".example"
      for (title, name) in [("Soup", nil), (title, nil), (title, name)] {
        let without = try told(title, name, nil, at: origin)
        for lines in ["", "Flour\nWater", full, String(repeating: "\n", count: 2) + full] {
          let with = try told(title, name, lines, at: origin)
          #expect(with.size == without.size)
          #expect(with.lines.map { lines.hasPrefix($0) && $0.isEmpty == lines.isEmpty } ?? true)
        }
      }
    }
    #expect(try told("Soup", nil, full, at: "https://docs.example").lines == full)
    let cut = try told(title, name, full, at: "https://" + String(repeating: "h", count: 63))
    #expect(cut.size == 1127 && cut.lines.map { $0.count < 140 } ?? true)
  }

  @Test func `first lines beyond 280 bytes or three lines, or with control marks, are not shown`()
    throws
  {
    let long = String(repeating: "a", count: 280)
    for (lines, isShown) in [
      ("", true), (long, true), (long + "a", false), ("a\nb\nc", true), ("a\nb\nc\n", false),
      ("a\tb", false), ("a\r\nb", false), ("a\u{85}b", false), ("Größe 🥖", true),
    ] {
      let pushed = PushedNotice(notice: try notice(), firstLines: lines)
      #expect(pushed.shownFirstLines == (isShown ? lines : nil), "\(lines.debugDescription)")
    }
  }

  @Test func `a plaintext of the largest size makes a body of 4096 bytes and one more is refused`()
    throws
  {
    let receiver = try KEMPrivateKey()
    let full = [UInt8](repeating: 7, count: PushMessage.maximumPlaintext)
    let body = try PushMessage.seal(full, to: receiver.publicKey, secret: .zero)
    #expect(body.count == 4096)
    #expect(try PushMessage.open(body, with: receiver, secret: .zero) == full)
    #expect(throws: IdentityError.self) {
      try PushMessage.seal(full + [7], to: receiver.publicKey, secret: .zero)
    }
  }

  @Test func `a body with any one bit changed does not open, nor one for another key or secret`()
    throws
  {
    let receiver = try KEMPrivateKey()
    let body = try PushMessage.seal(
      [1, 2, 3], to: receiver.publicKey, secret: .zero, padding: 32)
    // The record size is a bound for records that are joined; there is one.
    for place in body.indices where !(16..<20).contains(place) {
      var changed = body
      changed[place] ^= 1
      #expect(throws: IdentityError.self) {
        try PushMessage.open(changed, with: receiver, secret: .zero)
      }
    }
    let other = try KEMPrivateKey()
    #expect(throws: IdentityError.self) {
      try PushMessage.open(body, with: other, secret: .zero)
    }
    #expect(throws: IdentityError.self) {
      try PushMessage.open(body, with: receiver, secret: .random())
    }
  }

  @Test(arguments: [0, 1, 20, 86, 87, 102, 5000])
  func `bytes that are no pushed message are refused`(count: Int) throws {
    let receiver = try KEMPrivateKey()
    #expect(throws: IdentityError.self) {
      try PushMessage.open(
        [UInt8](repeating: 65, count: count), with: receiver, secret: .zero)
    }
  }
}

@Suite struct PushAuthorizationTests {
  private let service: Origin
  private let key = SigningKey()
  private let now: UInt64 = 1_800_000_000_000

  init() throws { service = try Origin("https://relay.example") }

  private func header(hours: UInt64 = 12) throws -> String {
    try PushAuthorization.header(
      signedBy: key, for: service, contact: "mailto:ops@docs.example",
      expiresAt: now / 1000 + hours * 3600)
  }

  @Test func `a token opens the service it names with the key that signed it`() throws {
    let authorization = try PushAuthorization(header: header())
    #expect(authorization.allows(key.publicKey, at: service, now: now))
  }

  @Test func `a token opens nothing elsewhere, with another key, too late or too early`() throws {
    let authorization = try PushAuthorization(header: header())
    let elsewhere = try Origin("https://relay.example:8443")
    #expect(!authorization.allows(SigningKey().publicKey, at: service, now: now))
    #expect(!authorization.allows(key.publicKey, at: elsewhere, now: now))
    #expect(!authorization.allows(key.publicKey, at: service, now: now + 13 * 3_600_000))
    #expect(
      try !PushAuthorization(header: header(hours: 25))
        .allows(key.publicKey, at: service, now: now))
  }

  /// RFC 8292, 2.4: not a word of it comes from here.
  @Test func `the example of RFC 8292 is read and its signature holds`() throws {
    let token =
      "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
    let key =
      "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
    let read = try PushAuthorization(header: "vapid t=\(token), k=\(key)")
    #expect(read.audience == "https://push.example.net")
    #expect(read.expiresAt == 1_453_523_768)
    #expect(try read.serverKey == PublicKey(Base64URL.decode(key)))
    let push = try Origin("https://push.example.net")
    #expect(read.allows(read.serverKey, at: push, now: 1_453_500_000_000))
    let changed = token.replacing("i3CYb7", with: "i3CYb8")
    #expect(throws: IdentityError.self) {
      try PushAuthorization(header: "vapid t=\(changed), k=\(key)")
    }
  }

  @Test func `a token is written as that example is, member by member`() throws {
    let header = try header()
    #expect(header.hasPrefix("vapid t="))
    let token = try #require(header.dropFirst(8).split(separator: ",").first)
    let parts = try token.split(separator: ".").prefix(2).map {
      try JSONDecoder().decode(
        [String: Member].self, from: Data(Base64URL.decode(String($0))))
    }
    #expect(parts[0] == ["typ": .text("JWT"), "alg": .text("ES256")])
    #expect(
      parts[1] == [
        "aud": .text("https://relay.example"), "sub": .text("mailto:ops@docs.example"),
        "exp": .number(Int(now / 1000) + 12 * 3600),
      ])
    // Some services read digits only.
    let claims = String(
      decoding: try Base64URL.decode(String(token.split(separator: ".")[1])), as: UTF8.self)
    #expect(claims.contains("\"exp\":\(now / 1000 + 12 * 3600)"))
  }

  private enum Member: Decodable, Equatable {
    case text(String)
    case number(Int)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try value.decode(String.self))
      }
    }
  }

  @Test func `a token under another key is refused`() throws {
    let foreign = Base64URL.encode(SigningKey().publicKey.bytes)
    let text = try header()
    let place = try #require(text.range(of: "k="))
    let forged = String(text[..<place.upperBound]) + foreign
    #expect(throws: IdentityError.self) { try PushAuthorization(header: forged) }
  }

  @Test(arguments: [
    "", "vapid", "vapid t=a, k=b", "Bearer abc", "vapid k=, t=..", "vapid t=e30.e30.AA, k=BA",
    "vapid " + String(repeating: "t=a,", count: 600),
  ])
  func `text that is no authorization is refused`(text: String) {
    #expect(throws: IdentityError.self) { try PushAuthorization(header: text) }
  }
}
