import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import Messenger

/// Who is asked about an app account while one command of this process opens a link: the messenger
/// asks in the task that asked it for a proof.
///
/// A value around the closure, not the closure itself: Swift 6.3.1 optimises a task-local closure into
/// a look-up of its type that the runtime cannot read, and the process ends (decision 0021).
struct AccountQuestion: Sendable {
  @TaskLocal static var current: AccountQuestion?

  let ask: ConfirmAccount
}

/// Between messenger and app: sharing, opening, telling (design 3).
extension DeviceSession {
  /// The messenger with the app registered at it, so that actions for its origin are answered.
  func connected() async throws -> (Messenger, SampleApp) {
    let messenger = try await messenger()
    let app = try await app()
    // An app that has registered at the agent answers for its origin; this one only where none has.
    if await hosted?.isServed(app.origin) != true { await messenger.register(app) }
    let account = app.account
    if !isHosted {
      await messenger.setAccountConfirmation { question in
        if let current = AccountQuestion.current { return await current.ask(question) }
        return question.account == account
      }
    }
    return (messenger, app)
  }

  /// Opens a link: challenge, this device's signed proof, access (design 3, step 8).
  ///
  /// A root that the server does not know any more is named as refused, and the next newest
  /// invitation is tried with a fresh challenge. A challenge that has gone stale meanwhile, or that
  /// the server does not know any more, is asked for again.
  /// - Parameter confirm: asked before the device signs for the account that this device is signed
  ///   in to; it signs for no other (protocol 8.3).
  /// - Throws: `DeviceRefusal` where no proof is made; `ClientError` where the server refuses.
  func open(_ collaborationID: CollaborationID, confirm: ConfirmAccount? = nil) async throws
    -> AccessGranted
  {
    let (messenger, app) = try await connected()
    let account = app.account
    let question = AccountQuestion { question in
      guard question.account == account else { return false }
      return await confirm?(question) ?? true
    }
    return try await AccountQuestion.$current.withValue(question) {
      try await open(collaborationID, with: messenger, app)
    }
  }

  private func open(
    _ collaborationID: CollaborationID, with messenger: Messenger, _ app: SampleApp
  ) async throws -> AccessGranted {
    var refused: Set<RootHash> = []
    var refusal: ClientError?
    var repeats = 0
    while true {
      let challenge = try await app.client.challenge(for: collaborationID)
      let answer = try await messenger.signedIdentityProof(
        for: collaborationID, using: challenge.data.bytes, of: app.origin, refused: refused)
      switch answer {
      case .failure(let reason): throw refusal ?? DeviceRefusal(reason.rawValue)
      case .success(let proof):
        do {
          let granted = try await app.client.prove(proof.json(), for: collaborationID)
          await hand(collaborationID, of: messenger, to: app)
          return granted
        } catch let error as ClientError where error.problemCode == .notVerified {
          refused.insert(proof.root)
          refusal = error
        } catch let error as ClientError where Self.hadItsTime(error) && repeats < Self.mostRepeats
        {
          repeats += 1
        }
      }
    }
  }

  /// From now on the app's server tells this device by itself (protocol 12.8), first that its person has the document
  /// before them. Access does not depend on it: where it fails, it is done with the next opening.
  private func hand(
    _ collaborationID: CollaborationID, of messenger: Messenger, to app: SampleApp
  ) async {
    guard let pushKey = try? await app.client.pushKey(),
      let address = try? await messenger.noticeAddress(
        for: collaborationID, of: app.origin, pushKey: pushKey)
    else { return }
    try? await app.client.putNoticeAddress(
      PutNoticeAddress(
        endpoint: address.endpoint, p256dh: address.p256dh, auth: address.auth),
      in: collaborationID)
    try? await app.client.opened(collaborationID)
  }

  /// Challenges asked for anew in one opening.
  private static let mostRepeats = 3

