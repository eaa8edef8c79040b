import CollaborationDomain
import GroveIdentity
package import GroveServing
import GroveWire

/// The collaboration server's interface, served at `/openapi.yaml`.
package enum CollaborationOpenAPI {
  /// - Throws: where the tables below name what no body has; a test finds that.
  package static func document() throws -> OpenAPIDocument {
    var shapes = try JSONShapes(of: bodies, details: details).objects
    shapes["SignedIdentityProof"] = signedProof
    return OpenAPIDocument(
      title: "Grove collaboration server", version: "1",
      summary: "Documents shared by identity, without exchanging account names.",
      description: description, routes: CollaborationRoutes.all, shapes: shapes, notes: notes,
      places: places, rawBodies: rawBodies, callers: callers, examples: examples)
  }

  private static let description = """
    Two kinds of caller. A signed-in app account sends its token as `Authorization: Bearer`, or as the \
    session cookie; a request with the cookie that changes something must come from this server's own \
    origin. The app's own backend sends its service key as `Authorization: Bearer`, and names the \
    account it acts for in `Grove-Account` (percent-encoded UTF-8), that account's session in \
    `Grove-Session`, and how it is shown to others in `Grove-Display-Name`.

    A member that is not required may be left out or sent as null; answers leave it out. Byte strings \
    are base64url without padding; 64-bit integers are decimal strings; times are milliseconds since \
    1970. Every refusal is a problem (RFC 9457) with a stable `code`. What does not exist and what one \
    may not see are answered alike.
    """

  private static let callers: [CallerScheme] = [
    .bearer("A session's token."),
    .key("cookie", SessionCookie.name(isSecure: true), in: "cookie", "The same, as pages have it."),
    .bearer("The service key of the app's backend.", named: "serviceKey")
      + .key(
        "actingAccount", CollaborationRoutes.actingAccountHeader, in: "header",
        "The account a backend acts for, percent-encoded.")
      + .key(
        "actingSession", CollaborationRoutes.actingSessionHeader, in: "header",
        "That account's session, as the backend names it."),
  ]

  /// Every body of the table, in its order; a test compares.
  private static let bodies: [any (Decodable & Sendable).Type] = [
    CreateAppAccount.self, AppSession.self, CreateSession.self, SessionList.self,
    ChangePassword.self, PasswordChanged.self, ResetPassword.self, PasswordReset.self,
    AppAccount.self, SignInCodeMade.self, UseSignInCode.self, BeginProviderSignIn.self,
    ProviderSignInBegun.self, ProviderUnlinked.self, EntryChallenge.self, Enter.self, Entered.self,
    AddPassword.self, CreateDocument.self, Document.self,
    DocumentList.self, ChangeDocument.self, CollaborationEnded.self, AppendUpdate.self,
    UpdateAppended.self, DocumentEventPage.self, DocumentEvent.self, PutSnapshot.self,
    Snapshot.self, PutPresence.self, Presence.self, PrepareCollaboration.self,
    CollaborationPrepared.self, Collaboration.self, ChangeShareOptions.self, UpdateIdentities.self,
    IdentitiesUpdated.self, ParticipantList.self, ChallengeIssued.self, AccessGranted.self,
    EnteredByLink.self,
    Knock.self, KnockReceived.self, KnockList.self, AnswerKnock.self, AttestNotice.self,
    NoticeAttested.self, PutNoticeAddress.self, RecordUserIdentity.self,
    ModifyRecordZones.self, RecordZoneResults.self, LookUpRecordZones.self, ModifyRecords.self,
    RecordsModified.self, LookUpRecords.self, RecordsFound.self, LookUpZoneChanges.self,
    ZoneChanges.self, LookUpDatabaseChanges.self, DatabaseChanges.self, FoundRecordShare.self,
    RecordStreamEvent.self, AnnounceAsset.self, AssetUpload.self,
    QueryRecords.self, RecordsQueried.self, MakeAppPassword.self, AppPasswordMade.self,
    AppPasswordList.self, DriveBin.self, DrivePlace.self, DriveVersions.self,
    RestoreDriveVersion.self, ShareDriveItem.self, DriveShareTerms.self, DriveShareState.self,
    DriveShareList.self, CollaborationKeys.self,
  ]

  /// What stands in paths.
  private static let places: [String: JSONShape] = [
    "documentID": .bytes(count: 16), "knockID": .bytes(count: 16),
    "collaborationID": .label(maximumBytes: 255), "sessionID": .text(format: nil),
    "container": .label(maximumBytes: 255), "sha256": .bytes(count: 32),
    "passwordID": .text(format: nil), "itemID": .bytes(count: 16),
  ]

  private static let rawBodies: [String: RawBodyForm] = [
    CollaborationRoutes.prove.name: RawBodyForm(
      "application/json", isRequest: true, schema: "SignedIdentityProof"),
    CollaborationRoutes.takeOver.name: RawBodyForm(
      "application/json", isRequest: true, schema: "SignedIdentityProof"),
    CollaborationRoutes.linkPage.name: RawBodyForm("text/html", isRequest: false),
    CollaborationRoutes.providerCallback.name: RawBodyForm("text/html", isRequest: false),
  ]

  /// What `TextValidation` and the rules say about members, where their types cannot.
  private static let details: [String: JSONShape] = [
    "CreateAppAccount.displayName": .sized(1...128, pattern: nil),
    "CreateAppAccount.password": .sized(8...1024, pattern: nil),
    "CreateSession.password": .sized(0...1024, pattern: nil),
    "CreateSession.device": .sized(0...128, pattern: nil),
    "ChangePassword.oldPassword": .sized(0...1024, pattern: nil),
    "ChangePassword.newPassword": .sized(8...1024, pattern: nil),
    "EntryChallenge.entry": .bytes(count: 32), "Enter.entry": .bytes(count: 32),
    "EntryChallenge.challenge": .bytes(count: 68),
    "EntryChallenge.expiresIn": .within(1...300, default: nil),
    "Enter.displayName": .sized(1...128, pattern: nil),
    "AddPassword.newPassword": .sized(8...1024, pattern: nil),
    "ResetPassword.token": .sized(0...128, pattern: nil),
    "ResetPassword.newPassword": .sized(8...1024, pattern: nil),
    "SignInCodeMade.code": .sized(10...10, pattern: "^[0-9A-HJKMNP-TV-Z]+$"),
    "UseSignInCode.code": .sized(0...64, pattern: nil),
    "BeginProviderSignIn.returnPath": .sized(1...1024, pattern: "^/"),
    "SessionList.sessions": .shortList(.named("SessionEntry"), maximum: 100),
    "CreateDocument.title": .sized(1...1024, pattern: nil),
    "ChangeDocument.title": .sized(1...1024, pattern: nil),
    "ChangeDocument.location": .sized(1...1024, pattern: "^/"),
    "ShareOptions.appSelection": .sized(0...4096, pattern: nil),
    "PutPresence.leaseSeconds": .within(5...120, default: 30),
    "UpdateIdentities.add": .shortList(.named("UpdateIdentitiesAdded"), maximum: 1024),
    "UpdateIdentities.remove": .shortList(.bytes(count: RootHash.byteCount), maximum: 1024),
    "UpdateIdentities.replace": .shortList(.named("UpdateIdentitiesReplacement"), maximum: 1024),
    "UpdateIdentitiesAdded.depth": .constant("5"),
    "IdentitiesUpdatedCut.accountLabels": .shortList(
      .label(maximumBytes: 255), maximum: IdentitiesUpdated.Cut.mostLabels),
    "ChallengeIssued.challenge": .bytes(count: 68),
    "ChallengeIssued.expiresIn": .within(1...300, default: nil),
    "NoticeAttested.signature": .bytes(count: 64),
    "PutNoticeAddress.endpoint": .sized(1...512, pattern: "^https?://"),
    "Knock.note": .sized(0...512, pattern: nil),
    "MakeAppPassword.name": .sized(1...128, pattern: nil),
    "AppPasswordList.passwords": .shortList(.named("AppPasswordEntry"), maximum: 50),
    "DriveVersions.versions": .shortList(.named("DriveVersionEntry"), maximum: 20),
    "DriveShareList.shares": .shortList(.named("DriveShareState"), maximum: 200),
    "KnockReceived.received": .constant("true"),
    "documentID": .bytes(count: 16), "knockID": .bytes(count: 16),
  ]

  /// The form of protocol 8.4, which no wire type decodes: its bytes are verified as they came.
  private static let signedProof: JSONShape = .object([
    .init("v", .constant("1")),
    .init("profile", .within(1...2, default: nil)),
    .init("publicKey", .bytes(count: nil)),
    .init("publicKeyIndex", .integer),
    .init("inclusionHashes", .list(.bytes(count: nil))),
    .init("challenge", .bytes(count: nil)),
    .init("signature", .bytes(count: nil)),
    .init("signatureFormat", .choice(["der", "p1363"]), isRequired: false),
  ])

  private static let notes: [String: String] = [
    "PasswordChanged":
      "`device` takes the place of the earlier one, which ends with the old password.",
    "SessionEntry": """
    `device` in a few words what the client said of itself when it signed in; `lastUsedAt` to within \
    ten minutes.
    """,
    "SessionList": """
    `codeExpiresAt`: until when the account's sign-in code is good; without it there is none, or it was \
    used.
    """,
    "UseSignInCode": """
    `code` as a person types it: case is ignored, spaces and hyphens are dropped, I and L are read as \
    1, O as 0.
    """,
    "AppAccount": """
    `isLinked`: the account can be entered through the OpenID Provider; `isEnteredByProof`: by \
    proving the identity that made it. `signInName`: what its person signs in with, where that is not \
    `account`; nobody else is told.
    """,
    "CreateSession": "`account`: its label, or its person's sign-in name.",
    "AddPassword": "`signInName` is nobody's account and nobody's sign-in name (`account_taken`).",
    "Enter": "`proof`: the bytes of a `SignedIdentityProof`, of profile 1.",
    "BeginProviderSignIn": "`returnPath` is a path of this origin; the first page without it.",
    "AppSession":
      "`device`: to be kept for the next sign-in here, whatever becomes of the session.",
    "Document": """
    `collaborationID` and `options` once it is shared; `ownerDisplayName` and `updatedAt` (its newest \
    edit, comment or title, or its making) in lists, where its owner reads in `knocks` how many ask for access.
    """,
    "ShareOptions":
      "What the sharer selected; `appSelection` is the app's own, at most 4 KiB, kept unread.",
    "AppendUpdate":
      "`data` at most 1 MiB; `mentions`: at most 32 roots; `firstLines`: at most 280 bytes and three lines, with an edit.",
    "PutSnapshot": "`data` at most 8 MiB.",
    "PutPresence": "`state` at most 4 KiB.",
    "DocumentEvent": "The members that belong to its kind are present.",
    "PresencePresent": "One window or program of one account.",
    "CollaborationPrepared": "`created`: this request made it.",
    "UpdateIdentities": "At most 1024 entries; a root is named once.",
    "IdentitiesUpdatedCut": """
    Live sessions ended; from the commit to the last stream's end. `accountLabels`: which of the `accounts` \
    lost access, the first 256; absent where sharing has ended, for everybody.
    """,
    "Participant": "`account` once somebody proved.",
    "ChallengeIssued": "`data` is the same for the client framework.",
    "SignedIdentityProof":
      "Profile 2, where it is on, also has `signatureFormat`. At most 8 KiB (protocol 8.4).",
  ]

  private static let examples: [String: String] = [
    "accountLabels": #"["ben@docs.example"]"#,
    "account": #""ann@docs.example""#, "owner": #""ann@docs.example""#,
    "displayName": #""Ann""#, "ownerDisplayName": #""Ann""#, "title": #""Pancakes""#,
    "location": #""/breakfast""#, "password": #""correct horse battery""#,
    "oldPassword": #""correct horse battery""#, "newPassword": #""battery staple correct""#,
    "returnPath": #""/d/QAAAAAAAAAAAAAAAAAAAAA""#,
    "address": #""https://id.example/authorize?client_id=grove""#,
    "link": #""https://docs.example/d/QAAAAAAAAAAAAAAAAAAAAA""#,
    "code": #""7QK4M9XW2T""#, "audience": #""https://docs.example""#, "appSelection": #""{}""#,
    "note": #""It is me, Ben.""#,
    "endpoint": #""https://msg.example/relay/v1/push/QAAAAAAAAAAAAAAAAAAAAA""#,
    "p256dh": """
    "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"
    """,
    "pushKey": """
    "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"
    """,
    "profile": "1", "keyID": #""notice-1""#,
    "publicKey": """
    "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"
    """,
  ]
}
