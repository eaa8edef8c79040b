package import DriveDomain
import GroveIdentity
import GroveServing
import GroveWire

/// Addresses below `/drive`, and what they name in the drive of whoever asks.
package enum DriveAddress {
  package static let prefix = "/drive"

  /// What a request's target names.
  /// - Throws: `malformed` for what is no path below `/drive`; `DriveRefusal.name` for a name that nothing can have.
  package static func path(_ target: String) throws -> DrivePath {
    let isOurs = target == prefix || target.hasPrefix(prefix + "/")
    guard isOurs, !target.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == 0x23 }) else {
      throw Problem(.malformed, detail: "path")
    }
    var segments = target.dropFirst(prefix.count).split(
      separator: "/", omittingEmptySubsequences: false)
    // Before the first slash there is nothing, and a folder's address may end with one.
    if !segments.isEmpty { segments.removeFirst() }
    if segments.last == "" { segments.removeLast() }
    return try DrivePath(
      segments.map { segment in
        guard let text = PercentEncoding.decode(segment) else {
          throw Problem(.malformed, detail: "path")
        }
        return try DriveName(text)
      })
  }

  /// The upload that a target names, and where it is to lie: its file's address with `?upload=` and its name behind it, so
  /// that whatever stands before this server treats it as it treats files.
  /// - Returns: nil for an address without a query.
  /// - Throws: as `path`.
  package static func upload(_ target: String) throws -> (file: DriveFileID, path: DrivePath)? {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let name = parts[1]
    guard name.hasPrefix(uploadQuery),
      let bytes = try? Base64URL.decode(String(name.dropFirst(uploadQuery.count))),
      let file = try? DriveFileID(bytes)
    else { throw Problem(.malformed, detail: "path") }
    return (file, try path(String(parts[0])))
  }

  private static let uploadQuery = "upload="

  package static func text(of upload: DriveUpload) -> String {
    "\(text(upload.path, isFolder: false))?\(uploadQuery)\(upload.file.base64url)"
  }

  /// The address of something.
  package static func text(_ path: DrivePath, isFolder: Bool) -> String {
    let names = path.names.map { "/" + PercentEncoding.encode($0.text) }.joined()
    return prefix + names + (isFolder ? "/" : "")
  }

  /// What an absolute address or a path in a header field names (RFC 4918, section 8.3).
  /// - Parameter authorities: host and port under which this server is asked, in lower case.
  /// - Returns: nil for something at another server.
  package static func path(_ reference: String, of authorities: Set<String>) throws -> DrivePath? {
    if reference.hasPrefix("/") { return try path(reference) }
    let scheme = ["http://", "https://"].first { reference.lowercased().hasPrefix($0) }
    guard let scheme else { throw Problem(.malformed, detail: "address") }
    let rest = reference.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" }
    guard authorities.contains(authority.lowercased()) else { return nil }
    return try path(String(rest.dropFirst(authority.count)))
  }
}
