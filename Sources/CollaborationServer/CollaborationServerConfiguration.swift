package import CollaborationDomain
import DriveDomain
package import GroveIdentity
package import GroveServing
import RecordDomain

/// Every setting of a collaboration server. Where it listens is `ServerSettings`; where it keeps
/// its rows is its store.
package struct CollaborationServerConfiguration: Sendable {
  /// The origin of every link, and so the audience of every collaboration (protocol 2.7).
  package var publicOrigin: Origin
  /// The keys, as they are now: where they are read again they may be others later.
  package var keys: CollaborationServerKeys {
    get { keyRing.current }
    set { keyRing = KeyRing(newValue) }
  }
  /// Reads the keys again, where they may be replaced while the server runs.
  package var readKeys: (@Sendable () throws -> CollaborationServerKeys)?
  private(set) var keyRing: KeyRing
  /// The app's own backends that may act for accounts; none by default.
  package var serviceKeys: [ServiceKey] = []
  /// Whether strangers may create local accounts. An app with accounts of its own closes this: else
  /// a stranger could take a label here before its backend first names it.
  package var allowsRegistration = true
  /// Profile 2 for callers with a service key, which are no browsers (protocol 8.7); nil: off.
  package var rawProofs: RawProofRules?
  /// Seconds a challenge lives, 1...300.
  package var challengeLifetime: UInt16 = Challenge.defaultTTL
  /// Milliseconds a session lives.
  package var sessionLifetime = Self.defaultSessionLifetime
  package static let defaultSessionLifetime: UInt64 = 30 * 24 * 3600 * 1000
  /// `TEAMID.bundle.identifier`: native apps that may open this server's links.
  package var appleAppIDs: [String] = []
  /// The app's pages, on this server's origin; nil: a link shows an inert page.
  package var pages: PageSet?
  /// Relays that notices are posted to wherever they are, on this machine or in a private network; all
  /// others must be public.
  package var noticeRelays: Set<Origin> = []
  /// The apps whose records are kept here, by their containers' identifiers; none by default.
  package var containers: Set<String> = []
  /// Where their assets are kept, a folder that is made if it is missing; nil: there are none.
  package var assetsFolder: String?
  /// Bytes of records and assets that one account keeps in a container.
  package var recordQuota = RecordLimits.quota
  /// Whether accounts have drives, below `/drive`.
  package var servesDrives = false
  /// Where drives' files are kept, a folder that is made if it is missing; nil: there are none.
  package var drivesFolder: String?
  /// Bytes that one account keeps in its drive.
  package var driveQuota = DriveLimits.quota
  /// Whoever signs people in from outside; nil: only passwords do.
  package var provider: ProviderSettings?
  package var rates = CollaborationRates()
  /// How often passwords may be tried.
  package var signIns = SignInLimits()
  /// How many passwords wait to be looked at: what is answered in about ten seconds.
  package var passwordsWaiting = 128
  /// What a password costs whoever tries it (scrypt's N, RFC 7914). Only tests of other things than that make it less.
  package var passwordCost = Self.defaultPasswordCost
  package static let defaultPasswordCost = 1 << 15
  package var streams = StreamSettings()
  /// How often every stream looks again by itself, for servers that share one store: less than five
  /// seconds then (protocol 9.2). Nil where this is the only one: a change wakes its own streams.
  package var looksAgainEvery: Duration?
  /// The other nodes on the same store; nil: there are none.
  package var nodes: Nodes?
  /// Tells load balancers that the server is being ended; nil: nothing does.
  package var drain: Drain?
  /// The proxies that may say which address a request comes from.
  package var trustedProxies = TrustedProxies.none
  /// What bodies that are arriving may take.
  package var bodies = BodyLimits()
  /// Where large ones wait until they are complete: a folder for this server alone, which is emptied;
  /// nil: a temporary one.
  package var bodiesFolder: String?
  /// Keeps assets and files of drives once they are whole; nil: their folders do.
  package var bucket: S3Bucket?
  /// Knows whether the disk takes writes; nil: nobody watches it.
  package var disk: DiskWatch?

  package init(publicOrigin: Origin, keys: CollaborationServerKeys) {
    self.publicOrigin = publicOrigin
    keyRing = KeyRing(keys)
  }

  /// Cookies are `Secure` exactly where browsers speak TLS to us.
  var isSecure: Bool { publicOrigin.text.hasPrefix("https:") }

  /// What a collaboration's link looks like.
  func link(to id: CollaborationID) -> String {
    publicOrigin.text + "/d/" + PercentEncodedID.encode(id)
  }
}
