import DriveDomain
import GroveIdentity
import GroveWire

/// Pieces of the XML that a drive answers. The prefix `D` stands for `DAV:` everywhere, and no namespace is the default.
enum DriveXML {
  static func href(_ path: DrivePath, isFolder: Bool) -> String {
    "<D:href>\(MarkupText.escaped(DriveAddress.text(path, isFolder: isFolder)))</D:href>"
  }

  static func status(_ code: Int) -> String {
    let words = [
      200: "OK", 403: "Forbidden", 404: "Not Found", 423: "Locked", 424: "Failed Dependency",
    ]
    return "HTTP/1.1 \(code) \(words[code] ?? "")"
  }

  /// - Parameters:
  ///   - properties: whole elements.
  ///   - isKept: whether it is written also without any.
  static func propstat(
    _ code: Int, _ properties: [String], error: String? = nil, isKept: Bool = false
  ) -> String {
    guard isKept || !properties.isEmpty else { return "" }
    let reason = error.map { "<D:error><D:\($0)/></D:error>" } ?? ""
    return """
      <D:propstat><D:prop>\(properties.joined())</D:prop>\
      <D:status>\(status(code))</D:status>\(reason)</D:propstat>
      """
  }

  /// An element without anything in it.
  static func empty(_ name: MarkupName) -> String {
    name.namespace == MarkupName.davNamespace
      ? "<D:\(name.local)/>" : MarkupText.standing(MarkupElement(name))
  }

  /// RFC 4918, section 14.1.
  static func activeLock(_ taken: LockRules.Taken, at now: UInt64) -> String {
    let lock = taken.lock
    let seconds = lock.expiresAt > now ? (lock.expiresAt - now + 999) / 1000 : 0
    return """
      <D:activelock><D:locktype><D:write/></D:locktype>\
      <D:lockscope><D:\(lock.isExclusive ? "exclusive" : "shared")/></D:lockscope>\
      <D:depth>\(lock.isDeep ? "infinity" : "0")</D:depth>\(lock.owner)\
      <D:timeout>Second-\(seconds)</D:timeout>\
      <D:locktoken><D:href>\(MarkupText.escaped(lock.token.text))</D:href></D:locktoken>\
      <D:lockroot>\(href(taken.path, isFolder: false))</D:lockroot></D:activelock>
      """
  }
}

extension DrivePropertyName {
  init(_ name: MarkupName) { self.init(namespace: name.namespace, name: name.local) }

  var markup: MarkupName { MarkupName(namespace, name) }
}

/// Properties that the server keeps itself ("live": RFC 4918, section 15; RFC 4331).
enum LiveProperty: String, CaseIterable {
  case creationdate, displayname, getcontentlength, getcontenttype, getetag, getlastmodified
  case resourcetype, supportedlock, lockdiscovery
  case quotaUsed = "quota-used-bytes"
  case quotaAvailable = "quota-available-bytes"

  init?(_ name: MarkupName) {
    guard name.namespace == MarkupName.davNamespace else { return nil }
    self.init(rawValue: name.local)
  }

  /// Whether a client that asks for everything gets it.
  var isOfAll: Bool { self != .quotaUsed && self != .quotaAvailable }

  /// A name to show is a client's to choose; where none has, it is the name itself.
  var isProtected: Bool { self != .displayname }

  /// The element, or nil where the thing has no such property.
  func element(of entry: PropertyRules.Entry, _ room: Room) -> String? {
    value(of: entry, room).map { value in
      value.isEmpty ? "<D:\(rawValue)/>" : "<D:\(rawValue)>\(value)</D:\(rawValue)>"
    }
  }

  /// What all entries of a listing have in common.
  struct Room {
    var used: UInt64
    var quota: UInt64
    var now: UInt64
  }

  private func value(of entry: PropertyRules.Entry, _ room: Room) -> String? {
    let node = entry.node
    switch self {
    case .creationdate: return HTTPDate.stamp(node.createdAt)
    case .displayname: return MarkupText.escaped(node.name?.text ?? "")
    case .getcontentlength: return node.content.map { String($0.size) }
    case .getcontenttype:
      return node.content.map { MarkupText.escaped($0.type ?? "application/octet-stream") }
    case .getetag: return node.content.map { "\"\($0.tag.base64url)\"" }
    case .getlastmodified: return HTTPDate.text(node.modifiedAt)
    case .resourcetype: return node.isFolder ? "<D:collection/>" : ""
    case .supportedlock:
      return ["exclusive", "shared"].map { scope in
        """
        <D:lockentry><D:lockscope><D:\(scope)/></D:lockscope>\
        <D:locktype><D:write/></D:locktype></D:lockentry>
        """
      }.joined()
    case .lockdiscovery:
      return entry.locks.map { DriveXML.activeLock($0, at: room.now) }.joined()
    case .quotaUsed: return node.isFolder ? String(room.used) : nil
    case .quotaAvailable:
      return node.isFolder ? String(room.quota > room.used ? room.quota - room.used : 0) : nil
    }
  }
}
