import GroveServing
import StoreSQLite

extension Servers {
  /// What an operator watches beside requests: the process, the disk, the queues in front of it, and
  /// how long ago somebody made a backup or new keys.
  ///
  /// - Parameter started: seconds since 1970.
  func tellFigures(started: Double) {
    processMetrics.addProcess(started: started, version: GroveVersion.number)
    processMetrics.addRoom(in: dataFolder)
    processMetrics.addWritten("last_backup_timestamp_seconds", dataFolder + "/" + Backup.mark)
    if let metrics = metrics[.relay], let store = relayStore {
      metrics.addSize("database_log_bytes", dataFolder + "/relay.sqlite-wal")
      metrics.gauge("database_waiting_changes") { Double(store.waitingChanges.now) }
      metrics.gauge("database_waiting_changes_limit") { Double(store.waitingChanges.limit) }
    }
    if let metrics = metrics[.collaboration], let store = collaborationStore {
      metrics.addSize("database_log_bytes", dataFolder + "/collaboration.sqlite-wal")
      metrics.gauge("database_waiting_changes") { Double(store.waitingChanges.now) }
      metrics.gauge("database_waiting_changes_limit") { Double(store.waitingChanges.limit) }
      metrics.addWritten("keys_changed_timestamp_seconds", dataFolder + "/" + Backup.keyFile)
    }
  }
}
