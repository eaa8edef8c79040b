import GroveClient
import GroveIdentity
import Testing

@testable import CloudKit

/// What an engine decides, without a server or a clock.
struct SyncRulesTests {
  private typealias Change = CKSyncEngine.PendingRecordZoneChange

  private static func id(_ name: String, _ zone: String = "Notes") -> CKRecord.ID {
    CKRecord.ID(recordName: name, zoneID: CKRecordZone.ID(zoneName: zone))
  }
  private static let (a, b, c) = (id("a"), id("b"), id("c"))
  private static func zone(_ name: String) -> CKRecordZone.ID { CKRecordZone.ID(zoneName: name) }
  private static func token(_ byte: UInt8) -> CKServerChangeToken {
    CKServerChangeToken(.init([byte]))
  }

  // MARK: Pending

  @Test func `of each item the latest change waits, and what is asked for again keeps its place`() {
    var list = PendingList<Change>()
    list.add([.saveRecord(Self.a), .saveRecord(Self.b), .saveRecord(Self.a)])
    #expect(list.waiting == [.saveRecord(Self.a), .saveRecord(Self.b)])
    list.add([.deleteRecord(Self.a)])
    #expect(list.waiting == [.saveRecord(Self.b), .deleteRecord(Self.a)])
    list.remove([.saveRecord(Self.a), .deleteRecord(Self.a)])
    #expect(list.waiting == [.saveRecord(Self.b)])
  }

  @Test func `ten thousand changes are added, turned round and taken out one by one`() {
    let ids = (0..<10_000).map { Self.id("r\($0)") }
    var list = PendingList<Change>()
    for id in ids { list.add([.saveRecord(id)]) }
    for id in ids { list.add([.deleteRecord(id)]) }
    #expect(list.waiting == ids.map { .deleteRecord($0) })
    for id in ids { list.remove([.deleteRecord(id)]) }
    #expect(list.isEmpty)
  }

  @Test func `what is on its way is gone when it was done, and comes back first when it was not`() {
    var list = PendingList<Change>([.saveRecord(Self.a), .saveRecord(Self.b), .saveRecord(Self.c)])
    list.begin([.saveRecord(Self.a), .saveRecord(Self.b)])
    #expect(list.waiting == [.saveRecord(Self.c)])
    #expect(list.all == [.saveRecord(Self.a), .saveRecord(Self.b), .saveRecord(Self.c)])
    list.end { $0.item == Self.b }
    #expect(list.waiting == [.saveRecord(Self.b), .saveRecord(Self.c)] && list.inFlight.isEmpty)
  }

  @Test func `what is changed while it is on its way waits beside it, and is sent after it`() {
    var list = PendingList<Change>([.saveRecord(Self.a)])
    list.begin([.saveRecord(Self.a)])
    list.add([.deleteRecord(Self.a)])
    #expect(list.all == [.deleteRecord(Self.a)])
    list.end { _ in true }
    #expect(list.waiting == [.deleteRecord(Self.a)])
    list.begin([.deleteRecord(Self.a)])
    list.add([.deleteRecord(Self.a)])
    list.end { _ in false }
    #expect(list.waiting == [.deleteRecord(Self.a)])
  }

  // MARK: Failures

  @Test func `what waiting may change stays pending, and what fails for another's sake`() {
    func error(_ code: CKError.Code, _ seconds: Double? = nil) -> CKError {
      CKError(code, "No.", seconds.map { [CKErrorRetryAfterKey: NSNumber(value: $0)] } ?? [:])
    }
    let kept = CKError.Code.allCases.filter { SyncFailure.isTemporary($0) }.map(\.rawValue)
    #expect(kept == [3, 4, 6, 7, 9, 20, 23, 34, 36])
    let mixed = [
      Self.a: error(.serverRecordChanged), Self.b: error(.batchRequestFailed),
      Self.c: error(.zoneBusy, 3),
    ]
    #expect(SyncFailure.kept(of: mixed) == [Self.b, Self.c])
    #expect(SyncFailure.pauses(mixed.values)?.code == .zoneBusy)
    // Sending these again would bring the same.
    #expect(SyncFailure.kept(of: [Self.a: error(.batchRequestFailed)]).isEmpty)
    let both = [error(.zoneBusy, 3), error(.requestRateLimited, 9), error(.unknownItem)]
    #expect(SyncFailure.pauses(both)?.retryAfterSeconds == 9)
    #expect(SyncFailure.pauses([error(.unknownItem)]) == nil)
  }

