/// How the process's table of open files is divided: a value, so that the division can be tested.
///
/// A table that is full takes more than connections away: the database cannot open a file, and the
/// runtime's own monitor, which opens one to look at its threads, ends the process. So connections get
/// what is left when everything else has its room.
package struct DescriptorBudget: Hashable, Sendable {
  /// How many files the process may have open.
  package var limit: Int
  /// How many are open before anybody is connected.
  package var open: Int
  /// Files that will be opened: databases' readers, attachments, logs, event loops.
  package var reserve: Int
  /// Listening servers that share the rest.
  package var servers: Int

  package init(limit: Int, open: Int, reserve: Int, servers: Int) {
    self.limit = limit
    self.open = open
    self.reserve = reserve
    self.servers = servers
  }

  /// Fewer connections than this make no server.
  package static let fewestConnections = 16

  /// What each server may hold.
  ///
  /// - Parameter wanted: connections, where the table allows it.
  /// - Returns: nil where the table is too small for a server.
  package func connections(wanted: Int) -> ConnectionLimits? {
    let sockets = (limit - open - reserve) / max(1, servers)
    var limits = ConnectionLimits(total: wanted)
    if limits.sockets > sockets {
      limits = ConnectionLimits(total: sockets - min(128, max(8, sockets / 8)))
    }
    return limits.total >= Self.fewestConnections ? limits : nil
  }

  /// The smallest limit that makes a server.
  package var smallestLimit: Int {
    open + reserve + servers * ConnectionLimits(total: Self.fewestConnections).sockets
  }
}
