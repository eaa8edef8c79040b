import GroveWire
import Synchronization

/// What an engine knows and what it means to do, behind one lock.
struct SyncMachine: Sendable {
  var progress: SyncProgress
  var schedule: SyncSchedule
  /// Of the progress that the app was told last.
  var toldRevision: UInt64
  /// `ContainerContext.userChanges` when it was asked last who is signed in.
  var userChanges: UInt64 = 0

  var isStateNew: Bool { progress.revision != toldRevision }
}

extension CKSyncEngine {
  /// What an engine has to send. An app adds what its person changes, and asks when the delegate is to say what is sent.
  ///
  /// Each item is there once, as it was asked for last. What is being sent is not there meanwhile.
  public final class State: Sendable {
    let machine: Mutex<SyncMachine>
    private let wake: @Sendable () -> Void

    init(_ machine: SyncMachine, wake: @escaping @Sendable () -> Void) {
      self.machine = Mutex(machine)
      self.wake = wake
    }

    public var pendingRecordZoneChanges: [PendingRecordZoneChange] {
      machine.withLock(\.progress.records.waiting)
    }

    public var pendingDatabaseChanges: [PendingDatabaseChange] {
      machine.withLock(\.progress.zones.waiting)
    }

    /// Whether the app has something to send that it has not added here: then it is asked, too.
    public var hasPendingUntrackedChanges: Bool {
      get { machine.withLock(\.progress.hasUntracked) }
      set { change(sends: newValue) { $0.hasUntracked = newValue } }
    }

    /// Zones that have changed at the server and were not fetched yet.
    public var zoneIDsWithUnfetchedServerChanges: [CKRecordZone.ID] {
      machine.withLock(\.progress.unfetched)
    }

    public func add(pendingRecordZoneChanges: [PendingRecordZoneChange]) {
      change(sends: true) { $0.add(pendingRecordZoneChanges) }
    }

    public func remove(pendingRecordZoneChanges: [PendingRecordZoneChange]) {
      change(sends: false) { $0.remove(pendingRecordZoneChanges) }
    }

    public func add(pendingDatabaseChanges: [PendingDatabaseChange]) {
      change(sends: true) { $0.add(pendingDatabaseChanges) }
    }

    public func remove(pendingDatabaseChanges: [PendingDatabaseChange]) {
      change(sends: false) { $0.remove(pendingDatabaseChanges) }
    }

    private func change(sends: Bool, _ change: (inout SyncProgress) -> Void) {
      machine.withLock { machine in
        change(&machine.progress)
        if sends { machine.schedule.needsSend = true }
      }
      wake()
    }

    /// An engine's state, to be kept by the app and given to the next engine. What is in it is the framework's.
    public struct Serialization: Codable, Hashable, Sendable {
      let archived: SyncProgress.Archived

      init(_ progress: SyncProgress) { archived = progress.archived }

      /// - Throws: for what is no state, or one of another version: the next engine begins without one then.
      public init(from decoder: any Decoder) throws {
        archived = try SyncProgress.Archived(from: decoder)
        guard archived.version == 1 else {
          throw DecodingError.dataCorrupted(
            DecodingError.Context(
              codingPath: decoder.codingPath, debugDescription: "another version of a state"))
        }
      }

      public func encode(to encoder: any Encoder) throws { try archived.encode(to: encoder) }
    }
  }
}