  // MARK: When

  @Test func `an engine looks who is there, fetches, sends, and waits`() {
    var schedule = SyncSchedule(isAutomatic: true, needsSend: true)
    #expect(schedule.next(at: 0, isStateNew: true) == .tellState)
    #expect(schedule.next(at: 0, isStateNew: false) == .checkAccount)
    schedule.accountIsKnown(true)
    #expect(schedule.next(at: 0, isStateNew: false) == .fetch)
    schedule.needsFetch = false
    #expect(schedule.next(at: 0, isStateNew: false) == .send)
    schedule.needsSend = false
    #expect(schedule.next(at: 0, isStateNew: false) == .wait(until: nil))
    let manual = SyncSchedule(isAutomatic: false, needsSend: true)
    #expect(manual.next(at: 0, isStateNew: false) == .wait(until: nil))
    #expect(manual.next(at: 0, isStateNew: true) == .tellState)
  }

  @Test func `pauses double up to the longest, as long as the server says, and end with an answer`()
  {
    var schedule = SyncSchedule(
      isAutomatic: true, needsSend: true,
      policy: ReconnectPolicy(firstDelay: 100, longestDelay: 1_000))
    schedule.accountIsKnown(true)
    func wait() -> UInt64? {
      guard case .wait(let until) = schedule.next(at: 0, isStateNew: false) else { return nil }
      return until
    }
    let network = CKError(.networkFailure, "No.")
    // The largest random number: the full pause.
    for expected: UInt64 in [100, 200, 400, 800, 1_000, 1_000] {
      schedule.failed(with: network, at: 0, random: expected / 2)
      #expect(wait() == expected)
    }
    schedule.wasReached()
    #expect(schedule.next(at: 0, isStateNew: false) == .fetch)
    schedule.failed(
      with: CKError(.requestRateLimited, "No.", [CKErrorRetryAfterKey: NSNumber(value: 7.2)]),
      at: 5,
      random: 0)
    #expect(wait() == 8_005)
    schedule.wasReached()
    #expect(wait() == 8_005)
    #expect(schedule.next(at: 8_005, isStateNew: false) == .fetch)
    schedule.failed(with: CKError(.notAuthenticated, "No."), at: 0, random: 0)
    #expect(schedule.needsAccount)
    schedule.accountMayHaveChanged()
    #expect(schedule.next(at: 0, isStateNew: false) == .checkAccount)
  }

  // MARK: Progress

