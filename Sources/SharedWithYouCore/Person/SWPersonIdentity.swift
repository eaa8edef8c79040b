public import Foundation
package import GroveIdentity

/// `SWPerson.Identity`: what an app stores about a participant. The hash stands for all devices of
/// the person, is another one in every collaboration, and says nothing about who it is
/// (protocol 5).
///
/// The classes of a person are no nested types: one of those cannot be archived on this platform.
public final class SWPersonIdentity: NSObject, NSSecureCoding, NSCopying, Sendable {
  /// 32 bytes where it came from the system.
  public let rootHash: Data

  /// Any length is accepted, as it is elsewhere; other lengths than 32 bytes name nobody.
  public init(rootHash: Data) { self.rootHash = rootHash }

  package convenience init(_ root: RootHash) { self.init(rootHash: Data(root.bytes)) }

  /// Nil where the bytes can be no root.
  package var root: RootHash? { try? RootHash(Array(rootHash)) }

  /// This object: nothing in it can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Equal where the root hashes are, byte for byte.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? SWPersonIdentity)?.rootHash == rootHash
  }

  public override var hash: Int { rootHash.hashValue }

  public static var supportsSecureCoding: Bool { true }

  /// Reads the app's own archive; nil without a root hash.
  public init?(coder: NSCoder) {
    guard let rootHash = coder.data("rootHash") else { return nil }
    self.rootHash = rootHash
  }

  /// The root hash.
  public func encode(with coder: NSCoder) { coder.put(rootHash, "rootHash") }
}
