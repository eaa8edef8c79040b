public import GroveSystem

/// What a share procedure is told.
public enum ShareEvent: Hashable, Sendable {
  case begin
  case resolved([ShareResolution])
  /// The relay could not be asked.
  case resolveFailed(ShareFailure)
  case started(ShareProcedure.Started)
  /// The app said so itself and in time.
  case startFailed(ShareFailure)
  /// Nobody can say what the app has made.
  case startLost(ShareFailure)
  case startTimedOut
  /// One root for each account asked for.
  case issued([ShareProcedure.IssuedRoot])
  case issueFailed(ShareFailure)
  case updated(epoch: UInt64?)
  /// - Parameter isUnchanged: nobody has even tried.
  case updateFailed(ShareFailure, isUnchanged: Bool = false)
  case updateTimedOut
  case uploaded
  /// The relay says a recipient's device list is newer than the one the envelopes were made for.
  case devicesChanged
  /// Definitely not sent.
  case uploadRefused(ShareFailure)
  case cancelled
  case compensated
  /// The handler or its server could not; it stays owed.
  case compensationFailed
  /// Try again what is owed.
  case retry
  /// The program was started anew; nothing that was under way is any more.
  case restarted
}
