/// A draft and where it stands.
public struct DraftStatus: Hashable, Sendable, Codable {
  /// What happens to the draft at present.
  public enum State: String, Hashable, Sendable, Codable {
    /// In the compose field.
    case staged
    /// Sent by the person, and waiting for the relay.
    case queued
    /// The app and the relay are at work.
    case sending
    /// Failed and back; what it left elsewhere is still being taken back.
    case compensating
  }

  /// What was staged, with the reason of the last failure.
  public let draft: Draft
  /// Decides what may be done: a staged or compensating one may be changed, sent or discarded.
  public let state: State

  /// For a messenger that lists its drafts.
  public init(draft: Draft, state: State) {
    self.draft = draft
    self.state = state
  }
}
