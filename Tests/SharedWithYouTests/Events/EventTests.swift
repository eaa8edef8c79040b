import Foundation
import GroveIdentity
import GroveMessage
import GroveSystem
import SharedWithYou
import SharedWithYouCore
import Synchronization
import Testing

struct EventTests {
  private let system: MemorySystem
  private let center: SWHighlightCenter
  private let highlight: SWCollaborationHighlight

  init() throws {
    system = try MemorySystem()
    system.put([try .sample("a")])
    center = SWHighlightCenter(app: try system.app())
    highlight = try center.collaborationHighlight(forIdentifier: "a")
  }

  private var everyEvent: [(any SWHighlightEvent, NoticeKind)] {
    let change = SWHighlightChangeEventTrigger.allCases.map {
      SWHighlightChangeEvent(highlight: highlight, trigger: $0) as any SWHighlightEvent
    }
    let membership = SWHighlightMembershipEventTrigger.allCases.map {
      SWHighlightMembershipEvent(highlight: highlight, trigger: $0) as any SWHighlightEvent
    }
    let persistence = SWHighlightPersistenceEventTrigger.allCases.map {
      SWHighlightPersistenceEvent(highlight: highlight, trigger: $0) as any SWHighlightEvent
    }
    return Array(
      zip(
        change + membership + persistence,
        [
          .edit, .comment, .addedCollaborator, .removedCollaborator, .created, .deleted, .renamed,
          .moved,
        ]))
  }

  @Test func `triggers have the platform's values`() {
    #expect(SWHighlightChangeEventTrigger.allCases.map(\.rawValue) == [1, 2])
    #expect(SWHighlightMembershipEventTrigger.allCases.map(\.rawValue) == [1, 2])
    #expect(SWHighlightPersistenceEventTrigger.allCases.map(\.rawValue) == [1, 2, 3, 4])
    #expect(SWHighlightPersistenceEventTrigger.renamed.rawValue == 3)
  }

  @Test func `every event becomes the notice of its kind and trigger`() async throws {
    #expect(everyEvent.count == 8)
    var notices = system.notices.makeAsyncIterator()
    for (event, kind) in everyEvent {
      #expect(event.highlightURL == highlight.url)
      #expect(try await center.post(event) == 2)
      let notice = try #require(await notices.next())
      #expect(notice.kind == kind && notice.mentionedRoot == nil && notice.attestation == nil)
      #expect(notice.at > 1_700_000_000_000)
    }
  }

  @Test func `posting a notice needs no answer`() async throws {
    var notices = system.notices.makeAsyncIterator()
    center.postNotice(for: SWHighlightChangeEvent(highlight: highlight, trigger: .edit))
    #expect(await notices.next()?.kind == .edit)
    system.refuse(.noCollaboration)
    center.postNotice(for: SWHighlightChangeEvent(highlight: highlight, trigger: .comment))
    #expect(await notices.next()?.kind == .comment)
  }

