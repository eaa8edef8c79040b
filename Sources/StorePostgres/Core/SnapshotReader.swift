import StoreSQL

/// Runs reads on snapshots, on one connection, which it renews where that has gone.
struct SnapshotReader {
  typealias Taken = FairQueue<PendingChange<PostgresConnection>>.Taken

  private let address: PostgresAddress
  private let options: PostgresOptions
  private var connection: PostgresConnection?
  private var isInSnapshot = false
  /// How long each group's last read took.
  private(set) var paces: [(group: String, isSlow: Bool)] = []
  /// What was not begun, because others took long.
  private(set) var rest: [Taken] = []

  init(_ connection: PostgresConnection?, _ address: PostgresAddress, _ options: PostgresOptions) {
    self.connection = connection
    self.address = address
    self.options = options
  }

  mutating func run(_ batch: [Taken]) {
    (paces, rest) = ([], [])
    var watch = PaceWatch(options.readPace)
    for (index, taken) in batch.enumerated() {
      guard !watch.isOver else {
        rest = Array(batch[index...])
        break
      }
      run(taken.element)
      paces.append((taken.group, watch.lap()))
    }
    endSnapshot()
  }

  /// Where the connection went, which a server's restart does to each, once more on another one.
  private mutating func run(_ read: PendingChange<PostgresConnection>) {
    for isLast in [false, true] {
      do {
        let deliver = try read.run(snapshot())
        return deliver()
      } catch let failure as PostgresFailure {
        end(after: failure)
        if failure.code == .lost, !isLast { continue }
        let outside = failure.outside
        options.onFault(outside)
        return read.fail(outside)
      } catch {
        return read.fail(error)
      }
    }
  }

  /// - Throws: where no connection is to be had.
  private mutating func snapshot() throws -> PostgresConnection {
    let open = try connection ?? PostgresConnection(address, options)
    connection = open
    if !isInSnapshot {
      try open.control("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      isInSnapshot = true
    }
    return open
  }

  /// After a failure of the database a transaction is of no more use; the next read has another.
  private mutating func end(after failure: PostgresFailure) {
    if connection?.isBroken ?? true {
      connection = nil
      isInSnapshot = false
    } else {
      endSnapshot()
      settle()
    }
  }

  private mutating func endSnapshot() {
    guard isInSnapshot else { return }
    isInSnapshot = false
    do { try connection?.control("COMMIT") } catch { connection = nil }
  }

  private mutating func settle() {
    do { try connection?.settle() } catch { connection = nil }
  }

  /// - Returns: the connection, in no transaction; nil where it has gone.
  mutating func finish() -> PostgresConnection? {
    settle()
    defer { connection = nil }
    return connection
  }
}
