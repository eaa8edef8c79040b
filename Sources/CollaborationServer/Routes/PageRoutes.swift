import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes

extension GroveRouter where Authenticator == AppAuthenticator {
  /// The link's page and the file that lets native apps open links.
  func addPageRoutes(_ core: CollaborationCore) throws {
    // Neither the path nor the caller is looked at: whatever the link, this is the page.
    if let home = core.configuration.pages?.file(at: "/") {
      onPage(CollaborationRoutes.linkPage, home.with("X-Robots-Tag", "noindex, nofollow"))
    } else {
      let page = RawBody(Array(LinkPage.html.utf8))
      onPublicWithHeaders(CollaborationRoutes.linkPage) { _ in
        Answer(page, headers: LinkPage.headers)
      }
    }
    if let pages = core.configuration.pages { addPages(pages) }
    let file = try AppleAppSiteAssociation(appIDs: core.configuration.appleAppIDs).json()
    document(
      "/.well-known/apple-app-site-association", name: "appleAppSiteAssociation",
      headers: [.contentType: "application/json", .cacheControl: "public, max-age=300"]
    ) { _ in file }
  }
}
