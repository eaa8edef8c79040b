import GroveIdentity

/// `/.well-known/apple-app-site-association`: which native apps open this server's links.
struct AppleAppSiteAssociation: Encodable {
  struct Links: Encodable {
    var details: [Detail]
  }

  struct Detail: Encodable {
    var appIDs: [String]
    var components: [[String: String]]
  }

  let applinks: Links

  init(appIDs: [String]) {
    let detail = Detail(appIDs: appIDs, components: [["/": "/d/*"]])
    applinks = Links(details: appIDs.isEmpty ? [] : [detail])
  }

  func json() throws -> [UInt8] { try StrictJSON.encode(self) }
}
