import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire
import Synchronization

/// How often passwords are tried, counted by all nodes together: each counts what it admits, and tells the others.
final class PasswordTries: Sendable {
  /// Where they are tried; counted apart.
  enum Place: String, Hashable, Sendable, Codable { case signIn, drives }

  /// An attempt that a node has admitted, or that was right. Its names say nothing to whoever reads along (`Nodes.alias`).
  struct News: Hashable, Sendable, Codable {
    var place: Place
    var account: AccountLabel
    var address: String
    var device: Base64URLBytes?
    var isRight: Bool

    var attempt: SignInAttempt {
      SignInAttempt(account: account, address: address, device: device?.bytes)
    }
  }

  private let throttle: Mutex<SignInThrottle>
  private let place: Place
  private let nodes: Nodes?

  /// - Parameter nodes: who counts along; nil: nobody.
  init(_ limits: SignInLimits, at place: Place, _ nodes: Nodes?) {
    throttle = Mutex(SignInThrottle(limits))
    self.place = place
    self.nodes = nodes
  }

  /// - Throws: `rate_limited` with the seconds to wait.
  func admit(_ attempt: SignInAttempt) throws(Problem) {
    let counted = counted(attempt)
    let wait = throttle.withLock { $0.admit(counted, now: MonotonicClock.milliseconds()) }
    if let wait { throw Problem(.rateLimited, retryAfter: wait) }
    tell(counted, isRight: false)
  }

  func succeeded(_ attempt: SignInAttempt) {
    let counted = counted(attempt)
    throttle.withLock { $0.succeeded(counted, now: MonotonicClock.milliseconds()) }
    tell(counted, isRight: true)
  }

  /// Another node tells it.
  func heard(_ news: News) {
    let (attempt, now) = (news.attempt, MonotonicClock.milliseconds())
    throttle.withLock { throttle in
      if news.isRight {
        throttle.succeeded(attempt, now: now)
      } else {
        throttle.heard(attempt, now: now)
      }
    }
  }

  /// Under the same names at every node.
  private func counted(_ attempt: SignInAttempt) -> SignInAttempt {
    guard let nodes, let account = try? AccountLabel(nodes.alias("account", attempt.account.bytes))
    else { return attempt }
    return SignInAttempt(
      account: account, address: nodes.alias("address", Array(attempt.address.utf8)),
      device: attempt.device.map { Array(nodes.alias("device", $0).utf8) })
  }

  private func tell(_ attempt: SignInAttempt, isRight: Bool) {
    nodes?.tell(
      NodeNews(
        tries: News(
          place: place, account: attempt.account, address: attempt.address,
          device: attempt.device.map { Base64URLBytes($0) }, isRight: isRight)))
  }
}
