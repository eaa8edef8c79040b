import GroveTesting
import Testing

@testable import GroveIdentity

/// The hot path's decoder: strict, and of one mind with the general one.
@Suite struct ProofJSONTests {
  let json: String
  let proof: SignedIdentityProof

  init() throws {
    proof = try ProofAttempt().proof
    json = String(decoding: try proof.json(), as: UTF8.self)
  }

  private func decode(_ text: String) throws(IdentityError) -> SignedIdentityProof {
    try SignedIdentityProof(json: Array(text.utf8))
  }

  private func isMalformed(_ text: String) -> Bool {
    do {
      _ = try decode(text)
      return false
    } catch {
      return error == IdentityError(.malformed, "")
    }
  }

  @Test func `what it writes it reads, and so does the general decoder`() throws {
    #expect(try decode(json) == proof)
    #expect(try StrictJSON.decode(SignedIdentityProof.self, from: Array(json.utf8)) == proof)
    #expect(json.hasPrefix(#"{"challenge":"AgcAAAGL"#))
    #expect(json.contains(#""profile":1"#) && json.contains(#""v":1"#))
  }

  @Test func `unknown members of every type are skipped, wherever they stand`() throws {
    let unknown = #""x":[1,-2.5e+7,{"y":[[],{},"\ud83d\ude00é\"\\"]},null,true,false,""],"#
    #expect(try decode("{" + unknown + json.dropFirst()) == proof)
    #expect(try decode(json.dropLast() + "," + unknown.dropLast() + "}") == proof)
    #expect(try decode(" \n\t\r" + json + "\r\n ") == proof)
  }

  @Test func `escaped names and texts mean what they say`() throws {
    let escaped = json.replacing("\"publicKey\"", with: #""\u0070ublicKey""#)
      .replacing("\"AQcA", with: #""\u0041\u0051cA"#)
    #expect(escaped != json)
    #expect(try decode(escaped) == proof)
  }

  @Test func `cut at any byte it is malformed`() {
    let bytes = Array(json.utf8)
    for length in 0..<bytes.count {
      #expect(throws: IdentityError(.malformed, "")) {
        try SignedIdentityProof(json: Array(bytes[..<length]))
      }
    }
  }

  @Test(arguments: [
    "v", "profile", "publicKey", "publicKeyIndex", "inclusionHashes", "challenge", "signature",
  ])
  func `a member that is missing, doubled or of another type is malformed`(name: String) throws {
    let members = try members()
    let value = try #require(members[name])
    #expect(isMalformed(object(members.filter { $0.key != name })), "missing")
    #expect(isMalformed(json.dropLast() + ",\"\(name)\":\(value)}"), "doubled")
    var others = ["null", "true", "{}", "[1]", "[[]]", "[null]", "\"*\"", "\"A\"", "\"AB\""]
    others +=
      value.hasPrefix("\"") ? ["1", "[]", "\"\(value.dropFirst().dropLast())=\""] : ["\"1\""]
    for other in others {
      #expect(isMalformed(object(members.merging([name: other]) { $1 })), "\(other)")
    }
  }

  @Test func `version and profile are 1`() throws {
    for name in ["v", "profile"] {
      for other in ["0", "2", "-1", "1.5", "1e9", "18446744073709551617"] {
        #expect(
          isMalformed(object(try members().merging([name: other]) { $1 })), "\(name) \(other)")
      }
    }
  }

  @Test(arguments: ["-1", "32", "61", "1e400", "29.5", "-29", "9223372036854775808", "2147483677"])
  func `a number that is no index is refused in row 5, by both decoders`(index: String) throws {
    let text = object(try members().merging(["publicKeyIndex": index]) { $1 })
    var attempt = try ProofAttempt()
    attempt.proof = try decode(text)
    #expect(try attempt.refusalWithoutJSON() == .proofMalformed)
    if let general = try? StrictJSON.decode(SignedIdentityProof.self, from: Array(text.utf8)) {
      attempt.proof = general
      #expect(try attempt.refusalWithoutJSON() == .proofMalformed)
    }
  }

  @Test(arguments: ["029", "+29", "29.", ".5", "0x1d", "1e", "--1", "NaN", "Infinity", "2 9"])
  func `what is no JSON number is malformed`(index: String) throws {
    #expect(isMalformed(object(try members().merging(["publicKeyIndex": index]) { $1 })))
  }

