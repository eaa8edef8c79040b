import GroveServing

extension Servers {
  /// What an operator watches beside requests: the process, the disk, the queues in front of it, and
  /// how long ago somebody made a backup or new keys.
  ///
  /// - Parameter started: seconds since 1970.
  func registerMetrics(started: Double) {
    processMetrics.addProcess(started: started, version: GroveVersion.number)
    processMetrics.addRoom(in: dataFolder)
    processMetrics.addWritten("last_backup_timestamp_seconds", dataFolder + "/" + Backup.mark)
    metrics[.collaboration]?.addWritten(
      "keys_changed_timestamp_seconds", dataFolder + "/" + Backup.keyFile)
    for (role, store) in stores.all { registerDatabase(of: role) { store.waitingChanges } }
  }

  private func registerDatabase(
    of role: ServeCommand.Role, _ waiting: @escaping @Sendable () -> (now: Int, limit: Int)
  ) {
    guard let metrics = metrics[role] else { return }
    metrics.addSize("database_log_bytes", dataFolder + "/\(role.rawValue).sqlite-wal")
    metrics.gauge("database_waiting_changes") { Double(waiting().now) }
    metrics.gauge("database_waiting_changes_limit") { Double(waiting().limit) }
  }
}
