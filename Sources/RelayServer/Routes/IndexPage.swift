import GroveIdentity
import GroveServing
import HTTPTypes

extension GroveRouter where Authenticator == RelayAuthenticator {
  /// What a person sees who opens the relay's address in a browser where it has no messenger's pages.
  func addIndexPage(origin: Origin) {
    let page = Array(Self.indexPage(origin).utf8)
    var headers = PagePolicy().headers(.nobody)
    headers[.contentType] = "text/html; charset=utf-8"
    document("/", name: "index", headers: headers) { _ in page }
  }

  /// An origin has no character that means anything in HTML (protocol 2.7).
  private static func indexPage(_ origin: Origin) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Grove relay</title>
    </head>
    <body>
    <main>
    <h1>Grove relay</h1>
    <p>This is <code>\(origin)</code>, the messaging server of a Grove. It keeps accounts, their
    device lists and conversations, and carries sealed messages from device to device. It cannot
    read them.</p>
    <p>The messenger's pages are not served here. Another messenger is given this address to sign up
    and to sign in.</p>
    <ul>
    <li><a href="/openapi.yaml">What it offers</a> (OpenAPI 3.1)</li>
    <li><a href="/healthz">Is it alive?</a></li>
    <li><a href="/readyz">Can it answer?</a></li>
    </ul>
    </main>
    </body>
    </html>

    """
  }
}
