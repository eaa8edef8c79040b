import CollaborationDomain
import GroveIdentity
import GroveWire
import RecordDomain

extension Problem {
  /// The codes are the same texts on both sides; a test holds them together.
  init(_ refusal: CollaborationRefusal) {
    self.init(ProblemCode(rawValue: refusal.rawValue))
  }

  /// The code alone (protocol 8.5).
  init(_ refusal: ProofRefusal) {
    self.init(ProblemCode(rawValue: refusal.rawValue))
  }

  /// What the server's own modules throw; nil for what nobody expected.
  static func ofCollaboration(_ error: any Error) -> Problem? {
    switch error {
    case let refusal as CollaborationRefusal: Problem(refusal)
    case let refusal as ProofRefusal: Problem(refusal)
    case let refusal as RecordRefusal: Problem(ProblemCode(rawValue: refusal.rawValue))
    case CollaborationStoreError.unavailable: Problem(.unavailable, retryAfter: 1)
    case CollaborationStoreError.outcomeUnknown: Problem(.outcomeUnknown, retryAfter: 1)
    default: nil
    }
  }
}
