public import GroveWire

/// What a document's stream delivers.
public enum DocumentStreamEvent: Hashable, Sendable {
  /// The next entry of the log.
  case document(DocumentEvent)
  /// Who is here now. Not part of the log: it has no position.
  case presence(Presence)
  /// The last one: the server says why it ends the stream.
  case ended(StreamEnded)
}
