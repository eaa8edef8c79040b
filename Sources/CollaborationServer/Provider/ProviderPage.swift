import CollaborationDomain
import GroveServing
import GroveWire
import HTTPTypes

/// What a person sees where signing in through the provider did not work: a sentence, what to do, and a code that can be
/// quoted. It has no script and says nothing of what was sent.
enum ProviderPage {
  static func answer(
    _ problem: Problem, back path: ReturnPath, request id: String, setting cookies: [HTTPField]
  )
    -> Answer<RawBody>
  {
    var headers = PagePolicy().headers(.nobody)
    headers[.contentType] = "text/html; charset=utf-8"
    headers[.cacheControl] = "no-store"
    if let seconds = problem.retryAfter { headers[.retryAfter] = String(seconds) }
    for cookie in cookies { headers.append(cookie) }
    var answer = Answer(
      RawBody(Array(html(problem, back: path, request: id).utf8)), headers: headers)
    answer.status = problem.status
    return answer
  }

  private static func html(_ problem: Problem, back path: ReturnPath, request id: String) -> String
  {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex, nofollow">
    <title>Signing in did not work</title>
    </head>
    <body>
    <main>
    <h1>Signing in did not work</h1>
    <p>\(escaped(problem.title))</p>
    <p><a href="\(escaped(path.text))">Go back and try again</a></p>
    <p>If it happens again, tell whoever runs this server: code <code>\(escaped(problem.code.rawValue))</code>,
    request <code>\(escaped(id))</code>.</p>
    </main>
    </body>
    </html>

    """
  }

  private static func escaped(_ text: String) -> String {
    var out = ""
    for character in text {
      switch character {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "'": out += "&#39;"
      default: out.append(character)
      }
    }
    return out
  }
}
