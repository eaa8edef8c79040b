public import Foundation

/// Somebody who takes part in a collaboration, as an app describes them to the system: for example
/// to ask that they be removed from the conversation.
public final class SWPerson: NSObject, NSSecureCoding, Sendable {
  /// A person's root hash in one collaboration.
  public typealias Identity = SWPersonIdentity
  /// Says that a device's key belongs to an identity.
  public typealias IdentityProof = SWPersonIdentityProof
  /// The same, with this device's signature over the server's data.
  public typealias SignedIdentityProof = SWSignedPersonIdentityProof

  package let handle: String?
  package let identity: Identity?
  package let displayName: String
  package let thumbnailImageData: Data?

  /// - Parameters:
  ///   - handle: a phone number or mail address; nil where the app has none.
  ///   - identity: the root hash that the app stored for the person; nil where it has none.
  ///   - displayName: what alerts call the person; an empty one reads as "Somebody".
  ///   - thumbnailImageData: where nil, the system shows what it has for the person.
  public init(
    handle: String?, identity: Identity?, displayName: String, thumbnailImageData: Data?
  ) {
    self.handle = handle
    self.identity = identity
    self.displayName = displayName
    self.thumbnailImageData = thumbnailImageData
  }

  /// Equal where everything that was given is.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SWPerson else { return false }
    return handle == other.handle && identity == other.identity
      && displayName == other.displayName && thumbnailImageData == other.thumbnailImageData
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(handle)
    hasher.combine(identity)
    hasher.combine(displayName)
    return hasher.finalize()
  }

  public static var supportsSecureCoding: Bool { true }

  /// Reads the app's own archive; nil without a name.
  public init?(coder: NSCoder) {
    guard let displayName = coder.text("displayName") else { return nil }
    self.displayName = displayName
    handle = coder.text("handle")
    identity = coder.object(SWPersonIdentity.self, "identity")
    thumbnailImageData = coder.data("thumbnailImageData")
  }

  /// Everything that was given to `init`.
  public func encode(with coder: NSCoder) {
    coder.put(handle, "handle")
    coder.put(identity, "identity")
    coder.put(displayName, "displayName")
    coder.put(thumbnailImageData, "thumbnailImageData")
  }
}
