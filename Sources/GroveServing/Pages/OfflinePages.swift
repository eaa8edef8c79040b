import GroveIdentity
import HTTPTypes

/// What a browser may keep of an origin's pages, so that they open while the server is away: every
/// file that pages are made of, and the pages that are named. Settings and source maps are not among
/// them.
package struct OfflinePages: Sendable {
  /// The script that keeps and answers them: a service worker for all that is below its address, and
  /// so of the whole origin.
  package let worker: String
  /// Where the list of them is served.
  package let list: String
  /// The pages, by their addresses.
  package let pages: [String]

  package init(worker: String, list: String, pages: [String]) {
    self.worker = worker
    self.list = list
    self.pages = pages
  }

  /// JSON: for each address the hash of its bytes, and one `version` for all of it and for what the
  /// pages may do, which is kept with them.
  ///
  /// - Parameter hashes: of all files, by address.
  func list(of hashes: [String: String], policy: HTTPFields) throws -> [UInt8] {
    let files = hashes.filter { address, _ in
      pages.contains(address)
        || address.hasPrefix(PagePlan.hashed) && !address.hasSuffix(".map")
    }
    let lines = files.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }
    let fields = policy.map { "\($0.name): \($0.value)\n" }
    let version = PageFile.hash(of: Array((lines + fields).joined().utf8))
    return try StrictJSON.encode(PageList(version: version, files: files))
  }
}

private struct PageList: Encodable {
  var version: String
  var files: [String: String]
}
