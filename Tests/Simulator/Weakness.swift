/// A rule weakened on purpose: in the simulator's adapters around the product, never in the product.
/// A simulator that does not find each of them would find nothing else either.
public enum Weakness: String, CaseIterable, Sendable {
  /// The collaboration server's reader hides since when an identity is active.
  case hiddenActivation = "hidden-activation"
  /// Its store forgets which nonces have led to a grant.
  case forgottenNonces = "forgotten-nonces"
  /// A removal is answered and not written.
  case unwrittenRemoval = "unwritten-removal"
  /// The collaboration server's reader hides which identities are one person's.
  case hiddenPersons = "hidden-persons"
  /// That an identity was removed before it came is not written.
  case forgottenWithdrawals = "forgotten-withdrawals"
  /// That a replacement was taken back before it came is not written.
  case forgottenTakeBacks = "forgotten-take-backs"
  /// The relay forgets which envelopes it has queued.
  case forgottenEnvelopes = "forgotten-envelopes"
  /// A device acknowledges its mailbox before it has written what was in it.
  case earlyAcknowledgement = "early-acknowledgement"
  /// A device takes back nothing when a share has failed.
  case noCompensation = "no-compensation"
  /// A recipient uses a root that it should only have warned of.
  case unheededWarning = "unheeded-warning"
  /// A recipient shows every notice, whoever is mentioned in it.
  case loudMentions = "loud-mentions"
  /// The collaboration server lets whoever proves an identity into the account that it is bound to.
  case entryByBinding = "entry-by-binding"
  /// It asks nobody who enters for the secret that the challenge was made for.
  case entryBySight = "entry-by-sight"
  /// It keeps the notice address of an identity that is removed.
  case undyingAddresses = "undying-addresses"
  /// A device hands out one notice address for everything it takes part in at one origin.
  case sharedAddresses = "shared-addresses"
  /// A device does not write down which pushed notices it has shown.
  case forgottenNotices = "forgotten-notices"
}
