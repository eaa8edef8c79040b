extension CollaborationRoutes {
  // MARK: Getting in by a proof alone (protocol 8.9)

  public static let entryChallenge = Route<NoBody, EntryChallenge>(
    "entryChallenge", .post, "/collab/v1/collaborations/{collaborationID}/entry-challenge", .none,
    summary: """
      What the device of somebody who has no account here is asked to sign. Issued for unknown \
      identifiers too; nothing is stored.
      """,
    refusals: [.forbidden])
  public static let enter = Route<Enter, Entered>(
    "enter", .post, "/collab/v1/collaborations/{collaborationID}/entry", .none, status: 201,
    summary: """
      Verifies a signed identity proof, grants access and begins a session in the account that the \
      identity has made; the first time that account is made (`forbidden` where no new accounts are \
      taken). Where the identity is in use with an account that was born of another one, `born` shows \
      that one. It opens no account that was made in another way (`already_bound`).
      """,
    refusals: [
      .forbidden, .challengeInvalid, .challengeExpired, .keyInvalid, .proofMalformed,
      .signatureMalformed, .notVerified, .challengeStale, .challengeUsed, .alreadyBound,
      .boundByReplacement, .accountDisabled, .limitExceeded,
    ])
  public static let addPassword = Route<AddPassword, NoBody>(
    "addPassword", .post, "/collab/v1/me/password", status: 204,
    summary: """
      Lets an account that a proof has made be signed in to with a password too, under a name that its \
      person chooses, and ends every other session with its streams.
      """,
    refusals: changes + [.limitExceeded])

  static let aboutEntry: [RouteDescription] = [
    entryChallenge.description, enter.description, addPassword.description,
  ]
}
