import CloudKit
import Foundation
import GroveIdentity
import GroveSystem
import Messenger
import SharedWithYou
import SharingUI
import Synchronization
import Testing

/// Records shared through conversations, between real messengers and servers: the system answers, the apps have no code
/// for it.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct RecordSharingTests {
  @Test
  func `a record is shared into a conversation, opened there, and gone for whom is removed`()
    async throws
  {
    try await RecordStage.running { stage in
      let (ann, ben) = (stage.ann, stage.ben)
      let told = ObservedSharing(ann.container)
      let note = try await ann.note("Bread")
      let (result, sheet) = await stage.press(note)
      #expect(result == .sent)
      #expect(sheet?.header.title == "Baking")
      let shareID = try #require(try await note.shareID)
      #expect(await told.next() == .saved(shareID))

      #expect(try await ben.shared().isEmpty)
      let link = try await ben.link()
      let before = try await ben.container.shareMetadata(for: link)
      #expect(before.participantStatus == .pending)
      #expect(before.share[CKShare.SystemFieldKey.title] == "Baking")
      let share = try await ben.open(link)
      #expect(share.currentUserParticipant?.permission == .readWrite)
      #expect(share[CKShare.SystemFieldKey.title] == "Bread")
      var found = try await ben.shared()
      #expect(found["Bread"]?["title"] == "Bread" && found["Bread-page"] != nil)
      let page = try #require(found["Bread-page"])
      page["text"] = "Flour, butter, patience, cinnamon."
      try await ben.container.sharedCloudDatabase.save(page)
      let after = try await ben.container.shareMetadata(for: link)
      #expect(after.participantStatus == .accepted && after.participantRole == .privateUser)
      #expect(after.hierarchicalRootRecordID?.recordName == "Bread")
      #expect(after.ownerIdentity.nameComponents?.nickname == "Ann")

      try await stage.remove("ben")
      #expect(try await ben.shared().isEmpty)
      found = try await ann.container.privateCloudDatabase.records(for: [page.recordID.own])
        .reduce(into: [:]) { $0[$1.key.recordName] = try? $1.value.get() }
      #expect(found["Bread-page"]?["text"] == "Flour, butter, patience, cinnamon.")
      let refusal = await RecordPerson.code { try await ben.open(link) }
      #expect(refusal != nil)
    }
  }

  @Test
  func `a saved share offers what the app allows, and the server holds people to it`()
    async throws
  {
    try await RecordStage.running { stage in
      let note = try await stage.ann.note("Bread")
      let share = try await note.share()
      let allowed = CKAllowedSharingOptions(
        allowedParticipantPermissionOptions: .readOnly,
        allowedParticipantAccessOptions: .specifiedRecipientsOnly)
      let (result, sheet) = await stage.pick(share, allowed)
      #expect(result == .sent)
      #expect(
        sheet?.options?.groups.map { $0.options.map(\.title) }
          == [["Only people you invite"], ["View only"]])
      #expect(sheet?.header.title == "Bread")
      let link = try await stage.ben.link()
      #expect(link == share.url)
      let opened = try await stage.ben.open(link)
      #expect(opened.currentUserParticipant?.permission == .readOnly)
      let record = try #require(try await stage.ben.shared()["Bread"])
      record["title"] = "Cake"
      let refusal = await RecordPerson.code {
        try await stage.ben.container.sharedCloudDatabase.save(record)
      }
      #expect(refusal == .permissionFailure)
      // Somebody who was not invited comes in by nothing.
      let cleo = try await RecordPerson("cleo", in: stage.world)
      let stranger = await RecordPerson.code { try await cleo.open(link) }
      #expect(stranger == .unknownItem)
    }
  }

  @Test
  func `shares are looked up and accepted in batches, as Apple's samples do with operations`()
    async throws
  {
    try await RecordStage.running { stage in
      let note = try await stage.ann.note("Bread")
      #expect(await stage.press(note).result == .sent)
      let (container, link) = (stage.ben.container, try await stage.ben.link())
      let strange = try #require(URL(string: "https://other.example/d/nothing"))
      let found = try await container.shareMetadatas(for: [link, strange])
      #expect(await RecordPerson.code { _ = try found[strange]?.get() } == .invalidArguments)
      let metadata = try #require(try found[link]?.get())
      let told = Mutex<[String]>([])
      await withCheckedContinuation { done in
        let operation = CKAcceptSharesOperation(shareMetadatas: [metadata])
        operation.perShareResultBlock = { asked, result in
          let owner = (try? result.get())?.owner.userIdentity.nameComponents?.nickname
          told.withLock { $0.append("\(asked === metadata) \(owner ?? "nobody")") }
        }
        operation.acceptSharesResultBlock = { result in
          told.withLock { $0.append((try? result.get()) == nil ? "failed" : "done") }
          done.resume()
        }
        container.add(operation)
      }
      #expect(told.withLock(\.self) == ["true Ann", "done"])
      // Whoever is in already comes in by that again.
      let again = try await container.accept([metadata])
      #expect(try again[metadata]?.get().owner.role == .owner)
      #expect(try await stage.ben.shared()["Bread"] != nil)
    }
  }

  @Test
  func `with the standard options the person may let in whoever has the link`() async throws {
    try await RecordStage.running { stage in
      let note = try await stage.ann.note("Bread")
      let (result, sheet) = await stage.press(
        note, selecting: ["Anyone with the link", "View only"])
      #expect(result == .sent)
      #expect(
        sheet?.options?.groups.map { $0.options.map(\.title) } == [
          ["Only people you invite", "Anyone with the link"], ["Can make changes", "View only"],
        ])
      #expect(sheet?.summary == "Only people you invite can make changes.")
      let link = try await stage.ben.link()
      let cleo = try await RecordPerson("cleo", in: stage.world)
      #expect(try await cleo.open(link).publicPermission == .readOnly)
      #expect(try await cleo.shared()["Bread"] != nil)
    }
  }

  @Test
  func `whoever joins the conversation comes in once the owner has agreed`()
    async throws
  {
    try await RecordStage.running { stage in
      let note = try await stage.ann.note("Bread")
      #expect(await stage.press(note).result == .sent)
      let cleo = try await RecordPerson("cleo", in: stage.world)
      try await stage.ann.messenger.addMembers(["cleo"], to: stage.conversation)
      try await stage.ann.messenger.sync()
      let offer = try #require(try await stage.ann.messenger.membershipOffers().first)
      #expect(offer.documents.map(\.title) == ["Baking"])
      #expect(try await Array(stage.ann.messenger.apply(offer).values) == [.sent])
      try await cleo.open(try await cleo.link())
      #expect(try await cleo.shared()["Bread"] != nil)
    }
  }

  @Test
  func `a handler that fails, and a share that was deleted meanwhile, send nothing and say why`()
    async throws
  {
    try await RecordStage.running { stage in
      let told = ObservedSharing(stage.ann.container)
      let failing = FailingNote(container: stage.ann.container)
      guard case .failed(let reason, _) = await stage.press(failing).result else {
        Issue.record("a share was sent that nobody made")
        return
      }
      #expect(
        reason == "The app could not start the share: it could not prepare what is to be shared.")
      let share = try await stage.ann.note("Bread").share()
      try await stage.ann.container.privateCloudDatabase.deleteRecord(withID: share.recordID)
      guard case .failed = await stage.pick(share, .standard).result else {
        Issue.record("a share was sent that is no more")
        return
      }
      #expect(await told.next() == .notSaved(share.recordID, .unknownItem))
      try await stage.ben.messenger.sync()
      #expect(try await stage.ben.messenger.highlights().isEmpty)
    }
  }
}

