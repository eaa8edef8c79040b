import GroveServing
import HTTPTypes

/// The inert page behind every link where the app has no pages here: the same bytes for every
/// identifier, existing or not, for everybody. It has no script, asks for nothing, and changes nothing;
/// so opening, prefetching and unfurling a link tell nobody anything (design 5.2).
enum LinkPage {
  static let headers: HTTPFields = {
    var fields = PagePolicy().headers(.nobody)
    fields[.contentType] = "text/html; charset=utf-8"
    if let robots = HTTPField.Name("X-Robots-Tag") { fields[robots] = "noindex, nofollow" }
    return fields
  }()

  static let html = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex, nofollow">
    <title>Shared document</title>
    </head>
    <body>
    <main>
    <h1>Shared document</h1>
    <p>This link belongs to a document that is shared in a conversation.</p>
    <p>Open it from your messenger or in the app it was made with. Holding the link gives no
    access by itself: your device shows that you were invited. If you were not, you can ask the
    owner for access in the app.</p>
    </main>
    </body>
    </html>

    """
}
