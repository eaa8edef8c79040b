import Foundation
import GroveTesting
import Testing

@testable import GroveIdentity

/// Project Wycheproof's cases (protocol 16.1), read where the resolved swift-crypto keeps its copies.
///
/// They are not copied into this repository; where the package was fetched to another place, these
/// tests are skipped and say so.
@Suite(.enabled(if: Wycheproof.isHere, "swift-crypto's test vectors are not in .build/checkouts"))
struct WycheproofTests {
  @Test func `every P1363 signature is judged as Wycheproof says`() throws {
    let groups = try Wycheproof.read("ecdsa_secp256r1_sha256_p1363_test.json")
    var judged = 0
    for group in groups {
      let key = try PublicKey(Hex.decode(try #require(group.publicKey?.uncompressed)))
      for item in group.tests {
        let isValid = key.isValidSignature(
          try Hex.decode(try #require(item.sig)), for: try Hex.decode(try #require(item.msg)))
        #expect(isValid == (item.result == "valid"), "\(item.tcId) \(item.comment)")
        judged += 1
      }
    }
    #expect(judged >= 252)
  }

  @Test func `every DER signature is judged as Wycheproof says`() throws {
    var raw = try RawIdentityProof(
      signing: [1], with: ProofAttempt().deviceKey(1), in: Vectors.shared.get().tree)
    raw.signatureFormat = .der
    var judged = 0
    for group in try Wycheproof.read("ecdsa_secp256r1_sha256_test.json") {
      let key = try PublicKey(Hex.decode(try #require(group.publicKey?.uncompressed)))
      for item in group.tests {
        raw.signature = try Hex.decode(try #require(item.sig))
        let message = try Hex.decode(try #require(item.msg))
        let isValid = raw.parsedSignature.map { key.isValid($0, for: message) } ?? false
        #expect(isValid == (item.result == "valid"), "\(item.tcId) \(item.comment)")
        judged += 1
      }
    }
    #expect(judged >= 471)
  }

  @Test func `every public point is judged as Wycheproof says, and a compressed one refused`()
    throws
  {
    var judged = 0
    for group in try Wycheproof.read("ecdh_secp256r1_ecpoint_test.json") {
      for item in group.tests {
        let key = try? PublicKey(Hex.decode(try #require(item.public)))
        #expect((key != nil) == (item.result == "valid"), "\(item.tcId) \(item.comment)")
        judged += 1
      }
    }
    #expect(judged >= 355)
  }
}

/// The files, as far as they are needed here.
private enum Wycheproof {
  struct File: Decodable { let testGroups: [Group] }

  struct Group: Decodable {
    struct Key: Decodable { let uncompressed: String }
    let publicKey: Key?
    let tests: [Item]
  }

  struct Item: Decodable {
    let tcId: Int
    let comment: String
    let result: String
    let msg: String?
    let sig: String?
    let `public`: String?
  }

  static var isHere: Bool {
    FileManager.default.fileExists(atPath: folder.path(percentEncoded: false))
  }

  static func read(_ name: String) throws -> [Group] {
    try JSONDecoder().decode(File.self, from: Data(contentsOf: folder.appending(path: name)))
      .testGroups
  }

  private static var folder: URL {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root.appending(path: ".build/checkouts/swift-crypto/Tests/Test Vectors")
  }
}