/// Ann and Ben, and a conversation of theirs.
struct RecordStage: Sendable {
  let world: SharingWorld
  let ann, ben: RecordPerson
  let conversation: ConversationID

  static func running(_ body: @Sendable (RecordStage) async throws -> Void) async throws {
    try await SharingWorld.running(container: RecordPerson.container) { world in
      let ann = try await RecordPerson("ann", in: world)
      let ben = try await RecordPerson("ben", in: world)
      let conversation = try await ann.messenger.createConversation(members: ["ben"])
      try await body(RecordStage(world: world, ann: ann, ben: ben, conversation: conversation))
    }
  }

  /// Ann presses the share link of a note, and chooses options by their titles.
  @MainActor
  func press<Item: Transferable & Sendable>(_ note: Item, selecting: [String] = []) async -> (
    result: ShareResult, sheet: ShareSheet?
  ) {
    let presenter = SendingPresenter(conversation, selecting: selecting)
    GroveSharing.presenter = presenter
    let result = await ShareLink(item: note, preview: SharePreview("Baking")).share(from: ann.app)
    return (result, await Self.first(presenter.shown))
  }

  /// Ann chooses a saved share in a sharing picker.
  @MainActor
  func pick(_ share: CKShare, _ allowed: CKAllowedSharingOptions) async -> (
    result: ShareResult, sheet: ShareSheet?
  ) {
    let presenter = SendingPresenter(conversation)
    GroveSharing.presenter = presenter
    let provider = NSItemProvider()
    provider.registerCKShare(share, container: ann.container, allowedSharingOptions: allowed)
    let picker = NSSharingServicePicker(items: [provider])
    picker.groveApp = ann.app
    let result = await picker.presented()
    return (result, await Self.first(presenter.shown))
  }

  private nonisolated static func first(_ sheets: AsyncStream<ShareSheet>) async -> ShareSheet? {
    await sheets.first { _ in true }
  }

  /// Ann takes somebody out of the conversation, and agrees to what that means.
  func remove(_ handle: String) async throws {
    try await ann.messenger.removeMembers([.handle(handle)], from: conversation)
    try await ann.messenger.sync()
    let offer = try #require(try await ann.messenger.membershipOffers().first)
    #expect(try await Array(ann.messenger.apply(offer).values) == [.sent])
  }
}

struct NotMade: Error {}

/// A model whose share cannot be made.
struct FailingNote: Transferable, Sendable {
  let container: CKContainer

  static var transferRepresentation: some TransferRepresentation {
    CKShareTransferRepresentation { note in
      .prepareShare(container: note.container) { throw NotMade() }
    }
  }
}

extension CKRecord.ID {
  /// The same record as its owner names it.
  fileprivate var own: CKRecord.ID {
    CKRecord.ID(recordName: recordName, zoneID: CKRecordZone.ID(zoneName: zoneID.zoneName))
  }
}
