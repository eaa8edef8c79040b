/// Which files become which addresses of one origin.
package struct PagePlan: Sendable {
  /// The folder as it was built: `index.html` is `/`, `NAME.html` is `/NAME`, and every other file
  /// has its path below the folder as its address.
  package var folder: String
  package var policy: PagePolicy
  package var opener: PagePolicy.Opener
  /// Pages with another opener policy, by address.
  package var openers: [String: PagePolicy.Opener] = [:]
  /// What browsers may keep of it for when the server is away; nil: nothing.
  package var kept: OfflinePages?
  /// Public settings, served as `/config.json`.
  package var configuration: [UInt8]

  /// Below it names hold a hash of the content, so what is there never changes.
  package static let hashed = "/assets/"

  package init(
    folder: String, policy: PagePolicy, opener: PagePolicy.Opener, configuration: [UInt8]
  ) {
    self.folder = folder
    self.policy = policy
    self.opener = opener
    self.configuration = configuration
  }
}
