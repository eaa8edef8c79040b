public import GroveIdentity

/// "Open as bob@docs.example?": what a person must see and confirm before their device signs for an
/// app account, the first time for an audience and whenever the account changes (protocol 8.3).
///
/// Without it an attacker's session in the victim's browser would be granted by the victim's own
/// device (protocol 14 row 16).
public struct AccountConfirmation: Hashable, Sendable, Codable {
  /// The origin that would be told: which app asks.
  public let audience: Origin
  /// The app account that would be granted access, as its server names it.
  public let account: AccountLabel
  /// The account confirmed before for this audience, where it was another; nil the first time.
  public let previous: AccountLabel?
  /// The document's title, from the invitation.
  public let title: String
  /// They left the document by themselves, and would be in it again: the others are told.
  public var hasLeft: Bool?

  /// Made by the messenger, which shows it to the person before it signs.
  public init(audience: Origin, account: AccountLabel, previous: AccountLabel?, title: String) {
    self.audience = audience
    self.account = account
    self.previous = previous
    self.title = title
  }
}

/// Asks the person; true only if they said yes. A program without a screen compares with its own
/// login.
public typealias ConfirmAccount = @Sendable (AccountConfirmation) async -> Bool

/// Why no proof was made. The raw values are stable.
public enum ProofRequestRefusal: String, Error, Hashable, Sendable, Codable {
  /// No usable invitation of this audience and identifier is left.
  case noInvitation = "no_invitation"
  /// There is one, but it was made before this device was added: sign in to the app, or ask the
  /// initiator to refresh (protocol 6.4).
  case deviceNotInIdentity = "device_not_in_identity"
  /// The data means profile 2, which this person's settings do not allow, or which is never signed.
  case rawProofsOff = "raw_proofs_off"
  /// The person said no, or nobody is here to ask.
  case accountNotConfirmed = "account_not_confirmed"
}
