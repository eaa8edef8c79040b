import Foundation
import GroveIdentity
import GroveSystem
import SharedWithYouCore
import Testing

struct PersonTests {
  private let root = Data(repeating: 7, count: 32)

  private func proof() -> SWPerson.IdentityProof {
    SWPerson.IdentityProof(
      inclusionHashes: (1...5).map { Data(repeating: $0, count: 32) },
      publicKey: Data(repeating: 4, count: 65), publicKeyIndex: 29)
  }

  @Test func `an identity is its root hash`() throws {
    let identity = SWPerson.Identity(rootHash: root)
    #expect(identity == SWPerson.Identity(rootHash: root))
    #expect(Set([identity, SWPerson.Identity(rootHash: root)]).count == 1)
    #expect(identity != SWPerson.Identity(rootHash: Data([1])))
    #expect(try archived(identity) == identity)
    #expect(identity.copy() as? SWPerson.Identity == identity)
    #expect(identity.root?.bytes == Array(root))
  }

  @Test func `bytes of another length are an identity of nobody`() {
    #expect(SWPerson.Identity(rootHash: Data([1, 2, 3])).root == nil)
  }

  @Test func `a proof survives an archive and a signature makes it another`() throws {
    let proof = proof()
    #expect(try archived(proof) == proof)
    let signed = SWPerson.SignedIdentityProof(
      personIdentityProof: proof, signatureData: Data([9, 9]))
    #expect(try archived(signed) == signed)
    #expect(signed.publicKeyIndex == 29 && signed.inclusionHashes.count == 5)
    #expect(signed != proof && proof != signed)
    #expect(signed.groveProof == nil && signed.root == nil)
    #expect(signed.copy() as? SWPerson.SignedIdentityProof == signed)
  }

  @Test func `the system's proof carries the body for a Grove server and its identity`() throws {
    let form = SignedIdentityProof(
      publicKey: [4], publicKeyIndex: 3, inclusionHashes: [[1], [2]], challenge: [5, 5],
      signature: [6])
    let root = try RootHash(Array(root))
    let signed = try SWPerson.SignedIdentityProof(
      IdentityProof(form: .transcript(form), root: root))
    #expect(signed.publicKey == Data([4]) && signed.signatureData == Data([6]))
    #expect(signed.inclusionHashes == [Data([1]), Data([2])])
    let body = try #require(signed.groveProof)
    #expect(try SignedIdentityProof(json: body) == form)
    let copy = try archived(signed)
    #expect(copy == signed && copy.root == root && copy.groveProof == body)
  }

  @Test func `a person survives an archive`() throws {
    let person = SWPerson(
      handle: "charlie@docs.example", identity: SWPerson.Identity(rootHash: root),
      displayName: "Charlie", thumbnailImageData: Data([1]))
    #expect(try archived(person) == person)
    let bare = SWPerson(
      handle: nil, identity: nil, displayName: "", thumbnailImageData: nil)
    #expect(try archived(bare) == bare)
    #expect(person != bare)
  }

  @Test func `an archive of something else gives nothing`() throws {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: NSString(string: "no person"), requiringSecureCoding: true)
    let person = try? NSKeyedUnarchiver.unarchivedObject(ofClass: SWPerson.self, from: data)
    #expect(person == nil)
  }
}
