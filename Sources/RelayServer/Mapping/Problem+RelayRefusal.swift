import GroveWire
import RelayDomain

extension Problem {
  /// The codes are the same texts on both sides; a test holds them together.
  init(_ refusal: RelayRefusal) {
    self.init(
      ProblemCode(rawValue: refusal.code.rawValue), detail: refusal.detail,
      retryAfter: refusal.code == .unavailable ? 5 : nil)
  }

  /// What the relay's own modules throw; nil for what nobody expected.
  static func ofRelay(_ error: any Error) -> Problem? {
    switch error {
    case let refusal as RelayRefusal: Problem(refusal)
    case let error as RelayStoreError where error.code == .unavailable:
      Problem(.unavailable, retryAfter: 1)
    case let error as RelayStoreError where error.code == .outcomeUnknown:
      Problem(.outcomeUnknown, retryAfter: 1)
    default: nil
    }
  }
}
