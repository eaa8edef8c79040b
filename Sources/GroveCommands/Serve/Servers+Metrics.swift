import GroveServing
import StorePostgres

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
    for (role, store) in stores.all {
      registerDatabase(of: role) { store.waitingChanges }
      metrics[role]?.addPostgres { store.postgres }
    }
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

extension PrometheusRegistry {
  /// - Parameter read: nil where the engine is no PostgreSQL: then there is nothing to tell.
  func addPostgres(_ read: @escaping @Sendable () -> PostgresStatistics?) {
    for (name, value) in Self.ofPostgres { counter(name) { read().map { Double(value($0)) } } }
  }

  private static let ofPostgres: [(name: String, value: @Sendable (PostgresStatistics) -> Int)] = [
    ("database_transactions_total", { $0.transactions }),
    ("database_changes_total", { $0.changes }),
    ("database_conflicts_total", { $0.conflicts }),
    ("database_connections_lost_total", { $0.losses }),
    ("database_commits_in_doubt_total", { $0.doubts }),
    ("database_outcomes_unknown_total", { $0.unknown }),
    ("database_statements_total", { $0.statements }),
    ("database_round_trips_total", { $0.roundTrips }),
  ]
}
