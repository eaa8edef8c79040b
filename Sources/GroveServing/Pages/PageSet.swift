import Foundation

/// Every file that one origin serves as pages, checked and read when the server starts.
///
/// An address is found by comparing it with those that are there; nothing an asker sends becomes part
/// of a path.
package struct PageSet: Sendable {
  private let files: [String: PageFile]
  /// The first parts of addresses below which there are files: `/grove`.
  let prefixes: [String]
  /// Addresses of their own: `/`, `/share`, `/config.json`.
  let addresses: [String]
  /// Files that are served with their comments, because they are not understood well enough.
  package let unchanged: [String]
  /// Why a package is not served.
  package let missing: [String]

  /// - Throws: `PageProblem`; what the plan's configuration threw.
  package init(_ plan: PagePlan) throws {
    var builder = PageSetBuilder(plan)
    try builder.build()
    files = builder.files
    unchanged = builder.unchanged
    missing = builder.missing
    let below = files.keys.filter { $0.dropFirst().contains("/") }
    prefixes = Set(below.compactMap { $0.split(separator: "/").first.map { "/\($0)" } }).sorted()
    addresses = files.keys.filter { !$0.dropFirst().contains("/") }.sorted()
  }

  /// Whether there is a page at `/`.
  package var hasHome: Bool { files["/"] != nil }

  package func file(at address: String) -> PageFile? { files[address] }
}
