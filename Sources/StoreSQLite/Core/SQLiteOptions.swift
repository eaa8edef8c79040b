import StoreSQL

/// Limits of one database. The defaults are for a server; tests make them small.
struct SQLiteOptions: Sendable {
  /// Threads that read at the same time.
  var readers = 2
  /// Changes that may wait; one more is refused as unavailable, so that memory stays bounded.
  var waitingChanges = 8192
  /// And of one caller: the rest is everybody else's.
  var waitingChangesPerGroup = 4096
  /// Reads that may wait, and of one caller or document: the rest is everybody else's.
  var waitingReads = 32_768
  var waitingReadsPerGroup = 16_384
  /// Changes that share one transaction at most.
  var changesPerTransaction = 512
  /// And of one caller, once each of the others that wait has one in it.
  var changesPerGroup = 128
  /// After so long a transaction takes no further change, and a change of so long is a slow one.
  var changePace = Pace(together: 50, each: 25)
  /// The same for the reads of one snapshot.
  var readPace = Pace(together: 25, each: 10)
  /// After so many changes the write-ahead log is copied back on a thread of its own.
  var changesPerCheckpoint = 500
  /// Milliseconds after which what was deleted has left the write-ahead log, too, where no read holds it.
  var millisecondsBeforeErasing = 10_000
  /// Pages at which a commit copies the log back itself: the bound that holds whatever happens.
  var pagesBeforeInlineCheckpoint = 8192
  /// Limits the size of the file, for tests of a full disk. Nil: SQLite's own limit.
  var maximumPages: Int?
  /// Whether nothing else has the file open: then what a crash left in its log is written anew
  /// before it is read (`WriteAheadLogRewriting`).
  var isAlone = false
  /// Told of everything the disk refuses, on the thread it happened on; called often.
  var onFault: @Sendable (StoreFault) -> Void = { _ in }
  /// After so many tries in a row it is told that what was deleted is still in the log.
  var triesBeforeTelling = 60
  /// Told so, with the number of tries; a second lies between two of them.
  var onHeldErasing: @Sendable (Int) -> Void = { _ in }

  init() {}
}
