import GroveTesting
import Testing

@testable import GroveIdentity

@Suite struct PublicKeyTests {
  let valid: [UInt8]

  init() throws { valid = try Vectors.shared.get().devices[1].publicKey.bytes }

  @Test func `the one form is accepted and kept`() throws {
    #expect(try PublicKey(valid).bytes == valid)
  }

  @Test func `every other form is refused`() throws {
    let prime = try Hex.decode("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
    var offCurve = valid
    offCurve[64] ^= 1
    let refused: [String: [UInt8]] = [
      "empty": [], "compressed": [2] + valid[1...32], "raw": Array(valid[1...]),
      "hybrid even": [6] + valid[1...], "hybrid odd": [7] + valid[1...],
      "infinity": [0], "infinity at full length": [UInt8](repeating: 0, count: 65),
      "zero point": [4] + [UInt8](repeating: 0, count: 64), "off the curve": offCurve,
      "x of p": [4] + prime + valid[33...], "y of p": [4] + valid[1...32] + prime,
      "64 bytes": Array(valid[..<64]), "66 bytes": valid + [0],
      "other first byte": [5] + valid[1...],
    ]
    for (name, bytes) in refused {
      #expect(throws: IdentityError(.keyInvalid, ""), "\(name)") { try PublicKey(bytes) }
    }
  }

  @Test func `a signature of any length but 64 is invalid`() throws {
    let key = SigningKey()
    let signature = try key.sign([1, 2, 3])
    #expect(signature.count == 64)
    #expect(key.publicKey.isValidSignature(signature, for: [1, 2, 3]))
    #expect(!key.publicKey.isValidSignature(signature, for: [1, 2, 4]))
    for length in 0..<64 {
      #expect(!key.publicKey.isValidSignature(Array(signature[..<length]), for: [1, 2, 3]))
    }
    #expect(!key.publicKey.isValidSignature(signature + [0], for: [1, 2, 3]))
    #expect(!key.publicKey.isValidSignature([0] + signature, for: [1, 2, 3]))
  }

  @Test func `the negated s verifies too, so a signature identifies nothing`() throws {
    let key = SigningKey()
    let signature = try key.sign([9])
    let negated = try Array(signature[..<32]) + OpenSSLOracle().negated(Array(signature[32...]))
    #expect(key.publicKey.isValidSignature(negated, for: [9]))
  }

  @Test func `signatures with r or s of zero or at least n are invalid`() throws {
    let key = SigningKey()
    let signature = try key.sign([9])
    let (r, s) = (Array(signature[..<32]), Array(signature[32...]))
    let zero = [UInt8](repeating: 0, count: 32)
    let order = try OpenSSLOracle().order(less: 0)
    let ones = [UInt8](repeating: 255, count: 32)
    for bad in [zero + s, r + zero, zero + zero, order + s, r + order, ones + s, r + ones] {
      #expect(!key.publicKey.isValidSignature(bad, for: [9]))
    }
  }

  @Test func `it travels as base64url`() throws {
    let key = try PublicKey(valid)
    let text = try StrictJSON.encode(key)
    #expect(String(decoding: text, as: UTF8.self) == "\"\(Base64URL.encode(valid))\"")
    #expect(try StrictJSON.decode(PublicKey.self, from: text) == key)
  }

  @Test(arguments: [0, 31, 33, 64])
  func `a scalar of another length is refused`(length: Int) {
    let scalar = [UInt8](repeating: 1, count: length)
    #expect(throws: IdentityError(.keyInvalid, "")) { try SigningKey(scalar: scalar) }
    #expect(throws: IdentityError(.keyInvalid, "")) { try DiversificationBaseKey(scalar: scalar) }
  }

  @Test func `scalars of zero, n and above are refused`() throws {
    let order = try OpenSSLOracle().order(less: 0)
    for scalar in [[UInt8](repeating: 0, count: 32), order, [UInt8](repeating: 255, count: 32)] {
      #expect(throws: IdentityError(.keyInvalid, "")) { try SigningKey(scalar: scalar) }
    }
    _ = try SigningKey(scalar: try OpenSSLOracle().order(less: 1))
  }

  @Test func `a signing key survives export and import`() throws {
    let key = SigningKey()
    let again = try SigningKey(scalar: key.exportScalar())
    #expect(again.publicKey == key.publicKey)
    #expect(key.publicKey.isValidSignature(try again.sign([5]), for: [5]))
    #expect(
      key.publicKey.bytes == (try OpenSSLOracle().publicKey(key.exportScalar().exportBytes())))
  }
}
