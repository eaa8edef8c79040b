import CollaborationServer
import GroveIdentity
import GroveServing
import GroveWire
import RelayServer

extension FuzzDecoder {
  /// The first byte chooses the body.
  func takeBody(_ input: [UInt8]) {
    guard self != .plainJSON else { return takePlainJSON(input) }
    guard let choice = input.first else { return }
    let bodies =
      switch self {
      case .relayBodies: Self.relay
      case .recordBodies: Self.records
      default: Self.collaboration
      }
    bodies[Int(choice) % bodies.count](Array(input.dropFirst()))
  }

  /// The quick readers say nothing, or what the general one says.
  private func takePlainJSON(_ input: [UInt8]) {
    compare(UploadEnvelopes(plainJSON: input), input)
    compare(AppendUpdate(plainJSON: input), input)
  }

  private func compare<Body: Codable & Equatable & PlainJSONDecodable>(
    _ body: Body?, _ input: [UInt8]
  ) {
    guard let body else { return }
    let general = try? StrictJSON.decode(Body.self, from: input)
    require(body == general, "the quick reader and the general one agree")
    require((try? BodyReader<Body>.choose()?.read(input)) == general, "a route reads the same")
  }

  private static func body<Body: Codable & SendableMetatype>(_ type: Body.Type)
    -> @Sendable ([UInt8]) -> Void
  {
    { input in
      guard let body = try? StrictJSON.decode(type, from: input) else { return }
      guard let written = try? StrictJSON.encode(body) else { return }
      guard let again = try? StrictJSON.decode(type, from: written) else {
        return require(false, "a body reads back")
      }
      require((try? StrictJSON.encode(again)) == written, "a body is written the same twice")
    }
  }

  // What a client reads may come from a server that is not its friend: both ends' bodies are here.
  private static let relay: [@Sendable ([UInt8]) -> Void] = [
    body(SignUp.self), body(MakeNoticeAddress.self), body(SignInChallengeRequest.self),
    body(SignIn.self),
    body(PublishStatement.self), body(PublishKEMKey.self), body(CreateConversation.self),
    body(ChangeConversation.self), body(UploadEnvelopes.self), body(AcknowledgeMailbox.self),
    body(RendezvousMessage.self), body(RendezvousMessages.self), body(MailboxPage.self),
    body(RelayAccount.self), body(ConversationList.self), body(SignInChallenge.self),
    body(AttachmentStored.self), body(HandleLookup.self), body(RelayToken.self),
    body(Admission.self), body(ChangeAdmission.self), body(OwnDevices.self),
    body(EnvelopesAccepted.self),
    body(Problem.self), body(MailboxEvent.self), body(Conversation.self),
    body(ConversationChange.self), body(AccountChange.self), body(StatementPublished.self),
    body(NoticeAddressMade.self), body(NoticeAddressList.self), body(WebPushOffer.self),
    body(SetWebPush.self),
  ]

  private static let collaboration: [@Sendable ([UInt8]) -> Void] = [
    body(CreateAppAccount.self), body(CreateSession.self), body(ResetPassword.self),
    body(CreateDocument.self),
    body(ChangeDocument.self), body(PrepareCollaboration.self), body(ChangeShareOptions.self),
    body(UpdateIdentities.self), body(AppendUpdate.self), body(PutSnapshot.self),
    body(PutPresence.self), body(KnockRequest.self), body(AnswerKnock.self),
    body(AttestNotice.self), body(ChallengeIssued.self), body(AccessGranted.self),
    body(CollaborationPrepared.self), body(IdentitiesUpdated.self), body(CollaborationKeys.self),
    body(DocumentEventPage.self), body(ParticipantList.self), body(NoticeAttested.self),
    body(ChangePassword.self), body(PasswordChanged.self), body(SessionList.self),
    body(AppAccount.self), body(AppSession.self), body(Document.self), body(DocumentList.self),
    body(DocumentEvent.self), body(Collaboration.self), body(CollaborationEnded.self),
    body(Presence.self), body(StreamEnded.self), body(Snapshot.self), body(KnockList.self),
    body(PutNoticeAddress.self), body(EntryChallenge.self), body(Enter.self), body(Entered.self),
    body(AddPassword.self),
  ]

  private static let records: [@Sendable ([UInt8]) -> Void] = [
    body(ModifyRecords.self), body(LookUpRecords.self), body(QueryRecords.self),
    body(LookUpZoneChanges.self), body(LookUpDatabaseChanges.self), body(ModifyRecordZones.self),
    body(LookUpRecordZones.self), body(AnnounceAsset.self), body(AssetUpload.self),
    body(RecordsModified.self), body(RecordsFound.self), body(RecordsQueried.self),
    body(ZoneChanges.self), body(DatabaseChanges.self), body(RecordZoneResults.self),
    body(FoundRecordShare.self), body(RecordStreamEvent.self), body(RecordUserIdentity.self),
  ]
}