  @Test func `byte strings of any length pass to the row that judges them`() throws {
    let members = try members()
    for name in ["publicKey", "challenge", "signature"] {
      for value in ["\"\"", "\"AA\"", "\"" + String(repeating: "A", count: 4000) + "\""] {
        _ = try decode(object(members.merging([name: value]) { $1 }))
      }
    }
    for value in ["[]", "[\"\"]", "[\"AA\",\"AAA\"]"] {
      _ = try decode(object(members.merging(["inclusionHashes": value]) { $1 }))
    }
  }

  @Test(arguments: [
    "", " ", "null", "1", "\"x\"", "[]", "{}", "{", "}", "{,}", "{\"v\"}", "{\"v\":}", "{\"v\":1,}",
    "{v:1}", "{'v':1}", "nul", "{\"v\":1}}", "{\"v\":1}{", "// c", "\u{FEFF}{}",
  ])
  func `what is no such object is malformed`(text: String) { #expect(isMalformed(text)) }

  @Test func `text after, comments in and commas at the end are malformed`() {
    for bad in [json + "x", json + ",", "," + json, "[\(json)]", json.dropLast() + ",}"] {
      #expect(isMalformed(bad))
    }
    #expect(isMalformed(json.replacing("\"v\":1", with: "\"v\":1/**/")))
  }

  @Test func `nesting to 64 is skipped and 65 refused, however it closes`() {
    func nested(_ depth: Int) -> String {
      let open = String(repeating: "[", count: depth)
      return "{\"x\":\(open)\(String(repeating: "]", count: depth)),\(json.dropFirst())"
    }
    #expect(!isMalformed(nested(63)))
    #expect(isMalformed(nested(64)))
    #expect(isMalformed("{\"x\":" + String(repeating: "[", count: 7000)))
    #expect(isMalformed("{\"x\":" + String(repeating: "{\"a\":", count: 1500)))
    #expect(isMalformed(String(repeating: "[", count: 8192)))
  }

  @Test func `8 KiB are read and one more byte is malformed`() throws {
    let padding = String(repeating: " ", count: 8192 - json.utf8.count)
    #expect(try decode(json + padding) == proof)
    #expect(isMalformed(json + padding + " "))
  }

  @Test(arguments: [
    #"\ud800"#, #"\udc00"#, #"\ud800\ud800"#, #"\ud800x"#, #"\ud800\u0041"#, #"\u12"#, #"\u12g4"#,
    #"\x41"#, #"\"#, "\u{1}", "\u{0}", "\n", #"\u+123"#, #"\uD834"#,
  ])
  func `lone surrogates, wrong escapes and raw controls are malformed even where skipped`(
    text: String
  ) {
    #expect(isMalformed("{\"x\":\"\(text)\",\(json.dropFirst())"))
    #expect(isMalformed("{\"\(text)\":1,\(json.dropFirst())"))
  }

  @Test func `bytes that are not UTF-8 are malformed even where skipped`() {
    for bad: [UInt8] in [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3],
    ] {
      let bytes = Array("{\"x\":\"".utf8) + bad + Array("\",\(json.dropFirst())".utf8)
      #expect(throws: IdentityError(.malformed, "")) { try SignedIdentityProof(json: bytes) }
    }
  }

  @Test func `P12 what the fast decoder takes from damaged text, the general one takes alike`() {
    var generator = SeededGenerator(seed: 1212)
    let original = Array(json.utf8)
    let alphabet = Array("\"\\{}[]:,0129eE+-.untfxAZ_ \u{7f}".utf8) + [0, 0x1F, 0x80, 0xC3, 0xFF]
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let byte = alphabet.randomElement(using: &generator) ?? 0
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        default: bytes.remove(at: place)
        }
      }
      guard let fast = try? SignedIdentityProof(json: bytes) else { continue }
      accepted += 1
      #expect((try? StrictJSON.decode(SignedIdentityProof.self, from: bytes)) == fast)
    }
    #expect(accepted > 100, "the damage is small enough for some texts to live: \(accepted)")
  }

  /// The members as JSON texts.
  private func members() throws -> [String: String] {
    let hashes = proof.inclusionHashes.map { "\"\(Base64URL.encode($0))\"" }
    return [
      "v": "1", "profile": "1", "publicKeyIndex": "29",
      "publicKey": "\"\(Base64URL.encode(proof.publicKey))\"",
      "inclusionHashes": "[\(hashes.joined(separator: ","))]",
      "challenge": "\"\(Base64URL.encode(proof.challenge))\"",
      "signature": "\"\(Base64URL.encode(proof.signature))\"",
    ]
  }

  private func object(_ members: [String: String]) -> String {
    "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }
}
