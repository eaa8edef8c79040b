import GroveTesting
import Testing

@testable import GroveIdentity

@Suite struct SecretTests {
  /// Everything that can turn a value into text.
  private func texts(_ value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    dump([value], to: &dumped)
    return [
      "\(value)", String(describing: value), String(reflecting: value), dumped,
      "\([value])", "\(Optional(value) as Any)", "\(Mirror(reflecting: value).children.count)",
    ]
  }

  @Test func `every type that holds a secret prints as nothing`() throws {
    let vectors = try Vectors.shared.get()
    let scalar = vectors.devices[0].d.bytes
    let seed = try vectors.identitySeed
    let recovery = try RecoveryKey(code: "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    let base = try DiversificationBaseKey(scalar: scalar)
    let holders: [(any Redacted, [UInt8])] = [
      (SecretBytes(scalar), scalar), (try SigningKey(scalar: scalar), scalar), (base, scalar),
      (try Scalar(bytes: scalar), scalar), (seed, vectors.seed.bytes),
      (try vectors.challengeKeys, vectors.challengeKey.bytes),
      (try vectors.challengeKeys.current, vectors.challengeKey.bytes),
      (Diversification(seed: seed, context: try vectors.context), vectors.seed.bytes),
      (try vectors.tree, vectors.leaves[0].bytes),
      (recovery, recovery.signingKey.exportScalar().exportBytes()),
      (recovery, Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)),
    ]
    for (holder, secret) in holders {
      let traces = [
        Hex.encode(secret), Hex.encode(secret).uppercased(), Base64URL.encode(secret),
        secret[..<4].map(String.init).joined(separator: ", "),
        String(decoding: secret, as: UTF8.self),
        "\(secret[0])\n", "limb",
      ]
      for text in texts(holder) {
        for trace in traces { #expect(!text.contains(trace), "\(type(of: holder))") }
      }
      #expect("\(holder)" == "\(type(of: holder))(redacted)")
      #expect(Mirror(reflecting: holder).children.isEmpty)
    }
  }

  @Test func `a verifier prints none of its keys`() throws {
    let vectors = try Vectors.shared.get()
    let key = vectors.challengeKey.bytes
    for text in texts(try vectors.verifier) {
      #expect(!text.contains(Hex.encode(key)) && !text.contains("\(key[0]), \(key[1])"))
    }
  }

  @Test func `errors carry codes and fixed phrases, never input`() {
    let marker = "s3cr3t-marker"
    let thrown: [() throws -> Void] = [
      { _ = try Origin("https://\(marker)_") }, { _ = try AccountLabel(marker + "\u{0}") },
      { _ = try RecoveryKey(code: marker) }, { _ = try Hex.decode(marker) },
      { _ = try Base64URL.decode(marker + "!") }, { _ = try DecimalUInt64(text: marker) },
      { _ = try StrictJSON.decode([String: Int].self, from: Array("{\"a\":\"\(marker)\"}".utf8)) },
      { _ = try SignedIdentityProof(json: Array("{\"v\":\"\(marker)\"}".utf8)) },
    ]
    for body in thrown {
      let error = #expect(throws: IdentityError.self) { try body() }
      #expect(
        error.map { "\($0)".contains(marker) || String(reflecting: $0).contains(marker) } == false)
    }
  }

  @Test func `equality is of the bytes`() {
    let bytes = [UInt8](repeating: 1, count: 32)
    for index in bytes.indices {
      var other = bytes
      other[index] ^= 0x80
      #expect(SecretBytes(bytes) != SecretBytes(other))
    }
    #expect(SecretBytes(bytes) == SecretBytes(bytes))
    #expect(SecretBytes(bytes) != SecretBytes(Array(bytes[1...])))
    #expect(SecretBytes([]) == SecretBytes([]))
  }

  @Test func `random bytes come from the generator that is passed`() {
    var first = SeededGenerator(seed: 9)
    var second = SeededGenerator(seed: 9)
    #expect(SecretBytes.random(count: 40, using: &first) == .random(count: 40, using: &second))
    #expect(IdentitySeed.random(using: &first) == .random(using: &second))
    #expect(IdentitySeed.random(using: &first) != .random(using: &first))
    #expect(IdentitySeed.random() != .random())
  }

  @Test(arguments: [0, 31, 33])
  func `a seed of another length is refused`(length: Int) {
    #expect(throws: IdentityError(.malformed, "")) {
      try IdentitySeed([UInt8](repeating: 0, count: length))
    }
  }
}

extension Scalar {
  fileprivate init(bytes: [UInt8]) throws { self = bytes.withUnsafeBytes { Scalar(bigEndian: $0) } }
}
