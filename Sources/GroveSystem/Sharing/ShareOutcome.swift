/// What became of a share, or of a change of participants.
public enum ShareOutcome: Hashable, Sendable, Codable {
  /// The relay has taken it for the recipients.
  case sent
  /// The relay is away: it goes on by itself when the relay is back.
  case waiting
  /// It did not happen, and the draft is back. What it left elsewhere has been taken back, or will
  /// be as soon as the app's server can be reached.
  case failed(ShareFailure)
}
