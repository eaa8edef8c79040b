/// What an event sequence tells its reader.
public enum StreamItem<Event: Sendable>: Sendable {
  /// A connection is open; events follow from where the last one left off.
  case opened
  /// What the stream carries.
  case event(Event)
  /// The connection broke; it is opened again after this many milliseconds.
  case interrupted(ClientError, retryIn: UInt64)
}
