package import GroveServing

/// How often the server answers what costs it something or tells a stranger something.
///
/// Per address where nobody is signed in, per account elsewhere.
package struct CollaborationRates: Sendable {
  package var register = RateLimit(burst: 50, perSecond: 0.2)
  package var resets = RateLimit(burst: 20, perSecond: 0.1)
  /// Codes made, and codes tried: with 2^50 codes and six tries a minute nobody guesses one.
  package var signInCodes = RateLimit(burst: 20, perSecond: 0.1)
  /// Each costs a look at the provider or at its answer.
  package var providerSignIns = RateLimit(burst: 60, perSecond: 0.5)
  /// Of those who are not signed in.
  package var entryChallenges = RateLimit(burst: 60, perSecond: 0.5)
  package var entries = RateLimit(burst: 50, perSecond: 0.2)
  package var challenges = RateLimit(burst: 60, perSecond: 2)
  package var proofs = RateLimit(burst: 60, perSecond: 2)
  package var knocks = RateLimit(burst: 10, perSecond: 0.05)
  package var documents = RateLimit(burst: 200, perSecond: 2)
  package var updates = RateLimit(burst: 2000, perSecond: 100)
  /// Batches of records, each up to 400.
  package var records = RateLimit(burst: 400, perSecond: 40)
  /// Requests to a drive: programs make one for each file and folder.
  package var drives = RateLimit(burst: 4000, perSecond: 200)
  package var snapshots = RateLimit(burst: 30, perSecond: 0.5)
  package var presence = RateLimit(burst: 200, perSecond: 20)
  package var sharing = RateLimit(burst: 200, perSecond: 5)
  package var noticeAddresses = RateLimit(burst: 200, perSecond: 1)
  package var attestations = RateLimit(burst: 100, perSecond: 2)

  package init() {}
}
