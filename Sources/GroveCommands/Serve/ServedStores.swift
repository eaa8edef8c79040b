import CollaborationDomain
import DriveDomain
import GroveServing
import Logging
import RecordDomain
import RelayDomain
import StorePostgres
import StoreSQLite

/// A store as a server holds it, whichever engine it stands on.
protocol ServedStore: Sendable {
  /// A small durable write that changes nothing anybody reads.
  /// - Throws: `StoreFault` where a disk of this machine refuses it, or why the engine cannot answer.
  func probe() async throws

  /// Changes that wait for the writer now, and how many may.
  var waitingChanges: (now: Int, limit: Int) { get }

  /// What the writer has done since it began; nil where the engine is no PostgreSQL.
  var postgres: PostgresStatistics? { get }

  /// Finishes what waits and lets the engine go.
  func close() async throws
}

typealias ServedRelayStore = RelayStore & ServedStore
typealias ServedCollaborationStore = CollaborationStore & RecordStore & DriveStore & ServedStore

extension ServedStore {
  var postgres: PostgresStatistics? { nil }
}

extension SQLiteRelayStore: ServedStore {}
extension SQLiteCollaborationStore: ServedStore {}
extension PostgresRelayStore: ServedStore {
  var postgres: PostgresStatistics? { statistics }
}
extension PostgresCollaborationStore: ServedStore {
  var postgres: PostgresStatistics? { statistics }
}
extension PostgresNodes: NodeRegister {}

extension PostgresNodes {
  /// Has every node look at everything: an operator's command has changed something.
  /// - Returns: whether one runs, and was told.
  func tellAll() async -> Bool {
    guard let alive = try? await alive(), alive > 0 else { return false }
    return (try? await tell([NodeWord.everything])) != nil
  }
}

/// What the servers keep things in.
struct ServedStores: Sendable {
  let relay: (any ServedRelayStore)?
  let collaboration: (any ServedCollaborationStore)?
  /// Where this node meets the others, by server; empty: there are none.
  private(set) var nodes: [ServeCommand.Role: PostgresNodes] = [:]

  /// - Parameters:
  ///   - folder: where each server has an SQLite file, if there is no database; its locks say that nobody else has them
  ///     open.
  ///   - key: of a node beside others; nil: this is the only server.
  ///   - disk: by server, who is told of what the disk refuses; a server that has none does not run.
  /// - Throws: `StartFailure` where the disk refuses; what a store throws.
  init(
    folder: String, _ postgres: PostgresAddress?, key: NodeFolderKey?,
    disk: [ServeCommand.Role: DiskWatch], _ logger: Logger
  ) throws {
    if let postgres {
      let others: Others = key == nil ? .none : .nodes
      relay = try disk[.relay].map { _ in
        try PostgresRelayStore(postgres, Self.options(.relay, others, logger))
      }
      collaboration = try disk[.collaboration].map { _ in
        try PostgresCollaborationStore(postgres, Self.options(.collaboration, others, logger))
      }
      guard let key else { return }
      for role in disk.keys {
        nodes[role] = PostgresNodes(
          postgres, Self.options(role, .nodes, logger), folder: key.folderID,
          lease: Int(NodeLease.length))
      }
      return
    }
    do {
      relay = try disk[.relay].map { disk in
        let path = folder + "/relay.sqlite"
        return try SQLiteRelayStore(
          path: path, isAlone: true, onHeldErasing: { Self.heldErasing(path, $0, logger) }
        ) { disk.note(DiskFault($0)) }
      }
      collaboration = try disk[.collaboration].map { disk in
        let path = folder + "/collaboration.sqlite"
        return try SQLiteCollaborationStore(
          path: path, isAlone: true, onHeldErasing: { Self.heldErasing(path, $0, logger) }
        ) { disk.note(DiskFault($0)) }
      }
    } catch let fault as StoreFault {
      throw StartFailure(DiskFault(fault))
    }
  }

  /// For an operator's command.
  static func collaboration(_ path: String, _ postgres: PostgresAddress?, isAlone: Bool) throws
    -> any ServedCollaborationStore
  {
    guard let postgres else { return try SQLiteCollaborationStore(path: path, isAlone: isAlone) }
    return try PostgresCollaborationStore(
      postgres, options(.collaboration, .any, Logger(label: "grove.postgres")))
  }

  /// Where an operator's command tells the nodes that run, and sees them.
  static func nodes(
    _ postgres: PostgresAddress, _ role: ServeCommand.Role = .collaboration,
    key: NodeFolderKey? = nil
  ) -> PostgresNodes {
    PostgresNodes(
      postgres, options(role, .any, Logger(label: "grove.postgres")), folder: key?.folderID ?? [],
      lease: Int(NodeLease.length))
  }

  /// Who else may work on a schema.
  private enum Others { case none, nodes, any }

  private static func options(_ role: ServeCommand.Role, _ others: Others, _ logger: Logger)
    -> PostgresOptions
  {
    var options = PostgresOptions(schema: role.rawValue, logger: logger)
    options.isAlone = others == .none
    options.isNode = others == .nodes
    options.applicationName = "grove \(role.rawValue)"
    let faults = DatabaseFaults(logger)
    options.onFault = { faults.note($0) }
    return options
  }

  /// A database that cannot be used, in a sentence; what else it is stays.
  static func told(_ error: any Error) -> any Error {
    guard let failure = error as? PostgresFailure else { return error }
    let words = failure.description.split(whereSeparator: \.isNewline).joined(separator: " ")
    return CommandFailure("PostgreSQL cannot be used: \(words)")
  }

  private static func heldErasing(_ path: String, _ tries: Int, _ logger: Logger) {
    logger.warning(
      "What was deleted is still in the write-ahead log",
      metadata: ["path": "\(path)", "tries": "\(tries)"])
  }

  var all: [(role: ServeCommand.Role, store: any ServedStore)] {
    var all: [(role: ServeCommand.Role, store: any ServedStore)] = []
    if let relay { all.append((.relay, relay)) }
    if let collaboration { all.append((.collaboration, collaboration)) }
    return all
  }

  /// A small durable write to each, so that a server does not start on a disk that is full.
  /// - Throws: `StartFailure`; why an engine cannot answer; `CommandFailure` where other nodes have another data folder.
  func probe() async throws {
    for (_, nodes) in nodes {
      guard try await nodes.agrees() else {
        throw CommandFailure(
          "Other nodes work on this database with another data folder. All of them need the same one: it has the keys and "
            + "the files.")
      }
    }
    do {
      for (_, store) in all { try await store.probe() }
    } catch let fault as StoreFault {
      throw StartFailure(DiskFault(fault))
    }
  }

  func close() async throws {
    for (_, store) in all { try await store.close() }
  }
}
