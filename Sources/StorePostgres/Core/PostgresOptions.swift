public import Logging
import StoreSQL

/// Limits of one database. The defaults are for a server; tests make them small.
public struct PostgresOptions: Sendable {
  /// The schema that the tables lie in: small letters, digits and underscores.
  public var schema: String
  /// Whether a second server on the schema is refused; programs beside it that are not, come in.
  public var isAlone = false
  /// Whether it is one of several nodes (decision 0033); then a server that has to be alone is refused.
  public var isNode = false
  /// Connections that read at the same time, each on a thread of its own. One more writes.
  public var readers = 4
  /// Milliseconds after which a server gives a statement up, and after which it gives up waiting for a lock.
  public var statementTimeout = 10_000
  public var lockTimeout = 5_000
  /// And milliseconds it lets a transaction stand without a statement.
  public var idleTimeout = 30_000
  /// Milliseconds beyond these until a server that says nothing is taken for gone.
  public var patience = 5_000
  /// Seconds to connect in, of each address.
  public var connectTimeout = 5
  /// How the sessions are named in `pg_stat_activity`.
  public var applicationName = "grove"
  /// Told of everything the database refuses, on the thread it happened on; called often.
  public var onFault: @Sendable (PostgresFailure) -> Void = { _ in }
  public var logger: Logger

  /// Changes that may wait; one more is refused as unavailable, so that memory stays bounded.
  var waitingChanges = 8192
  /// And of one caller: the rest is everybody else's.
  var waitingChangesPerGroup = 4096
  /// Reads that may wait, and of one caller or document.
  var waitingReads = 32_768
  var waitingReadsPerGroup = 16_384
  /// Changes that share one transaction at most, and of one caller, once each of the others has one in it.
  var changesPerTransaction = 512
  var changesPerGroup = 128
  /// After so long a transaction takes no further change, and a change of so long is a slow one: round trips count.
  var changePace = Pace(together: 100, each: 50)
  /// The same for the reads of one snapshot.
  var readPace = Pace(together: 50, each: 20)
  /// Times that a transaction in whose way others were is run again as a whole, before each change is run alone, and
  /// times that one is.
  var runsTogether = 5
  var runsAlone = 8
  /// Milliseconds before the first of these; the next ones are twice as long each.
  var pause = 1
  /// Seconds in which what became of a commit is found out, where its answer was lost.
  var secondsInDoubt = 20

  public init(schema: String, logger: Logger = Logger(label: "grove.postgres")) {
    self.schema = schema
    self.logger = logger
  }
}
