/// One identity in the place of another, because the person's devices have changed. Whoever carries
/// it out as one step lets access move along; see `GroveIdentityReplacementHandler`.
public struct GroveIdentityReplacement: Hashable, Sendable {
  public let old: SWPerson.Identity
  public let new: SWPerson.Identity

  package init(old: SWPerson.Identity, new: SWPerson.Identity) {
    self.old = old
    self.new = new
  }
}
