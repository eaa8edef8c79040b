import Testing

@testable import GroveIdentity

@Suite struct Base64URLTests {
  @Test func `every length round trips, and its text is the only one`() throws {
    var generator = SeededGenerator(seed: 64)
    for count in 0...70 {
      let bytes = generator.bytes(count)
      let text = Base64URL.encode(bytes)
      #expect(try Base64URL.decode(text) == bytes)
      #expect(!text.contains("=") && !text.contains("+") && !text.contains("/"))
    }
  }

  @Test func `texts known from RFC 4648 are as there, without padding`() throws {
    let known = [
      "": "", "f": "Zg", "fo": "Zm8", "foo": "Zm9v", "foob": "Zm9vYg", "fooba": "Zm9vYmE",
    ]
    for (plain, text) in known { #expect(Base64URL.encode(Array(plain.utf8)) == text) }
    #expect(try Base64URL.decode("-_-_") == [0xFB, 0xFF, 0xBF])
  }

  @Test(arguments: [
    "Zg==", "Zg=", "=", "Zm9v\n", " Zm9v", "Zm 9v", "Zm9+", "Zm9/", "Zm9v.", "Z", "Zm9vZ", "Zé",
    "Zm9\0",
  ])
  func `padding, white space, other alphabets and impossible lengths are refused`(text: String) {
    #expect(throws: IdentityError(.malformed, "")) { try Base64URL.decode(text) }
  }

  @Test func `trailing bits that are not zero are refused`() {
    for text in ["Zh", "Zv", "Z_", "Zm9", "Zm-", "AB", "AAB"] {
      #expect(throws: IdentityError(.malformed, "")) { try Base64URL.decode(text) }
    }
  }

  @Test func `every text of up to three characters that decodes is what its bytes encode to`() {
    let characters = Array("AQgwBCxyz059-_=+/ \n".utf8)
    for first in characters {
      for second in characters {
        for text in [[first], [first, second]] + characters.map({ [first, second, $0] }) {
          guard let bytes = try? Base64URL.decode(utf8: text) else { continue }
          #expect(Base64URL.encode(bytes) == String(decoding: text, as: UTF8.self))
        }
      }
    }
  }
}

@Suite struct HexTests {
  @Test func `every byte round trips in lower case`() throws {
    let all = [UInt8](0...255)
    #expect(try Hex.decode(Hex.encode(all)) == all)
    #expect(Hex.encode([0, 0xAF]) == "00af")
    #expect(try Hex.decode("") == [])
  }

  @Test(arguments: ["0", "000", "AF", "aF", "0x", "g0", " 00", "00 ", "0\n", "é", "٠٠"])
  func `upper case, odd length and anything else is refused`(text: String) {
    #expect(throws: IdentityError(.malformed, "")) { try Hex.decode(text) }
  }
}

@Suite struct DecimalTests {
  @Test(arguments: ["0", "1", "10", "1700000000000", "18446744073709551615"])
  func `canonical texts round trip`(text: String) throws {
    #expect(String(try DecimalUInt64(text: text).value) == text)
    let json = Array("\"\(text)\"".utf8)
    #expect(try StrictJSON.encode(StrictJSON.decode(DecimalUInt64.self, from: json)) == json)
  }

  @Test(arguments: [
    "", "00", "01", "+1", "-1", "-0", " 1", "1 ", "1.0", "1e3", "0x1", "1_000",
    "18446744073709551616",
    "99999999999999999999999999", "١", "1\u{0}",
  ])
  func `any other text is refused`(text: String) {
    #expect(throws: IdentityError(.malformed, "")) { try DecimalUInt64(text: text) }
  }

  @Test func `a JSON number is refused where a decimal string is asked for`() {
    #expect(throws: IdentityError(.malformed, "")) {
      try StrictJSON.decode(DecimalUInt64.self, from: Array("1".utf8))
    }
  }
}

@Suite struct ByteCodingTests {
  @Test func `integers are big-endian and vectors counted`() throws {
    var writer = ByteWriter()
    writer.u8(1)
    writer.u16(0x0203)
    writer.u32(0x0405_0607)
    writer.u64(0x0809_0A0B_0C0D_0E0F)
    try writer.vec16([0xAA])
    try writer.vec32([0xBB, 0xCC])
    let expected = Array(1...15) + [0, 1, 0xAA, 0, 0, 0, 2, 0xBB, 0xCC] as [UInt8]
    #expect(writer.bytes == expected)
    var reader = ByteReader(writer.bytes)
    #expect(try reader.u8() == 1)
    #expect(try reader.u16() == 0x0203)
    #expect(try reader.u32() == 0x0405_0607)
    #expect(try reader.u64() == 0x0809_0A0B_0C0D_0E0F)
    #expect(try reader.vec16() == [0xAA])
    #expect(try reader.vec32() == [0xBB, 0xCC])
    try reader.finish()
  }

  @Test func `a read past the end is refused and moves nothing`() {
    var reader = ByteReader([0, 5, 1])
    #expect(throws: IdentityError(.malformed, "")) { try reader.u32() }
    #expect(throws: IdentityError(.malformed, "")) { try reader.u64() }
    #expect(throws: IdentityError(.malformed, "")) { try reader.raw(4) }
    #expect(throws: IdentityError(.malformed, "")) { try reader.raw(-1) }
    #expect(reader.remaining == 3)
    #expect(throws: IdentityError(.malformed, "")) { try reader.vec16() }
    var huge = ByteReader([0xFF, 0xFF, 0xFF, 0xFF])
    #expect(throws: IdentityError(.malformed, "")) { try huge.vec32() }
  }

