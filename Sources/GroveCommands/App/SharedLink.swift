import GroveIdentity
import GroveWire

/// A link of the sample app: `https://docs.example/d/<collaborationID>`. It names a collaboration
/// and carries no authority.
struct SharedLink: Sendable {
  let text: String
  let audience: Origin
  let collaborationID: CollaborationID

  /// - Throws: `CommandFailure` for any other address.
  init(_ text: String) throws {
    let path = text.split(separator: "#", maxSplits: 1).first.map(String.init) ?? text
    guard let audience = try? Origin(ofLink: path), path.hasPrefix(audience.text + "/d/"),
      let name = PercentEncoding.decode(path.dropFirst(audience.text.count + 3)),
      let collaborationID = try? CollaborationID(name)
    else { throw CommandFailure("“\(text)” is no link of the app.") }
    self.text = path
    self.audience = audience
    self.collaborationID = collaborationID
  }
}
