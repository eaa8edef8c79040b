/// Every file that one origin serves as pages, checked and read when the server starts.
///
/// An address is found by comparing it with those that are there; nothing an asker sends becomes part
/// of a path.
package struct PageSet: Sendable {
  private let files: [String: PageFile]
  /// The first parts of addresses below which there are files: `/assets`.
  let prefixes: [String]
  /// Addresses of their own: `/`, `/share`, `/config.json`.
  let addresses: [String]

  /// - Parameter more: further folders of the same origin; where two have one address, the first is served.
  /// - Throws: `PageProblem`.
  package init(_ plan: PagePlan, with more: [PagePlan] = []) throws {
    let files = try more.reduce(into: Self.files(plan)) { files, plan in
      files.merge(try Self.files(plan)) { first, _ in first }
    }
    self.files = files
    let below = files.keys.filter { $0.dropFirst().contains("/") }
    prefixes = Set(below.compactMap { $0.split(separator: "/").first.map { "/\($0)" } }).sorted()
    addresses = files.keys.filter { !$0.dropFirst().contains("/") }.sorted()
  }

  /// Whether there is a page at `/`.
  package var hasHome: Bool { files["/"] != nil }

  package func file(at address: String) -> PageFile? { files[address] }

  private static func files(_ plan: PagePlan) throws -> [String: PageFile] {
    var files: [String: PageFile] = [:]
    for (place, forms) in try PageFolder(path: plan.folder).files {
      let address = address(of: place)
      files[address] = PageFile(
        forms, type: PageFolder.type(of: place) ?? "application/octet-stream",
        lifetime: address.hasPrefix(PagePlan.hashed) ? .immutable : .revalidated,
        policy: plan.policy, opener: plan.openers[address] ?? plan.opener)
    }
    func json(_ bytes: [UInt8]) -> PageFile {
      PageFile(
        PageRepresentations(bytes: bytes), type: "application/json", policy: plan.policy,
        opener: plan.opener)
    }
    files["/config.json"] = json(plan.configuration)
    if let kept = plan.kept, files[kept.worker] != nil {
      let policy = plan.policy.headers(plan.opener)
      files[kept.list] = json(try kept.list(of: files.mapValues(\.hash), policy: policy))
    }
    return files
  }

  /// A page has no suffix in its address; a page in a folder below has one, and so is none.
  private static func address(of place: String) -> String {
    guard place.hasSuffix(".html"), !place.contains("/") else { return "/" + place }
    return place == "index.html" ? "/" : "/" + place.dropLast(".html".count)
  }
}
