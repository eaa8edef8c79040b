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
