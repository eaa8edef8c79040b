import Foundation

/// How long an action's steps may take, and what tells the time.
struct ActionTimeouts: Sendable {
  /// Calls once, that many seconds from now.
  var after: @Sendable (Double, @escaping @Sendable () -> Void) -> Void

  static let system = ActionTimeouts { seconds, work in
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: work)
  }

  /// An action that waits for an earlier one to be answered is given to the app all the same.
  func untilForced(_ limit: Int) -> Double { Double(limit) / 2 }

  /// An action that nobody was there for fails, a little before the messenger gives up, so that the
  /// person is told the reason.
  func untilNobodyCame(_ limit: Int) -> Double { Double(limit) * 0.9 }

  /// How much longer an answer is waited for when the messenger has given up: what the app made is
  /// better known than guessed when it is taken back.
  func grace(_ limit: Int) -> Double { min(2, Double(limit) / 4) }
}
