import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting
import Testing

@testable import MessengerDomain

/// A procedure and everything it ever asked for.
struct Transcript {
  var procedure: ShareProcedure
  var last: [ShareDirective] = []

  mutating func tell(_ events: ShareEvent...) {
    for event in events { last = procedure.handle(event) }
  }

  var compensations: [ShareCompensation] {
    guard case .compensating(_, let owed) = procedure.phase else { return [] }
    return owed
  }
}

struct ShareProcedureTests {
  static let origin = TestPeople.docs
  static let started = ShareProcedure.Started(
    link: "https://docs.example/d/1", collaborationID: TestPeople.collaboration, epoch: 40)

  static func account(_ number: Int) -> AccountID {
    AccountID(
      unchecked: [UInt8](repeating: 0, count: 30) + [UInt8(number >> 8), UInt8(number & 255)])
  }

  static func statement(_ seq: UInt64) -> StatementReference {
    StatementReference(seq: seq, hash: StatementHash(unchecked: [UInt8](repeating: 7, count: 32)))
  }

  static func found(_ accounts: [AccountID], devices: Int = 1, seq: UInt64 = 3) -> ShareEvent {
    .resolved(accounts.map { .found($0, statement(seq), devices: devices) })
  }

  static func root(_ account: AccountID, _ issue: UInt8 = 0) -> RootHash {
    RootHash(unchecked: Array(account.bytes.dropFirst()) + [issue])
  }

  static func issue(_ accounts: [AccountID], _ issue: UInt8 = 0, seq: UInt64 = 3)
    -> [ShareProcedure.IssuedRoot]
  {
    accounts.map { .init(account: $0, root: root($0, issue), statement: statement(seq)) }
  }

  static let people = (0..<3).map(account)
  static let roots = people.map { root($0) }

  static func share(_ people: [AccountID] = people) -> Transcript {
    Transcript(
      procedure: ShareProcedure(
        procedureID: RequestID(unchecked: [UInt8](repeating: 9, count: 16)), purpose: .share,
        origin: origin, participants: people))
  }

  /// A share as far as the given step, everything going well.
  static func share(upTo step: Step, _ people: [AccountID] = people) -> Transcript {
    var transcript = share(people)
    let events: [(Step, ShareEvent)] = [
      (.resolving, .begin), (.starting, found(people)), (.issuing, .started(started)),
      (.updating, .issued(issue(people))), (.uploading, .updated(epoch: 41)), (.sent, .uploaded),
    ]
    for (reached, event) in events where reached.rawValue <= step.rawValue {
      transcript.tell(event)
    }
    return transcript
  }

  enum Step: Int, CaseIterable {
    case staged, resolving, starting, issuing, updating, uploading, sent
  }

