package import GroveIdentity
package import GroveServing
package import RelayDomain

/// Every setting of a relay. Where it listens is `ServerSettings`; where it keeps its rows is its
/// store.
package struct RelayServerConfiguration: Sendable {
  /// The origin devices talk to; their sign-in signatures cover it (decision 0003).
  package var publicOrigin: Origin
  /// A folder for sealed attachments, made if it is missing.
  package var attachmentsFolder: String
  /// The messenger's pages, on the relay's origin; nil: `/` says what a relay is.
  package var pages: PageSet?
  package var limits = RelayLimits()
  package var rates = RelayRates()
  package var streams = StreamSettings()
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
  /// How devices whose page is closed are woken; nil: they are not.
  package var webPush: WebPushSettings?
  /// Keeps attachments once they are whole; nil: their folder does.
  package var bucket: S3Bucket?
  /// Knows whether the disk takes writes, and is told what the attachments' folder refuses; nil:
  /// nobody watches it.
  package var disk: DiskWatch?
  /// 32 bytes. Challenges last two minutes, so a fresh key at each start costs a device one retry;
  /// nodes that share one store must share it.
  package var challengeKey: SecretBytes

  package init(publicOrigin: Origin, attachmentsFolder: String, challengeKey: SecretBytes) {
    self.publicOrigin = publicOrigin
    self.attachmentsFolder = attachmentsFolder
    self.challengeKey = challengeKey
  }
}
