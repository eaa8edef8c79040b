public import GroveIdentity

/// What the device of somebody who has no account here is asked to sign (protocol 8.9).
public struct EntryChallenge: Hashable, Sendable, Codable {
  /// Comes back with the proof, for which the challenge was made. Secret.
  public var entry: Base64URLBytes
  /// 68 bytes, opaque.
  public var challenge: Base64URLBytes
  /// Seconds.
  public var expiresIn: Int
  /// The server's own origin. A device signs only if it is the invitation's audience.
  public var audience: Origin
  /// Signed in an account's place. No account has it.
  public var account: AccountLabel
  /// `u8 1 || vec16(account) || vec16(challenge)`.
  public var data: Base64URLBytes

  /// What a server answers to a request for a challenge by nobody.
  public init(
    entry: Base64URLBytes, challenge: Base64URLBytes, expiresIn: Int, audience: Origin,
    account: AccountLabel, data: Base64URLBytes
  ) {
    self.entry = entry
    self.challenge = challenge
    self.expiresIn = expiresIn
    self.audience = audience
    self.account = account
    self.data = data
  }
}

/// Gets in by a proof alone.
public struct Enter: Hashable, Sendable, Codable {
  /// As it came with the challenge, 32 bytes. Secret.
  public var entry: Base64URLBytes
  /// The bytes of the proof's JSON form (protocol 8.4), at most 8 KiB.
  public var proof: Base64URLBytes
  /// How an account that is made now is shown to others, 1..128 bytes. One that is there keeps its name.
  public var displayName: String
  /// Further identities of the same person (protocol 8.9.4), at most 4: where `proof`'s is in use with an account that was
  /// born of one of them, the entry leads there.
  public var born: [BornProof]?
  /// Whether a new account may take over what another has only because the identity took another's place.
  public var anew: Bool?

  /// Made from what the messenger has answered.
  public init(
    entry: Base64URLBytes, proof: Base64URLBytes, displayName: String, born: [BornProof]? = nil,
    anew: Bool? = nil
  ) {
    self.entry = entry
    self.proof = proof
    self.displayName = displayName
    self.born = born
    self.anew = anew
  }
}

/// Shows that somebody holds an identity of another collaboration, which may have ended.
public struct BornProof: Hashable, Sendable, Codable {
  /// The identity's own.
  public var collaborationID: CollaborationID
  /// A proof's JSON form over the same challenge and candidate, and `collaborationID`.
  public var proof: Base64URLBytes

  /// Made from what the messenger has answered.
  public init(collaborationID: CollaborationID, proof: Base64URLBytes) {
    self.collaborationID = collaborationID
    self.proof = proof
  }
}

/// A session in the account that the identity leads to, and the access that it gives.
public struct Entered: Hashable, Sendable, Codable {
  /// As after a sign-in, without `device`: there may be no password.
  public var session: AppSession
  /// What the proof gave access to.
  public var access: AccessGranted
  /// Whether the account was made now.
  public var isNewAccount: Bool

  /// What a server answers to a proof that passed every row of protocol 8.5.
  public init(session: AppSession, access: AccessGranted, isNewAccount: Bool) {
    self.session = session
    self.access = access
    self.isNewAccount = isNewAccount
  }
}

/// Lets an account that a proof has made be signed in to with a password too.
public struct AddPassword: Hashable, Sendable, Codable {
  /// 8..1024 bytes. Secret.
  public var newPassword: String
  /// What the person signs in with besides the account's label, which nobody keeps in mind: any name that is nobody's
  /// (protocol 8.9.6). Others never see it.
  public var signInName: AccountLabel?

  /// Made where a signed-in person chooses one.
  public init(newPassword: String, signInName: AccountLabel? = nil) {
    self.newPassword = newPassword
    self.signInName = signInName
  }
}
