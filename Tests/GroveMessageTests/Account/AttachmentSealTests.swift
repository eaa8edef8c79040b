import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

@Suite struct AttachmentSealTests {
  let key: AttachmentKey
  let file = Array("a file".utf8)

  init() throws { key = try AttachmentKey(SecretBytes([UInt8](1...32))) }

  @Test func `a sealed file opens with its key and digest`() throws {
    let (sealed, digest) = try AttachmentSeal.seal(file, key: key)
    #expect(sealed.count == file.count + 16 && digest.count == 32)
    #expect(try AttachmentSeal.open(sealed, key: key, digest: digest) == file)
    let (empty, emptyDigest) = try AttachmentSeal.seal([], key: key)
    #expect(try AttachmentSeal.open(empty, key: key, digest: emptyDigest).isEmpty)
  }

  @Test func `changed bytes, another digest or another key do not open`() throws {
    let (sealed, digest) = try AttachmentSeal.seal(file, key: key)
    let (other, otherDigest) = try AttachmentSeal.seal(Array("another".utf8), key: key)
    let refused = IdentityError(.malformed, "")
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(throws: refused) { try AttachmentSeal.open(changed, key: key, digest: digest) }
    }
    #expect(throws: refused) { try AttachmentSeal.open(sealed, key: key, digest: otherDigest) }
    #expect(throws: refused) { try AttachmentSeal.open(other, key: key, digest: digest) }
    #expect(throws: refused) { try AttachmentSeal.open([], key: key, digest: digest) }
    let otherKey = try AttachmentKey(SecretBytes([UInt8](2...33)))
    #expect(throws: refused) { try AttachmentSeal.open(sealed, key: otherKey, digest: digest) }
  }

  @Test func `a file of more than 25 MiB is refused`() {
    #expect(throws: IdentityError(.limitExceeded, "")) {
      try AttachmentSeal.seal(
        [UInt8](repeating: 0, count: AttachmentSeal.maximumByteCount + 1), key: key)
    }
  }

  @Test func `a key has 32 bytes`() {
    #expect(throws: IdentityError(.malformed, "")) { try AttachmentKey(SecretBytes([1])) }
  }
}
