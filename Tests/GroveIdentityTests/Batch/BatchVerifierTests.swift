import Foundation
import GroveTesting
import Testing

@testable import GroveIdentity

/// `grove verify --batch`, line by line (design 6).
@Suite struct BatchVerifierTests {
  let members: [String: BatchValue]

  init() throws { members = try ProofAttempt().batchMembers }

  private struct Answer: Decodable, Equatable {
    var name: String?
    var result: String
  }

  private func answer(_ line: [UInt8]) throws -> Answer {
    let output = BatchVerifier.answer(line: line)
    #expect(!output.contains(0x0A) && !output.contains(0x0D))
    #expect(String(decoding: output, as: UTF8.self).contains("\"name\":"))
    return try StrictJSON.decode(Answer.self, from: output)
  }

  private func answer(_ text: String) throws -> Answer { try answer(Array(text.utf8)) }

  /// The valid line with members replaced by JSON texts, or one of them left out.
  private func line(
    _ changes: [String: String], without missing: String? = nil, name: String? = "\"n\""
  ) throws -> String {
    var texts = try members.mapValues { String(decoding: try StrictJSON.encode($0), as: UTF8.self) }
    texts["name"] = name
    for (member, text) in changes { texts[member] = text }
    if let missing { texts[missing] = nil }
    return "{" + texts.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  @Test func `a valid line is ok`() throws {
    #expect(try answer(line([:])) == Answer(name: "n", result: "ok"))
  }

  @Test func `the name comes back where it is a string and null elsewhere`() throws {
    for (name, echo) in [
      ("\"\"", ""), ("\"a\\\"b\\\\c\\n\\u0000\\u2028é\\ud83d\\ude00\"", "a\"b\\c\n\u{0}\u{2028}é😀"),
    ] {
      #expect(try answer(line([:], name: name)) == Answer(name: echo, result: "ok"))
    }
    for name in ["1", "null", "true", "[\"n\"]", "{\"name\":\"n\"}"] {
      #expect(try answer(line([:], name: name)) == Answer(name: nil, result: "ok"), "\(name)")
    }
    #expect(try answer(line([:], name: nil)) == Answer(name: nil, result: "ok"))
  }

  @Test(arguments: [
    "challengeKey", "now", "audience", "collaborationID", "account", "session", "root",
    "activationEpoch", "publicKey", "index", "hashes", "challenge", "signature",
  ])
  func `a member that is missing or of another type is malformed, and the name is kept`(
    member: String
  ) throws {
    let malformed = Answer(name: "n", result: "malformed")
    #expect(try answer(line([:], without: member)) == malformed)
    let wrong = ["null", "true", "{}", "[1]", "[[]]", member == "index" ? "\"29\"" : "1"]
    for text in wrong { #expect(try answer(line([member: text])) == malformed, "\(text)") }
    if member != "index", member != "hashes" {
      #expect(try answer(line([member: "[]"])) == malformed)
    }
    #expect(try answer(line([:]).dropLast() + ",\"\(member)\":0}").result == "malformed", "doubled")
  }

  @Test(arguments: ["challengeKey", "session", "root", "publicKey", "challenge", "signature"])
  func `bytes that are not lowercase hex of even length are malformed`(member: String) throws {
    let hex = "ab"
    for bad in [hex + "a", "AB", "0x", "zz", " ab", "ab ", "YWI"] {
      #expect(try answer(line([member: "\"\(bad)\""])).result == "malformed", "\(bad)")
    }
    for bad in ["[\"AB\"]", "[\"abc\"]", "[1]", "[null]", "\"ab\"", "[\"ab\",]"] {
      #expect(try answer(line(["hashes": bad])).result == "malformed", "\(bad)")
    }
  }

  @Test(arguments: ["challengeKey", "root"])
  func `challenge key and root are 32 bytes`(member: String) throws {
    for count in [0, 31, 33, 64] {
      let hex = String(repeating: "ab", count: count)
      #expect(try answer(line([member: "\"\(hex)\""])).result == "malformed")
    }
  }

  @Test(arguments: ["now", "activationEpoch"])
  func `times and epochs are canonical decimal strings`(member: String) throws {
    for bad in ["", "01", "+1", "-1", " 1", "1.0", "1e3", "18446744073709551616", "0x1"] {
      #expect(try answer(line([member: "\"\(bad)\""])).result == "malformed", "\(bad)")
    }
    #expect(try answer(line([member: "1700000000000"])).result == "malformed")
  }

  @Test func `the ends of the range are read and judged`() throws {
    for (now, result) in [
      ("0", "challenge_expired"), ("18446744073709551615", "challenge_expired"),
    ] {
      #expect(try answer(line(["now": "\"\(now)\""])).result == result)
    }
    #expect(try answer(line(["activationEpoch": "\"0\""])).result == "ok")
    let stale = try answer(line(["activationEpoch": "\"18446744073709551615\""]))
    #expect(stale.result == "challenge_stale")
  }

  @Test func `an audience, identifier or account that breaks protocol 2.7 or 2.8 is malformed`()
    throws
  {
    let long = String(repeating: "a", count: 256)
    let bad: [String: [String]] = [
      "audience": [
        "", "https://docs.example/", "http://docs.example", "HTTPS://docs.example", "docs",
      ],
      "collaborationID": ["", long],
      "account": [
        "", long, "a\\u0000", "a\\u007f", "a\\u0085", "a\\u202eb", "a\\u2066", "a\\u200f",
      ],
    ]
    for (member, texts) in bad {
      for text in texts {
        #expect(
          try answer(line([member: "\"\(text)\""])).result == "malformed", "\(member) \(text)")
      }
    }
  }

  @Test func `other values there belong to another request`() throws {
    for (member, text) in [
      ("audience", "https://other.example"), ("collaborationID", "x"), ("account", "eve"),
      ("session", "00"), ("session", ""), ("challengeKey", String(repeating: "00", count: 32)),
    ] {
      #expect(try answer(line([member: "\"\(text)\""])).result == "challenge_invalid", "\(member)")
    }
  }

  @Test func `any keyID is taken for the given key`() throws {
    let vectors = try Vectors.shared.get()
    for keyID in [0, 8, 255] as [UInt8] {
      var attempt = try ProofAttempt()
      let key = try ChallengeKey(keyID: keyID, secret: SecretBytes(vectors.challengeKey.bytes))
      attempt.proof.challenge = try ChallengeKeys(current: key).issue(
        at: Vectors.issuedAt, epoch: 41, nonce: .zero, binding: vectors.binding
      ).bytes
      attempt.proof.signature = try attempt.signature(by: attempt.deviceKey(2))
      #expect(try answer(attempt.batchLine(name: "k")) == Answer(name: "k", result: "ok"))
    }
  }

  @Test func `lengths are judged in their rows, not as malformed`() throws {
    let expected: [(String, String, String)] = [
      ("challenge", "\"\"", "challenge_invalid"), ("challenge", "\"01\"", "challenge_invalid"),
      ("publicKey", "\"\"", "key_invalid"), ("publicKey", "\"04\"", "key_invalid"),
      ("signature", "\"\"", "signature_malformed"), ("hashes", "[]", "proof_malformed"),
      ("hashes", "[\"\"]", "proof_malformed"), ("index", "32", "proof_malformed"),
      ("index", "-1", "proof_malformed"), ("index", "29.5", "proof_malformed"),
      ("index", "1e400", "proof_malformed"), ("index", "28", "not_verified"),
    ]
    for (member, text, result) in expected {
      #expect(try answer(line([member: text])).result == result, "\(member) \(text)")
    }
  }

  @Test(arguments: [
    "[]", "null", "1", "\"n\"", "{", "{\"name\":\"n\"", "{\"name\":\"n\",}", "nonsense",
    "{'name':'n'}",
    "{\"name\":\"n\"}{}", "\u{FEFF}{\"name\":\"n\"}", "",
  ])
  func `a line that is no JSON object is malformed and has no name`(text: String) throws {
    #expect(try answer(text) == Answer(name: nil, result: "malformed"))
  }

  @Test func `an object without the members is malformed under its name`() throws {
    #expect(try answer("{\"name\":\"n\"}") == Answer(name: "n", result: "malformed"))
    #expect(try answer("{}") == Answer(name: nil, result: "malformed"))
    #expect(try answer("{\"name\":\"\\ud800\"}") == Answer(name: nil, result: "malformed"))
  }

  @Test func `unknown members are ignored, bad ones are not`() throws {
    #expect(try answer(line(["x": "[{\"y\":1}]"])).result == "ok")
    let malformed = Answer(name: "n", result: "malformed")
    #expect(try answer(line(["x": "\"\\ud800\""])) == malformed, "a lone surrogate")
    let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(try answer(line(["x": deep])) == malformed, "65 levels")
    #expect(try answer(line(["x": String(deep.dropFirst().dropLast())])).result == "ok")
  }

  @Test func `65536 bytes are read and one more is malformed under its name`() throws {
    let text = try line([:])
    let padding = String(repeating: " ", count: 65_536 - text.utf8.count)
    #expect(try answer(text + padding) == Answer(name: "n", result: "ok"))
    #expect(try answer(text + padding + " ") == Answer(name: "n", result: "malformed"))
    let open = "{\"name\":\"n\",\"x\":" + String(repeating: "[", count: 300_000)
    #expect(try answer(open) == Answer(name: nil, result: "malformed"))
    #expect(
      try answer(open + String(repeating: "]", count: 300_000) + "}")
        == Answer(name: "n", result: "malformed"))
  }

