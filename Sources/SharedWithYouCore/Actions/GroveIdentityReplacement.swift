/// One identity in the place of another, because the person's devices have changed. An app that
/// carries it out in one step keeps the access that was granted; see
/// `GroveIdentityReplacementHandler`.
public struct GroveIdentityReplacement: Hashable, Sendable {
  /// The identity that is stored now.
  public let old: SWPerson.Identity
  /// The identity to store in its place.
  public let new: SWPerson.Identity

  package init(old: SWPerson.Identity, new: SWPerson.Identity) {
    self.old = old
    self.new = new
  }
}
