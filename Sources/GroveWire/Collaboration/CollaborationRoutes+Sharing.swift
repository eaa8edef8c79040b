import GroveIdentity

extension CollaborationRoutes {
  // MARK: Collaborations

  public static let prepareCollaboration = Route<PrepareCollaboration, CollaborationPrepared>(
    "prepareCollaboration", .post, "/collab/v1/documents/{documentID}/collaboration",
    summary: """
      Link and identifier of the document's one collaboration, before any message is sent; preparing \
      again returns it with the new options (owner only). One that never had an identity is gone \
      after an hour.
      """,
    refusals: changes + [.gone, .limitExceeded, .conflict])
  public static let collaboration = Route<NoBody, Collaboration>(
    "collaboration", .get, "/collab/v1/collaborations/{collaborationID}",
    summary: "A collaboration as somebody with access sees it.", refusals: [.gone])
  public static let changeShareOptions = Route<ChangeShareOptions, Collaboration>(
    "changeShareOptions", .patch, "/collab/v1/collaborations/{collaborationID}",
    summary: "Replaces the share options (owner only).",
    refusals: changes + [.gone, .limitExceeded])
  public static let endCollaboration = Route<NoBody, CollaborationEnded>(
    "endCollaboration", .delete, "/collab/v1/collaborations/{collaborationID}",
    summary: """
      Stops sharing (owner only). With `ifUnused=true` an app takes back a start action whose message \
      was cancelled.
      """,
    parameters: [
      RouteParameter("ifUnused", .flag, "Only while it has no identity; otherwise nothing changes.")
    ],
    refusals: changes + [.gone])
  public static let updateIdentities = Route<UpdateIdentities, IdentitiesUpdated>(
    "updateIdentities", .post, "/collab/v1/collaborations/{collaborationID}/identities",
    summary: """
      Adds, removes and replaces identities in one transaction (owner only). When it is answered, no \
      stream or write of a removed account is served any more. A repeated request is answered with the \
      first answer. A root that was removed before it came is not added any more (gone).
      """,
    refusals: changes + [.gone, .limitExceeded, .conflict])
  public static let participants = Route<NoBody, ParticipantList>(
    "participants", .get, "/collab/v1/collaborations/{collaborationID}/participants",
    summary: "The owner sees every identity, participants those that are bound.",
    parameters: [
      RouteParameter("after", .bytes(RootHash.byteCount), "The last root of the page before."),
      .limit(1000, default: 1000),
    ],
    refusals: [.gone])
  /// Protocol 9.5.
  public static let leave = Route<NoBody, CollaborationEnded>(
    "leave", .delete, "/collab/v1/collaborations/{collaborationID}/participation",
    summary: "The caller gives up every binding of its own.", refusals: changes + [.gone])

  // MARK: Access

  public static let challenge = Route<NoBody, ChallengeIssued>(
    "challenge", .post, "/collab/v1/collaborations/{collaborationID}/challenge",
    summary: "What the caller's device is asked to sign. Issued for unknown identifiers too.",
    refusals: changes)
  /// The body is the proof's JSON form (protocol 8.4), at most 8 KiB.
  public static let prove = Route<RawBody, AccessGranted>(
    "prove", .post, "/collab/v1/collaborations/{collaborationID}/proof",
    summary: "Verifies a signed identity proof and grants access (protocol 8.5).",
    refusals: proofRefusals)
  /// The body is as that of `prove`.
  public static let takeOver = Route<RawBody, AccessGranted>(
    "takeOver", .post, "/collab/v1/collaborations/{collaborationID}/takeover",
    summary: """
      As `prove`, where that is refused with `bound_by_replacement`: the caller cannot reach the other account that \
      the identity is in use with, and takes the access over, which that one loses.
      """,
    refusals: proofRefusals)
  private static let proofRefusals: [ProblemCode] =
    changes + [
      .challengeInvalid, .challengeExpired, .keyInvalid, .proofMalformed, .signatureMalformed,
      .notVerified, .challengeStale, .challengeUsed, .alreadyBound, .boundByReplacement,
    ]
  public static let enterByLink = Route<NoBody, EnteredByLink>(
    "enterByLink", .post, "/collab/v1/collaborations/{collaborationID}/link-entry",
    summary: """
      Lets the caller in where the owner has opened what is shared to whoever has its link; `not_found` everywhere \
      else.
      """,
    refusals: changes + [.gone, .limitExceeded])
  public static let knock = Route<Knock, KnockReceived>(
    "knock", .post, "/collab/v1/collaborations/{collaborationID}/knocks", status: 202,
    summary: "Asks the owner for access. The answer is the same in every case.",
    refusals: changes + [.limitExceeded])
  public static let knocks = Route<NoBody, KnockList>(
    "knocks", .get, "/collab/v1/collaborations/{collaborationID}/knocks",
    summary: "A page of open requests for access, oldest first (owner only).",
    parameters: [.nextPage, .limit(200, default: 200)], refusals: [.forbidden, .gone])
  public static let answerKnock = Route<AnswerKnock, NoBody>(
    "answerKnock", .post, "/collab/v1/collaborations/{collaborationID}/knocks/{knockID}",
    status: 204,
    summary: """
      Accepting binds a fresh identity that no device holds to the asking account; ignoring tells it \
      nothing (owner only).
      """,
    refusals: changes + [.gone, .limitExceeded])
  public static let attestNotice = Route<AttestNotice, NoticeAttested>(
    "attestNotice", .post, "/collab/v1/collaborations/{collaborationID}/attestations",
    summary: """
      Signs that the caller caused an event in the last ten minutes; `conflict` where it has bound no \
      identity here.
      """,
    refusals: changes + [.gone, .notCaused, .mentionsOff, .conflict])

  /// Protocol 12.8.
  public static let putNoticeAddress = Route<PutNoticeAddress, NoBody>(
    "putNoticeAddress", .put, "/collab/v1/collaborations/{collaborationID}/notice-address",
    status: 204,
    summary: """
      Where the caller hears of what others do here; `conflict` where it has bound no identity. It goes \
      with the identity.
      """,
    refusals: changes + [.gone, .conflict, .limitExceeded, .keyInvalid])
  public static let removeNoticeAddress = Route<NoBody, NoBody>(
    "removeNoticeAddress", .delete, "/collab/v1/collaborations/{collaborationID}/notice-address",
    status: 204, summary: "Takes it back; the caller is told nothing here any more.",
    refusals: changes + [.gone])

  public static let opened = Route<NoBody, NoBody>(
    "opened", .post, "/collab/v1/collaborations/{collaborationID}/opened", status: 204,
    summary: """
      The caller has the document before them: their own devices are told, at the notice address that \
      they handed over, and show as seen what was told before. Nobody else hears of it.
      """,
    refusals: changes + [.gone])

  static let aboutSharing: [RouteDescription] = [
    prepareCollaboration.description, collaboration.description, changeShareOptions.description,
    endCollaboration.description, updateIdentities.description, participants.description,
    leave.description, challenge.description, prove.description,
    takeOver.description, enterByLink.description, knock.description,
    knocks.description, answerKnock.description, attestNotice.description,
    putNoticeAddress.description, removeNoticeAddress.description,
    opened.description,
  ]
}
