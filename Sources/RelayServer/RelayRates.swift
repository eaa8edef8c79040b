package import GroveServing

/// How often the relay answers what costs it something or tells a stranger something.
///
/// Per address where nobody is signed in, per account elsewhere. Generous for people and for a
/// household behind one address; tight for a program that tries names.
package struct RelayRates: Sendable {
  package var signUp = RateLimit(burst: 100, perSecond: 0.5)
  package var signIn = RateLimit(burst: 600, perSecond: 20)
  package var recovery = RateLimit(burst: 30, perSecond: 0.1)
  package var rendezvous = RateLimit(burst: 200, perSecond: 10)
  /// One message to 256 people looks 256 accounts up.
  package var lookUps = RateLimit(burst: 1000, perSecond: 50)
  package var statements = RateLimit(burst: 60, perSecond: 0.2)
  package var kemKeys = RateLimit(burst: 60, perSecond: 0.5)
  package var conversations = RateLimit(burst: 300, perSecond: 10)
  package var uploads = RateLimit(burst: 2000, perSecond: 200)
  package var attachments = RateLimit(burst: 100, perSecond: 5)

  package var webPush = RateLimit(burst: 30, perSecond: 0.2)
  package var noticeAddresses = RateLimit(burst: 300, perSecond: 5)
  /// From one client address: an app's server tells everybody from one.
  package var pushes = RateLimit(burst: 5000, perSecond: 500)
  /// Of one notice address: bursts of a busy document, one a second in the long run.
  package var pushesToOneAddress = RateLimit(burst: 120, perSecond: 1)

  package init() {}
}
