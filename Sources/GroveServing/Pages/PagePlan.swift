/// Which files of a folder become which addresses of one origin.
package struct PagePlan: Sendable {
  /// A module and what it imports, from packages of the operating system.
  package struct Package: Sendable {
    /// Where the module is served, such as `/yjs/yjs.js`.
    package let address: String
    /// The file of the module, below `folder`, such as `yjs/dist/yjs.mjs`.
    package let entry: String
    /// Where the system puts such packages, each in a folder with its name.
    package let folder: String

    package init(address: String, entry: String, folder: String) {
      self.address = address
      self.entry = entry
      self.folder = folder
    }
  }

  /// The folder of all pages.
  package var folder: String
  /// The folder in it whose `index.html` is `/` and whose `NAME.html` is `/NAME`.
  package var home: String
  /// Folders in it whose files are served below their own names, `home` among them.
  package var shared: [String]
  package var packages: [Package] = []
  package var policy: PagePolicy
  package var opener: PagePolicy.Opener
  /// Pages with another opener policy, by address.
  package var openers: [String: PagePolicy.Opener] = [:]
  /// What browsers may keep of it for when the server is away; nil: nothing.
  package var kept: KeptPages?
  /// Public settings, served as `/config.json`. Told whether every package was there.
  package var configuration: @Sendable (_ hasPackages: Bool) throws -> [UInt8]

  package init(
    folder: String, home: String, shared: [String], policy: PagePolicy,
    opener: PagePolicy.Opener,
    configuration: @escaping @Sendable (_ hasPackages: Bool) throws -> [UInt8]
  ) {
    self.folder = folder
    self.home = home
    self.shared = shared
    self.policy = policy
    self.opener = opener
    self.configuration = configuration
  }
}
