/// A draft and where it stands.
public struct DraftStatus: Hashable, Sendable, Codable {
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

  public let draft: Draft
  public let state: State

  public init(draft: Draft, state: State) {
    self.draft = draft
    self.state = state
  }
}
