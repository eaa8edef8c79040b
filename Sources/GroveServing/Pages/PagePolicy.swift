package import GroveIdentity
package import HTTPTypes

/// What pages of one origin may do, said to the browser with each of their files.
package struct PagePolicy: Sendable {
  /// Which windows a page stays connected with (HTML, "Cross-origin opener policies").
  package enum Opener: String, Sendable {
    /// Windows that it opens; whoever opened it is cut off.
    case itsOwn = "same-origin-allow-popups"
    /// Whoever opened it, too: pages that answer another origin need that.
    case anybody = "unsafe-none"
    /// Nobody of another origin.
    case nobody = "same-origin"
  }

  private let connections: String
  private let workers: String
  private let frames: String

  /// - Parameters:
  ///   - connecting: other origins that scripts may fetch from; the pages' own is always one.
  ///   - hasWorker: whether own scripts may run as workers.
  ///   - framesOwnBytes: whether a page may show in a frame what it has made itself (`blob:`), such as a PDF whose type
  ///     it has set.
  package init(
    connecting origins: [Origin] = [], hasWorker: Bool = false, framesOwnBytes: Bool = false
  ) {
    connections = (["'self'"] + origins.map(\.text)).joined(separator: " ")
    workers = hasWorker ? "'self'" : "'none'"
    frames = framesOwnBytes ? " frame-src blob:;" : ""
  }

  /// Own scripts, styles, images and connections, inline nothing, and never in a frame. A link's
  /// address names a collaboration, so no referrer leaves.
  package func headers(_ opener: Opener) -> HTTPFields {
    let pairs = [
      (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
          + "connect-src \(connections); worker-src \(workers); manifest-src 'self';\(frames) "
          + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
      ),
      ("Cross-Origin-Opener-Policy", opener.rawValue),
      ("Permissions-Policy", Self.permissions),
      ("Referrer-Policy", "no-referrer"),
      ("X-Content-Type-Options", "nosniff"),
      ("X-Frame-Options", "DENY"),
    ]
    return HTTPFields(
      pairs.compactMap { name, value in
        HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
      })
  }

  private static let permissions = [
    "camera", "display-capture", "geolocation", "hid", "microphone", "midi", "payment", "serial",
    "usb",
  ].map { "\($0)=()" }.joined(separator: ", ")
}