  @Test func `bytes left over are refused`() throws {
    var reader = ByteReader([1, 2])
    _ = try reader.u8()
    #expect(throws: IdentityError(.malformed, "")) { try reader.finish() }
  }

  @Test func `an encoder refuses what it cannot count`() throws {
    var writer = ByteWriter()
    try writer.vec16([UInt8](repeating: 0, count: 65_535))
    #expect(throws: IdentityError(.limitExceeded, "")) {
      try writer.vec16([UInt8](repeating: 0, count: 65_536))
    }
    #expect(writer.bytes.count == 65_537, "the refused vector wrote nothing")
  }

  @Test func `labels are separate and none begins another`() {
    let prefixes = DomainLabel.allCases.map(\.prefix)
    #expect(Set(prefixes).count == prefixes.count)
    for (index, prefix) in prefixes.enumerated() {
      #expect(prefix.starts(with: "collab/1 ".utf8) && prefix.last == 0)
      for (other, longer) in prefixes.enumerated() where other != index {
        #expect(!longer.starts(with: prefix))
      }
    }
  }

  @Test(arguments: [0, 15, 17, 31, 33, 64])
  func `fixed byte strings take exactly their length`(length: Int) {
    let bytes = [UInt8](repeating: 1, count: length)
    #expect(throws: IdentityError(.malformed, "")) { try RootHash(bytes) }
    #expect(throws: IdentityError(.malformed, "")) { try DeviceID(bytes) }
    let json = Array("\"\(Base64URL.encode(bytes))\"".utf8)
    #expect(throws: IdentityError(.malformed, "")) {
      try StrictJSON.decode(AccountID.self, from: json)
    }
  }
}

@Suite struct StrictJSONTests {
  private struct Sample: Codable, Equatable {
    var text: String
    var number: Int
  }

  private func isMalformed(_ bytes: [UInt8]) -> Bool {
    do {
      _ = try StrictJSON.decode(Sample.self, from: bytes)
      return false
    } catch {
      return error == IdentityError(.malformed, "")
    }
  }

  @Test func `values round trip with sorted keys and plain slashes`() throws {
    let sample = Sample(text: "https://é\"\\\n\u{1F600}", number: -5)
    let bytes = try StrictJSON.encode(sample)
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"number":-5,"text":"https://é\"\\\n😀"}"#)
    #expect(try StrictJSON.decode(Sample.self, from: bytes) == sample)
  }

  @Test(arguments: [
    "", "{", "{}", "[]", "null", #"{"text":1,"number":1}"#, #"{"text":"a","number":"1"}"#,
    #"{"text":"a","number":1.5}"#, #"{"text":"a","number":1e99}"#, #"{"text":null,"number":1}"#,
    #"{"text":"a","number":1}x"#, #"{"text":"a","number":1,}"#, #"{"text":"a","number":01}"#,
    #"{"text":"a","number":1,"x":"\ud800"}"#, #"{"text":"\udfff","number":1}"#, "\u{FEFF}{}",
    #"{"text":"a","number":1,"x":nan}"#, #"{text:"a","number":1}"#, #"{"text":"a" "number":1}"#,
  ])
  func `anything else is malformed`(text: String) { #expect(isMalformed(Array(text.utf8))) }

  @Test func `an error names the member of this program, never a key from outside`() {
    struct Outer: Decodable { var inner: [String: [Sample]] }
    let text = #"{"inner":{"marker":[{"text":"a","number":"marker"}]}}"#
    let error = #expect(throws: IdentityError.self) {
      try StrictJSON.decode(Outer.self, from: Array(text.utf8))
    }
    #expect(error?.context == "JSON member inner.Index 0.number")
  }

  @Test func `other encodings than UTF-8 are not guessed`() {
    let text = #"{"text":"a","number":1}"#
    #expect(!isMalformed(Array(text.utf8)))
    #expect(isMalformed(text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), 0] }))
    #expect(isMalformed(text.utf16.flatMap { [0, UInt8(truncatingIfNeeded: $0)] }))
    #expect(isMalformed([0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), 0] }))
  }

  @Test func `64 levels are read and 65 refused, and a million end nothing`() {
    func nested(_ levels: Int, _ open: String, _ close: String) -> [UInt8] {
      let inner =
        String(repeating: open, count: levels) + "0" + String(repeating: close, count: levels)
      return Array("{\"text\":\"a\",\"number\":1,\"x\":\(inner)}".utf8)
    }
    #expect(!isMalformed(nested(63, "[", "]")))
    #expect(isMalformed(nested(64, "[", "]")))
    #expect(!isMalformed(nested(63, "{\"a\":", "}")))
    #expect(isMalformed(nested(64, "{\"a\":", "}")))
    #expect(isMalformed(nested(1_000_000, "[", "]")))
    #expect(isMalformed([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)))
    #expect(isMalformed([UInt8](repeating: UInt8(ascii: "{"), count: 1_000_000)))
  }

  @Test func `brackets and quotes inside text do not count`() {
    let text = #"{"text":"[[\"{{\\","number":1}"#
    #expect(!isMalformed(Array(text.utf8)))
  }
}
