/// Two identities of one person, because something was shared with them more than once. An app whose server is told so
/// (`person`) removes who is removed by all of them. Not in the platform's framework.
public struct GroveSamePerson: Hashable, Sendable {
  /// One of those to be added.
  public let added: SWPerson.Identity
  /// Another one of the same person's, stored before or not any more.
  public let other: SWPerson.Identity

  package init(added: SWPerson.Identity, other: SWPerson.Identity) {
    self.added = added
    self.other = other
  }
}