  @Test func `a share that goes well asks for each step once and keeps the roots`() {
    var transcript = Self.share()
    transcript.tell(.begin)
    #expect(transcript.last == [.resolve(Self.people)])
    transcript.tell(Self.found(Self.people))
    #expect(transcript.last == [.start(actionID: transcript.procedure.actionID("start"))])
    transcript.tell(.started(Self.started))
    #expect(transcript.last == [.issue(Self.people)])
    transcript.tell(.issued(Self.issue(Self.people)))
    #expect(
      transcript.last == [
        .update(
          ShareUpdate(actionID: transcript.procedure.actionID("update 0"), added: Self.roots))
      ])
    transcript.tell(.updated(epoch: 41))
    #expect(transcript.last == [.upload(Self.issue(Self.people))])
    transcript.tell(.uploaded)
    #expect(transcript.last == [.keep(Self.issue(Self.people))])
    #expect(transcript.procedure.phase == .sent)
    #expect(transcript.procedure.started?.epoch == 41)
    #expect(transcript.procedure.isFinished && transcript.procedure.failure == nil)
  }

  @Test func `without recipients nothing is asked and the draft is back`() {
    var transcript = Self.share([Self.account(0)])
    transcript.tell(.begin)
    #expect(transcript.last == [.giveBack(.noRecipients)])
    #expect(transcript.procedure.isFinished)
  }

  @Test(arguments: [256, 257]) func `256 people can take part and 257 cannot`(count: Int) {
    let people = (0..<count).map(Self.account)
    var transcript = Self.share(people)
    transcript.tell(.begin)
    if count == 256 {
      #expect(transcript.last == [.resolve(people)])
      transcript = Self.share(upTo: .sent, people)
      #expect(transcript.procedure.phase == .sent)
      #expect(transcript.procedure.issued.count == 256)
    } else {
      #expect(transcript.last == [.giveBack(.tooManyRecipients)])
    }
  }

  @Test(arguments: [1, 32]) func `an account with any number of devices is one root`(devices: Int) {
    var transcript = Self.share()
    transcript.tell(.begin, Self.found(Self.people, devices: devices))
    #expect(transcript.procedure.phase == .starting)
  }

  @Test func `an unknown recipient ends it before the app hears of it`() {
    var transcript = Self.share()
    transcript.tell(
      .begin,
      .resolved([
        .found(Self.people[0], Self.statement(0), devices: 1), .unknown(Self.people[1]),
        .found(Self.people[2], Self.statement(0), devices: 1),
      ]))
    #expect(transcript.last == [.giveBack(.recipientUnknown(Self.people[1]))])
    #expect(transcript.procedure.isFinished)
  }

  @Test func `a recipient nobody answered for counts as unknown`() {
    var transcript = Self.share()
    transcript.tell(.begin, Self.found(Array(Self.people.prefix(2))))
    #expect(transcript.last == [.giveBack(.recipientUnknown(Self.people[2]))])
  }

  @Test func `a recipient without a device that takes part ends it before the app hears of it`() {
    var transcript = Self.share()
    transcript.tell(.begin, Self.found(Self.people, devices: 0))
    #expect(transcript.last == [.giveBack(.recipientWithoutDevices(Self.people[0]))])
  }

  @Test func `a recipient with a forked device list ends it before the app hears of it`() {
    var transcript = Self.share()
    transcript.tell(.begin, .resolved([.untrusted(Self.people[0])]))
    #expect(transcript.last == [.giveBack(.recipientUntrusted(Self.people[0]))])
  }

  @Test func `while the relay is away a share waits, and begins again`() {
    var transcript = Self.share()
    transcript.tell(.begin, .resolveFailed(.relayUnreachable))
    #expect(transcript.last.isEmpty && transcript.procedure.phase == .staged)
    transcript.tell(.begin)
    #expect(transcript.last == [.resolve(Self.people)])
  }

  @Test func `a relay that goes away between two attempts leaves no root behind`() {
    var transcript = Self.share(upTo: .uploading)
    transcript.tell(.devicesChanged, .resolveFailed(.relayUnreachable))
    #expect(transcript.last.first == .giveBack(.relayUnreachable))
    #expect(transcript.compensations == [.removeRoots(Self.roots), .cancelStart])
  }

  @Test func `a start action that fails leaves nothing to undo`() {
    var transcript = Self.share(upTo: .starting)
    transcript.tell(.startFailed(.startFailed("no document")))
    #expect(transcript.last == [.giveBack(.startFailed("no document"))])
    #expect(transcript.procedure.phase == .ended(.startFailed("no document")))
  }

  @Test func `a start action that times out gives the draft back and undoes what comes late`() {
    var transcript = Self.share(upTo: .starting)
    transcript.tell(.startTimedOut)
    #expect(transcript.last == [.giveBack(.startTimedOut), .abandonStart])
    #expect(!transcript.procedure.isFinished)
    transcript.tell(.started(Self.started))
    #expect(transcript.compensations == [.cancelStart])
    #expect(transcript.procedure.started == Self.started)
    transcript.tell(.compensated)
    #expect(transcript.procedure.phase == .ended(.startTimedOut))
  }

  @Test func `a start cut off in the middle is taken back even when it says that it failed`() {
    var transcript = Self.share(upTo: .starting)
    transcript.tell(.startTimedOut, .startFailed(.startFailed("cancelled")))
    #expect(transcript.compensations == [.cancelStart])
    #expect(transcript.procedure.started == nil)
  }

  @Test(arguments: ["https://other.example/d/1", "http://docs.example/d/1", "no link", ""])
  func `a link that is not the app's own is refused and the start taken back`(link: String) {
    var transcript = Self.share(upTo: .starting)
    transcript.tell(
      .started(.init(link: link, collaborationID: TestPeople.collaboration)))
    #expect(transcript.last.first == .giveBack(.linkRefused))
    #expect(transcript.compensations == [.cancelStart])
  }

  @Test func `a participants action that fails is compensated root by root, then the start`() {
    var transcript = Self.share(upTo: .updating)
    transcript.tell(.updateFailed(.updateFailed("storage full")))
    #expect(transcript.last.first == .giveBack(.updateFailed("storage full")))
    #expect(transcript.compensations == [.removeRoots(Self.roots), .cancelStart])
    transcript.tell(.compensated)
    #expect(
      transcript.last == [
        .compensate(.cancelStart, actionID: transcript.procedure.actionID("compensate 1"))
      ])
    transcript.tell(.compensated)
    #expect(transcript.procedure.phase == .ended(.updateFailed("storage full")))
  }

  @Test(arguments: [ShareEvent.updated(epoch: 41), .updateFailed(.updateFailed("late"))])
  func `a participants action that times out is undone only once it has returned`(
    late: ShareEvent
  ) {
    var transcript = Self.share(upTo: .updating)
    transcript.tell(.updateTimedOut)
    #expect(transcript.last == [.giveBack(.updateTimedOut), .abandonUpdate])
    #expect(transcript.compensations.isEmpty)
    transcript.tell(late)
    #expect(transcript.compensations == [.removeRoots(Self.roots), .cancelStart])
  }

  @Test func `an upload that is refused removes the roots and takes the start back`() {
    var transcript = Self.share(upTo: .uploading)
    transcript.tell(.uploadRefused(.notAMember))
    #expect(transcript.last.first == .giveBack(.notAMember))
    #expect(transcript.compensations == [.removeRoots(Self.roots), .cancelStart])
  }

  @Test func `what is owed stays owed while the server is away, under the same identifier`() {
    var transcript = Self.share(upTo: .uploading)
    transcript.tell(.uploadRefused(.notAMember))
    let first = transcript.last.last
    transcript.tell(.compensationFailed)
    #expect(transcript.last.isEmpty && !transcript.procedure.isFinished)
    transcript.tell(.retry)
    #expect(transcript.last == [first].compactMap(\.self))
  }

  @Test func `a recipient's device that goes while sending gets no leaf and no root stays behind`()
    throws
  {
    var transcript = Self.share(upTo: .uploading)
    transcript.tell(.devicesChanged)
    #expect(transcript.last == [.resolve(Self.people)])
    let moved = Self.people[1]
    transcript.tell(
      .resolved(
        Self.people.map { .found($0, Self.statement($0 == moved ? 4 : 3), devices: 1) }))
    #expect(transcript.last == [.issue([moved])])
    transcript.tell(.issued(Self.issue([moved], 1, seq: 4)))
    #expect(
      transcript.last == [
        .update(
          ShareUpdate(
            actionID: transcript.procedure.actionID("update 1"),
            replaced: [.init(old: Self.root(moved), new: Self.root(moved, 1))]))
      ])
    var refused = transcript
    refused.tell(.updateFailed(.updateFailed("")))
    #expect(
      refused.compensations == [.removeRoots(Self.roots + [Self.root(moved, 1)]), .cancelStart])
    transcript.tell(.updated(epoch: 42), .uploaded)
    #expect(Set(transcript.procedure.issued.map(\.root)).contains(Self.root(moved, 1)))
    #expect(!Set(transcript.procedure.issued.map(\.root)).contains(Self.root(moved)))
  }

  @Test func `devices that keep changing end it`() {
    var transcript = Self.share(upTo: .uploading)
    for _ in 0..<2 { transcript.tell(.devicesChanged, Self.found(Self.people)) }
    #expect(transcript.procedure.phase == .uploading)
    transcript.tell(.devicesChanged)
    #expect(transcript.last.first == .giveBack(.devicesKeepChanging))
    #expect(transcript.compensations == [.removeRoots(Self.roots), .cancelStart])
  }

  @Test(arguments: Step.allCases)
  func `a person may cancel until the upload begins, and nothing is left`(step: Step) {
    var transcript = Self.share(upTo: step)
    let before = transcript.procedure
    #expect(before.canBeCancelled == (step.rawValue < Step.uploading.rawValue))
    transcript.tell(.cancelled)
    switch step {
    case .staged, .resolving:
      #expect(transcript.procedure.phase == .ended(.cancelled))
    case .starting:
      #expect(transcript.last == [.giveBack(.cancelled), .abandonStart])
      transcript.tell(.started(Self.started))
      #expect(transcript.compensations == [.cancelStart])
    case .issuing: #expect(transcript.compensations == [.cancelStart])
    case .updating:
      #expect(transcript.last == [.giveBack(.cancelled), .abandonUpdate])
      transcript.tell(.updated(epoch: nil))
      #expect(transcript.compensations == [.removeRoots(Self.roots), .cancelStart])
    case .uploading, .sent:
      #expect(transcript.last.isEmpty && transcript.procedure == before)
    }
  }

  @Test(arguments: Step.allCases)
  func `a crash at any step is followed by the right end`(step: Step) {
    var transcript = Self.share(upTo: step)
    let before = transcript.procedure
    transcript.tell(.restarted)
    switch step {
    case .staged, .sent: #expect(transcript.procedure == before && transcript.last.isEmpty)
    case .resolving: #expect(transcript.procedure.phase == .ended(.interrupted))
    case .starting:
      #expect(transcript.last.first == .giveBack(.interrupted))
      #expect(transcript.compensations == [.cancelStart])
      #expect(transcript.procedure.started == nil)
    case .issuing: #expect(transcript.compensations == [.cancelStart])
    case .updating:
      #expect(transcript.compensations == [.removeRoots(Self.roots), .cancelStart])
    case .uploading: #expect(transcript.last == [.resumeUpload])
    }
  }

  @Test func `a crash while undoing goes on undoing`() {
    var transcript = Self.share(upTo: .updating)
    transcript.tell(.updateFailed(.updateFailed("")), .compensated, .restarted)
    #expect(
      transcript.last == [
        .compensate(.cancelStart, actionID: transcript.procedure.actionID("compensate 1"))
      ])
  }

  @Test func `a crash after a time-out undoes what the handler may have done`() {
    var overdue = Self.share(upTo: .starting)
    overdue.tell(.startTimedOut, .restarted)
    #expect(overdue.compensations == [.cancelStart])
    overdue = Self.share(upTo: .updating)
    overdue.tell(.updateTimedOut, .restarted)
    #expect(overdue.compensations == [.removeRoots(Self.roots), .cancelStart])
  }

  @Test func `a message whose envelopes were lost in a crash is given back`() {
    var transcript = Self.share(upTo: .uploading)
    transcript.tell(.restarted, .uploadRefused(.interrupted))
    #expect(transcript.compensations == [.removeRoots(Self.roots), .cancelStart])
  }

  @Test(arguments: Step.allCases)
  func `an event that does not belong to a step changes nothing`(step: Step) {
    let answers: [(Step, ShareEvent)] = [
      (.staged, .begin), (.resolving, Self.found(Self.people)),
      (.resolving, .resolveFailed(.relayUnreachable)), (.starting, .started(Self.started)),
      (.starting, .startFailed(.startFailed(""))), (.starting, .startTimedOut),
      (.issuing, .issued(Self.issue(Self.people))), (.updating, .updated(epoch: 1)),
      (.updating, .updateFailed(.updateFailed(""))), (.updating, .updateTimedOut),
      (.uploading, .uploaded), (.uploading, .devicesChanged),
      (.uploading, .uploadRefused(.notAMember)),
    ]
    for (place, event) in answers where place != step {
      var transcript = Self.share(upTo: step)
      let before = transcript.procedure
      transcript.tell(event)
      #expect(transcript.last.isEmpty && transcript.procedure == before)
    }
  }

  @Test(arguments: Step.allCases) func `a stored procedure comes back as it was`(step: Step) throws
  {
    let procedure = Self.share(upTo: step).procedure
    let stored = try StrictJSON.encode(procedure)
    #expect(try StrictJSON.decode(ShareProcedure.self, from: stored) == procedure)
  }
}