  private static func hadItsTime(_ error: ClientError) -> Bool {
    let codes: [ProblemCode] = [
      .challengeInvalid, .challengeExpired, .challengeStale, .challengeUsed,
    ]
    return error.problemCode.map(codes.contains) ?? false
  }

  /// What a person wants to share, and how.
  struct Share: Sendable {
    var documentID: String
    var title: String
    var conversation: ConversationID
    var text = ""
    var isReadOnly = false
    var allowsComments = true
    var allowsMentions = true
  }

  /// Stages a draft and sends it (design 3, steps 1 to 6).
  /// - Returns: what was shared; nil while the relay is away and the draft waits.
  /// - Throws: `DeviceRefusal` `share_cancelled` with the reason; the draft is back then.
  func share(_ share: Share) async throws -> CollaborationHighlight? {
    let (messenger, app) = try await connected()
    var metadata = CollaborationMetadata(
      localIdentifier: share.documentID, title: share.title,
      initiatorHandle: app.account.text, initiatorName: app.displayName)
    metadata.defaultShareOptions = try SampleOptions.offered(
      readOnly: share.isReadOnly, comments: share.allowsComments, mentions: share.allowsMentions)
    // Without them it is shared all the same.
    let text = (try? await app.firstLines(of: share.documentID)) ?? nil
    metadata.show(appName: app.name, text: text)
    guard
      var sheet = try await messenger.shareSheet(
        for: SharedContent(metadata: metadata), from: app)
    else { throw DeviceRefusal("nothing_to_share") }
    try await messenger.choose(share.conversation, in: &sheet)
    sheet.text = share.text
    let draft = try await messenger.stage(sheet)
    switch try await messenger.send(draft.draftID) {
    case .sent:
      let shared = try await messenger.highlights(for: app.origin)
        .first { $0.title == share.title }
      // The sharer's own identity is bound like any other, so that the others can mention them.
      if let shared { _ = try? await open(shared.collaborationID) }
      return shared
    case .waiting: return nil
    case .failed(let failure):
      let back = try await messenger.drafts().first { $0.draft.draftID == draft.draftID }
      throw DeviceRefusal(
        "share_cancelled",
        values: [
          "reason": failure.sentence, "draft": back?.draft.metadata?.title ?? "",
          "collaboration": await app.lastPrepared?.text ?? "",
        ])
    }
  }

  /// Tells the others what happened, vouched for by the app's server where it can be
  /// (protocol 12.4, level B).
  /// - Parameter title: what a renamed document is called now.
  func post(_ kind: NoticeKind, in collaborationID: CollaborationID, calling title: String? = nil)
    async throws
  {
    let (messenger, app) = try await connected()
    let draft = messenger.noticeDraft(kind, calling: title)
    let attested = try? await app.client.attestNotice(
      AttestNotice(
        noticeID: draft.noticeID, event: Int(kind.event), trigger: Int(kind.trigger),
        at: DecimalUInt64(draft.at)),
      in: collaborationID)
    let attestation = attested.map {
      NoticeAttestation(keyID: $0.keyID, root: $0.root, signature: $0.signature)
    }
    let notice = NoticePost(
      noticeID: draft.noticeID, kind: kind, title: title, at: draft.at, attestation: attestation)
    try Self.check(
      try await messenger.postNotice(notice, for: collaborationID, of: app.origin))
  }

  /// Tells one person, and only that person, that they were mentioned.
  func mention(_ root: RootHash, in collaborationID: CollaborationID) async throws {
    let (messenger, app) = try await connected()
    let notice = messenger.noticeDraft(.mention, mentioning: root)
    try Self.check(
      try await messenger.postNotice(notice, for: collaborationID, of: app.origin))
  }

  private static func check(_ result: Result<[AccountID], NoticePostRefusal>) throws {
    if case .failure(let refusal) = result { throw DeviceRefusal(refusal.rawValue) }
  }
}