  @Test func `who comes keeps what is pending, who goes takes everything along`() {
    var progress = SyncProgress()
    progress.add([.saveRecord(Self.a)])
    #expect(progress.learn("_ann") == .signIn(currentUser: CKRecord.ID(recordName: "_ann")))
    #expect(progress.records.waiting.count == 1 && progress.learn("_ann") == nil)
    _ = progress.take(
      changed: [Self.zone("Z")], ended: [], token: Self.token(1), isMoreComing: false)
    let before = progress.revision
    #expect(
      progress.learn("_ben")
        == .switchAccounts(
          previousUser: CKRecord.ID(recordName: "_ann"),
          currentUser: CKRecord.ID(recordName: "_ben")))
    #expect(progress.records.isEmpty && progress.databaseToken == nil && progress.unfetched.isEmpty)
    #expect(progress.revision > before)
    #expect(progress.learn(nil) == .signOut(previousUser: CKRecord.ID(recordName: "_ben")))
  }

  @Test func `a database told from the beginning once more says by what is missing what is gone`() {
    var progress = SyncProgress()
    let (x, y, z) = (Self.zone("X"), Self.zone("Y"), Self.zone("Z"))
    #expect(
      progress.take(changed: [x, y], ended: [], token: Self.token(1), isMoreComing: false) == [])
    progress.take(Self.token(2), of: x, isMoreComing: false)
    #expect(progress.unfetched == [y] && progress.token(of: x) == Self.token(2))
    progress.beginAnew()
    #expect(progress.take(changed: [z], ended: [], token: Self.token(3), isMoreComing: true) == [])
    #expect(progress.databaseToken == nil)
    // The process ends in the middle of it.
    progress = SyncProgress(progress.archived)
    #expect(progress.take(changed: [z], ended: [], token: Self.token(3), isMoreComing: true) == [])
    #expect(
      progress.take(changed: [x], ended: [], token: Self.token(4), isMoreComing: false) == [y])
    #expect(progress.databaseToken == Self.token(4) && progress.token(of: y) == nil)
  }

  @Test func `zones are fetched as they were told, preferred ones first, within the scope`() {
    var progress = SyncProgress()
    let (x, y, z) = (Self.zone("X"), Self.zone("Y"), Self.zone("Z"))
    _ = progress.take(changed: [x, y, z], ended: [], token: Self.token(1), isMoreComing: false)
    var options = CKSyncEngine.FetchChangesOptions()
    options.prioritizedZoneIDs = [z]
    #expect(progress.toFetch(options) == [z, x, y])
    options.scope = .allExcluding([z])
    #expect(progress.toFetch(options) == [x, y])
    options.scope = .zoneIDs([y])
    #expect(progress.toFetch(options) == [y])
  }

  @Test func `a state that is kept has everything, what was on its way among what is pending`()
    throws
  {
    var progress = SyncProgress()
    _ = progress.learn("_ann")
    _ = progress.take(
      changed: [Self.zone("X"), Self.zone("Y")], ended: [], token: Self.token(1),
      isMoreComing: false)
    progress.take(Self.token(2), of: Self.zone("X"), isMoreComing: false)
    progress.add([.saveZone(CKRecordZone(zoneName: "New")), .deleteZone(Self.zone("Old"))])
    progress.add([.saveRecord(Self.a), .deleteRecord(Self.b)])
    progress.hasUntracked = true
    progress.beginRecords([.saveRecord(Self.a)])
    _ = progress.beginZones(.all)
    let kept = try JSONEncoder().encode(CKSyncEngine.State.Serialization(progress))
    let read = try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: kept)
    let again = SyncProgress(read.archived)
    #expect(again.archived == progress.archived && again.user == "_ann" && again.hasUntracked)
    #expect(again.records.waiting == [.saveRecord(Self.a), .deleteRecord(Self.b)])
    #expect(
      again.zones.waiting
        == [.saveZone(CKRecordZone(zoneName: "New")), .deleteZone(Self.zone("Old"))])
    #expect(again.unfetched == [Self.zone("Y")])
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: Data("{}".utf8))
    }
  }

  @Test func `a scope contains zones, or records alone`() {
    typealias Scope = CKSyncEngine.SendChangesOptions.Scope
    let zone = Self.a.zoneID
    #expect(Scope.all.contains(Self.a) && Scope.zoneIDs([zone]).contains(.deleteRecord(Self.a)))
    #expect(!Scope.allExcluding([zone]).contains(Self.a))
    #expect(
      Scope.recordIDs([Self.a]).contains(Self.a) && !Scope.recordIDs([Self.a]).contains(Self.b))
    #expect(!Scope.recordIDs([Self.a]).contains(zone: zone))
  }

  @Test func `a batch has 250 items at most and leaves out what the app has not`() async {
    let changes = (0..<300).map { Change.saveRecord(Self.id("r\($0)")) }
    let batch = await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { id in
      id.recordName == "r0" ? nil : CKRecord(recordType: "Note", recordID: id)
    }
    #expect(batch?.count == 250 && batch?.recordsToSave.first?.recordID.recordName == "r1")
    let large = await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { id in
      let record = CKRecord(recordType: "Note", recordID: id)
      record["bytes"] = Data(count: 900_000)
      return record
    }
    #expect(large?.count == 2)
    let none = await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { _ in nil }
    #expect(none == nil)
  }
}
