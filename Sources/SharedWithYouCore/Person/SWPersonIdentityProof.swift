public import Foundation

/// `SWPerson.IdentityProof`: that a device's key belongs to an identity, without the other keys
/// (protocol 5.4). The system makes it.
// Every property, here and in the subclass, is a constant of a type that is Sendable.
public class SWPersonIdentityProof: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// The siblings that lead from the key's leaf to the root, the leaf's own sibling first; 32 bytes
  /// each.
  public let inclusionHashes: [Data]
  /// This device's diversified key: 65 bytes, a point of P-256 in X9.63's uncompressed form.
  public let publicKey: Data
  /// The key's place among the leaves. Whether it is even or odd says, at each level, whether the
  /// sibling stands to the right or to the left.
  public let publicKeyIndex: Int

  package init(inclusionHashes: [Data], publicKey: Data, publicKeyIndex: Int) {
    self.inclusionHashes = inclusionHashes
    self.publicKey = publicKey
    self.publicKeyIndex = publicKeyIndex
  }

  /// This object: nothing in it can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Equal where class, key, place and hashes are; nothing is verified by it.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SWPersonIdentityProof, type(of: self) == type(of: other) else {
      return false
    }
    return publicKey == other.publicKey && publicKeyIndex == other.publicKeyIndex
      && inclusionHashes == other.inclusionHashes
  }

  public override var hash: Int { publicKey.hashValue }

  public class var supportsSecureCoding: Bool { true }

  /// Reads the app's own archive; nil without a key.
  public required init?(coder: NSCoder) {
    guard let publicKey = coder.data("publicKey") else { return nil }
    self.publicKey = publicKey
    publicKeyIndex = coder.decodeInteger(forKey: "publicKeyIndex")
    inclusionHashes = coder.datas("inclusionHashes")
  }

  /// Key, place and hashes.
  public func encode(with coder: NSCoder) {
    coder.put(publicKey, "publicKey")
    coder.encode(publicKeyIndex, forKey: "publicKeyIndex")
    coder.put(inclusionHashes, "inclusionHashes")
  }
}