  @Test func `cut at every byte it is malformed`() throws {
    let bytes = Array(try line([:]).utf8)
    for length in 0..<bytes.count {
      #expect(try answer(Array(bytes[..<length])) == Answer(name: nil, result: "malformed"))
    }
  }

  @Test func `every bit of every hex value counts`() throws {
    for member in ["challenge", "publicKey", "signature", "root"] {
      guard case .text(let hex) = try #require(members[member]) else { continue }
      var bytes = try Hex.decode(hex)
      for bit in stride(from: 0, to: bytes.count * 8, by: 5) {
        bytes[bit / 8] ^= 1 << (bit % 8)
        #expect(try answer(line([member: "\"\(Hex.encode(bytes))\""])).result != "ok")
        bytes[bit / 8] ^= 1 << (bit % 8)
      }
    }
  }

  @Test func `blank lines are those without an answer`() {
    for text in ["", " ", "\t \r"] { #expect(BatchVerifier.isBlank(Array(text.utf8))) }
    for text in ["{}", " x", "\u{A0}"] { #expect(!BatchVerifier.isBlank(Array(text.utf8))) }
  }

  @Test func `P12 damaged lines always get one whole answer`() throws {
    var generator = SeededGenerator(seed: 99)
    let original = Array(try line([:]).utf8)
    let results = Set(ProofRefusal.allCases.map(\.rawValue) + ["ok"])
    for _ in 0..<3000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      #expect(results.contains(try answer(bytes).result))
    }
  }
}