  @Test func `what is posted first is told first`() async throws {
    var notices = system.notices.makeAsyncIterator()
    system.slowKinds.withLock { $0 = [.edit, .created] }
    let posted = (0..<24).map { everyEvent[$0 % everyEvent.count] }
    for (event, _) in posted { center.postNotice(for: event) }
    for (_, kind) in posted { #expect(await notices.next()?.kind == kind) }
  }

  @Test func `a mention carries the root of the mentioned person`() async throws {
    var notices = system.notices.makeAsyncIterator()
    let root = RootHash(unchecked: [UInt8](repeating: 5, count: 32))
    let event = SWHighlightMentionEvent(
      highlight: highlight,
      mentionedPersonIdentity: SWPerson.Identity(rootHash: Data(root.bytes)))
    #expect(event.mentionedPersonHandle.isEmpty)
    try await center.post(event)
    let notice = try #require(await notices.next())
    #expect(notice.kind == .mention && notice.mentionedRoot == root)
  }

  @Test func `a mention of nobody is refused before anything is sent`() async throws {
    let nobody = SWHighlightMentionEvent(
      highlight: highlight, mentionedPersonIdentity: SWPerson.Identity(rootHash: Data([1])))
    #expect(await reason { try await center.post(nobody) } == "malformed")
    let record = SWHighlightMentionEvent(
      highlight: highlight, mentionedPersonCloudKitShareHandle: "charlie")
    #expect(record.mentionedPersonHandle == "charlie")
    #expect(await reason { try await center.post(record) } == "no_record_share")
    center.postNotice(for: nobody)
    center.postNotice(for: record)
  }

  @Test(arguments: [
    NoticePostRefusal.noCollaboration, .unknownRoot, .mentionsSelf, .attestationRequired,
    .unreachable,
  ])
  func `a refused notice is access denied, with its reason`(refusal: NoticePostRefusal)
    async throws
  {
    system.refuse(refusal)
    let event = SWHighlightChangeEvent(highlight: highlight, trigger: .edit)
    #expect(await reason { try await center.post(event) } == refusal.rawValue)
  }

  @Test func `a server vouches for exactly the notice that is posted`() async throws {
    var notices = system.notices.makeAsyncIterator()
    let root = RootHash(unchecked: [UInt8](repeating: 5, count: 32))
    let attestation = NoticeAttestation(
      keyID: "k1", root: root, signature: Base64URLBytes([UInt8](repeating: 6, count: 64)))
    let event = SWHighlightPersistenceEvent(highlight: highlight, trigger: .deleted)
    let (asked, ask) = AsyncStream.makeStream(of: GroveNotice.self)
    try await center.post(event) { notice in
      ask.yield(notice)
      return try StrictJSON.encode(attestation)
    }
    var requests = asked.makeAsyncIterator()
    let request = try #require(await requests.next())
    let notice = try #require(await notices.next())
    #expect(notice.attestation == attestation)
    #expect(request.noticeID == notice.noticeID && request.at == notice.at)
    #expect(request.event == 4 && request.trigger == 2)
    #expect(request.collaborationIdentifier == "a")
    #expect(
      String(decoding: try request.json(), as: UTF8.self).contains("\"at\":\"\(notice.at)\""))
  }

  @Test func `an attestation that is none posts nothing`() async throws {
    let event = SWHighlightPersistenceEvent(highlight: highlight, trigger: .deleted)
    let reason = await reason { try await center.post(event) { _ in [1, 2] } }
    #expect(reason == "attestation_required")
  }

  @Test func `an event of a highlight out of an archive leads to its collaboration`()
    async throws
  {
    var notices = system.notices.makeAsyncIterator()
    let event = SWHighlightChangeEvent(highlight: try archived(highlight), trigger: .edit)
    try await center.post(try archived(event))
    #expect(await notices.next()?.kind == .edit)
  }

  @Test func `events survive archives and equal their copies`() throws {
    let change = SWHighlightChangeEvent(highlight: highlight, trigger: .comment)
    #expect(try archived(change) == change)
    #expect(try archived(change).changeEventTrigger == .comment)
    let membership = SWHighlightMembershipEvent(
      highlight: highlight, trigger: .removedCollaborator)
    #expect(try archived(membership) == membership)
    #expect(membership.membershipEventTrigger == .removedCollaborator)
    let persistence = SWHighlightPersistenceEvent(highlight: highlight, trigger: .moved)
    #expect(try archived(persistence) == persistence)
    #expect(persistence.persistenceEventTrigger == .moved)
    let mention = SWHighlightMentionEvent(
      highlight: highlight,
      mentionedPersonIdentity: SWPerson.Identity(rootHash: Data(repeating: 1, count: 32)))
    #expect(try archived(mention) == mention)
    #expect(mention.copy() as? SWHighlightMentionEvent == mention)
    #expect(change != SWHighlightChangeEvent(highlight: highlight, trigger: .edit))
  }

  @Test func `notices are cleared here and taken back everywhere`() async throws {
    center.clearNotices(for: highlight)
    for _ in 0..<1000 where system.cleared.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
    #expect(system.cleared == ["a"])
    try await center.retractNotices(for: highlight)
    #expect(system.retracted == ["a"])
    system.break()
    #expect(
      await reason { try await center.retractNotices(for: highlight) } == "store_unavailable")
  }

  private func reason(_ work: () async throws -> some Any) async -> String? {
    do {
      _ = try await work()
      return nil
    } catch {
      return (error as NSError).groveReason
    }
  }
}
