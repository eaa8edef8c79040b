import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes

extension GroveRouter where Authenticator == AppAuthenticator {
  /// The link's page and the file that lets native apps open links.
  func addPageRoutes(_ core: CollaborationCore) throws {
    let page = RawBody(Array(LinkPage.html.utf8))
    // Neither the path nor the caller is looked at: whatever the link, this is the page.
    onPublicWithHeaders(CollaborationRoutes.linkPage) { _ in
      Answer(page, headers: LinkPage.headers)
    }
    let file = try AppleAppSiteAssociation(appIDs: core.configuration.appleAppIDs).json()
    document(
      "/.well-known/apple-app-site-association", name: "appleAppSiteAssociation",
      headers: [.contentType: "application/json", .cacheControl: "public, max-age=300"]
    ) { _ in file }
  }
}
