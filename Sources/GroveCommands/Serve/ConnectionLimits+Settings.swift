import Foundation
import GroveServing

extension ConnectionLimits {
  /// What the settings want, as far as the table of open files goes. Made when everything else is open.
  ///
  /// - Throws: `CommandFailure` where the system allows too few open files for a server.
  init(_ configuration: Configuration, servers: Int) throws {
    let budget = DescriptorBudget(
      limit: DescriptorTable.raiseLimit(), open: DescriptorTable.openCount,
      reserve: Self.reserve, servers: servers)
    guard let limits = budget.connections(wanted: try configuration.count(.maximumConnections))
    else {
      throw CommandFailure(
        "The system allows this process \(budget.limit) open files; \(budget.smallestLimit) are "
          + "needed. Raise the limit (ulimit -n, or LimitNOFILE= of the service).")
    }
    self = limits
    perAddress = try configuration.count(.connectionsPerAddress)
  }

  /// Files that are opened later: three for each event loop, each reader of a database and its log;
  /// attachments, pages, logs, and the connections of sample people.
  private static let reserve = 64 + 4 * ProcessInfo.processInfo.activeProcessorCount
}
